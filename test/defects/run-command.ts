import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

export interface Ended {
  /** `undefined` where it had to be stopped. */
  readonly code: number | undefined;
  /** All that it said, on both streams. */
  readonly output: string;
}

/** So long a command may take; a defect may make it go on for ever. */
const MAX_MS = 180_000;

const running = new Set<number>();

/** Runs a command in a folder. `npx` is left out where the package is there: it takes half a second to find it. */
export function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [file, ...rest] = program === 'npx' ? args.map(toOwnProgram) : [program, ...args];
  const child = spawn(file ?? program, rest, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { pid = 0 } = child;
  const timer = setTimeout(() => stopGroup(pid), MAX_MS);
  running.add(pid);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(pid);
      resolve({ code: code ?? undefined, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/** Ends what still runs. */
export function stopCommands(): void {
  for (const pid of running) stopGroup(pid);
}

/** Each is a group of its own, so that what it started ends with it. */
function stopGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function toOwnProgram(word: string, index: number): string {
  return index === 0 ? join('node_modules', '.bin', word) : word;
}
