import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { COMPLETION_SCRIPTS, SHELLS } from '../completion/completion-scripts.ts';
import type { Context } from '../context/context.ts';

/** Prints a script that makes a shell complete this program's commands, flags and values. */
export async function runCompletion(name: string, { json, print }: Context): Promise<number> {
  const shell = SHELLS.find((known) => known === name);
  if (!shell) {
    throw new UsageError([
      `Cannot complete in "${name}": it is not one of ${SHELLS.join(', ')}${didYouMean(name, SHELLS)}`,
    ]);
  }
  const script = COMPLETION_SCRIPTS[shell];
  print(json ? `${toJsonText({ version: 1, shell, script }, 2)}\n` : script);
  return 0;
}
