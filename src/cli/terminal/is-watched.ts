import type { Stdio } from './stdio.ts';

/** Whether a person may be at a terminal, and would notice what is shown or asked there. */
export function isWatched({ stdin, stdout, stderr, isStdinTerminal }: Stdio): boolean {
  return stderr.isTTY === true || stdout.isTTY === true || (isStdinTerminal?.() ?? stdin.isTTY === true);
}

/** Whether a question would be seen, and could be answered. */
export function isAtTerminal({ stdin, stderr, isStdinTerminal }: Stdio): boolean {
  return stderr.isTTY === true && (isStdinTerminal?.() ?? stdin.isTTY === true);
}
