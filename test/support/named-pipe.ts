import { execFileSync, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Makes a named pipe to which nobody writes. */
export function namedPipe(path: string): string {
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
  return path;
}

/**
 * Makes a named pipe that gives a text to the first who opens it: whoever should not open it is not held for ever, and can
 * be seen to have read it.
 */
export function pipeThatGives(path: string, text: string): string {
  namedPipe(path);
  const writer = spawn('sh', ['-c', 'printf "%s" "$1" > "$2"', 'sh', text, path], { stdio: 'ignore' });
  onTestFinished(() => void writer.kill('SIGKILL'));
  return path;
}
