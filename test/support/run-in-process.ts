import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Ended } from './run-program.ts';
import { tempFolder } from './temp-folder.ts';

interface Options {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command line in this process, with locks of its own: a whole run without the cost of a new one. */
export async function runInProcess(argv: readonly string[], { cwd, env }: Options): Promise<Ended> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const stdin = new PassThrough();
  stdin.end();
  const code = await main(argv, {
    stdin,
    stdout,
    stderr,
    env: { XDG_STATE_HOME: tempFolder(), ...env },
    cwd,
  });
  return { code, stdout: readAll(stdout), stderr: readAll(stderr) };
}

function readAll(stream: PassThrough): string {
  const chunk: unknown = stream.read();
  return Buffer.isBuffer(chunk) ? chunk.toString() : '';
}
