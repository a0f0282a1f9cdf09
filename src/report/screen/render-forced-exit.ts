import type { Shell } from '../../domain/quote-word.ts';
import { formatCommand } from '../text/format-command.ts';
import { printable } from '../text/printable.ts';

interface Leaving {
  /** What asked for it. */
  readonly signal: string;
  /** The run folder as the user would name it; `undefined` where there is none yet. */
  readonly folder: string | undefined;
  /** A whole plan is in it, so that its updates can be sent from there. */
  readonly isPlanned: boolean;
  /** The given flags that `apply` needs and accepts. */
  readonly applyFlags: readonly string[];
  readonly shell: Shell;
}

/** What a run prints when a second Ctrl-C ends it at once: where its files are, and how to continue. */
export function renderForcedExit({ signal, folder, isPlanned, applyFlags, shell }: Leaving): string {
  if (folder === undefined) return `\n${signal}: exited at once; nothing was sent, run the command again\n`;
  const next = isPlanned
    ? `send the rest of this plan: ${formatCommand(['apply', folder, ...applyFlags], shell)}`
    : 'nothing was sent; run the same command again';
  return `\n${signal}: exited at once\nFolder    ${printable(folder)}\nNext      ${next}\n`;
}
