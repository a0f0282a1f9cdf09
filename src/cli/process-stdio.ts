import process from 'node:process';
import type { Stdio } from './stdio.ts';

/** The outside of this very process. */
export function processStdio(): Stdio {
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, cwd: process.cwd() };
}

/** A reader that goes away, as `| head` does, must not end a run: what is said to nobody is lost, and nothing else. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
