import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface Ended {
  /** `undefined` where a signal killed it. */
  readonly code: number | undefined;
  /** All that it wrote, on both streams. */
  readonly output: string;
}

/** Runs a command in a folder. `npx` is left out where the package is there: it takes half a second to find it. */
export function runCommand([program, ...args]: readonly [string, ...string[]], cwd: string): Promise<Ended> {
  const [file = program, ...rest] = program === 'npx' ? args.map(toOwnProgram) : [program, ...args];
  const child = spawn(file, rest, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? undefined, output: Buffer.concat(chunks).toString('utf8') }),
    );
  });
}

function toOwnProgram(word: string, index: number): string {
  return index === 0 ? join('node_modules', '.bin', word) : word;
}
