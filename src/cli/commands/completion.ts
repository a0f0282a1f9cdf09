import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { type CompletedCommand, toCompleted } from '../completion/completion-words.ts';
import { renderBashCompletion } from '../completion/render-bash-completion.ts';
import { renderFishCompletion } from '../completion/render-fish-completion.ts';
import { renderZshCompletion } from '../completion/render-zsh-completion.ts';
import { SHELLS, type Shell } from '../completion/shells.ts';
import { TOPICS } from '../help/help-topics.ts';
import type { CommandSpec } from '../settings/command-spec.ts';
import type { Context } from '../settings/context.ts';

const RENDER: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: renderBashCompletion,
  zsh: renderZshCompletion,
  fish: renderFishCompletion,
};

/** Prints a script that makes a shell complete this program's commands, flags and values. */
export async function runCompletion(
  name: string,
  specs: readonly CommandSpec[],
  { json, print }: Context,
): Promise<number> {
  const shell = SHELLS.find((known) => known === name);
  if (!shell) {
    throw new UsageError([
      `Cannot complete in "${name}": it is not one of ${SHELLS.join(', ')}${didYouMean(name, SHELLS)}`,
    ]);
  }
  const script = RENDER[shell](toCompleted(specs, { shell: SHELLS, topic: Object.keys(TOPICS) }));
  print(json ? `${toJsonText({ version: 1, shell, script }, 2)}\n` : script);
  return 0;
}
