import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Ended } from '../support/run-program.ts';
import type { Place } from './strace.ts';

const MAIN = pathToFileURL(resolve(import.meta.dirname, '../../dist/cli/main.js')).href;

/** Runs a command line of the built program in this process: what nothing happens to needs none of its own. */
export async function runHere(argv: readonly string[], { cwd, env }: Place): Promise<Ended> {
  const { main }: typeof import('../../src/cli/main.ts') = await import(MAIN);
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const code = await main(argv, { stdin, stdout, stderr, env, cwd });
  return { code, stdout: readAll(stdout), stderr: readAll(stderr) };
}

function readAll(stream: PassThrough): string {
  const chunk: unknown = stream.read();
  return Buffer.isBuffer(chunk) ? chunk.toString() : '';
}
