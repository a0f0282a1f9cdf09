import { AssertionError } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { splitSettings } from './split-settings.ts';
import { tempFolder } from './temp-folder.ts';

/** The program as it was built: `npm test` builds it first. */
export const PROGRAM = resolve(import.meta.dirname, '../../dist/bin.cjs');

export interface Running {
  readonly ended: Promise<Ended>;
  /** What it says first on standard output. */
  readonly firstLine: Promise<string>;
  /** Done when it has said this, on standard output or standard error. Fails if it ends without. */
  said(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Writes to standard input. Done when the system has taken all of it: more than it buffers was read. */
  write(text: string): Promise<void>;
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `open`: what is written to it while it runs, without an end. */
  readonly stdin?: string | Uint8Array | 'open';
  /** Nobody reads what the program says. */
  readonly closeOutput?: true;
  /** Another program than ours, which starts it. */
  readonly command?: string;
  /** A module that Node loads before the program. */
  readonly preload?: string;
  /** Files that take what the program says instead of the test. */
  readonly stdout?: number;
  readonly stderr?: number;
}

/**
 * Starts the built program as a separate process, with no settings but the given ones, and with its own locks. It is killed when the
 * test is over.
 */
export function startProgram(
  words: readonly string[],
  { cwd, env = {}, stdin = '', closeOutput, command, preload, ...output }: ProgramOptions,
): Running {
  const { argv, env: own } = splitSettings(words);
  const first = preload === undefined ? [] : ['--import', preload];
  const child = spawn(command ?? process.execPath, command ? [...argv] : [...first, PROGRAM, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'], ...env, ...own, XDG_STATE_HOME: env['XDG_STATE_HOME'] ?? tempFolder() },
    stdio: ['pipe', output.stdout ?? 'pipe', output.stderr ?? 'pipe'],
  });
  if (closeOutput) {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
  onTestFinished(() => void child.kill('SIGKILL'));
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  const firstLine = new Promise<string>((done) => {
    child.stdout?.on('data', () => {
      const [line, rest] = Buffer.concat(stdout).toString().split('\n', 2);
      if (line !== undefined && rest !== undefined) done(line);
    });
  });
  function said(text: string): Promise<void> {
    return new Promise((done, fail) => {
      const look = (): void => {
        if ([stdout, stderr].some((chunks) => Buffer.concat(chunks).includes(text))) done();
      };
      look();
      child.stdout?.on('data', look);
      child.stderr?.on('data', look);
      child.once('close', () => {
        const output = Buffer.concat([...stdout, ...stderr]);
        fail(new AssertionError({ message: `It ended without saying "${text}":\n${output}` }));
      });
    });
  }
  child.stdin?.on('error', () => {});
  if (stdin !== 'open') child.stdin?.end(stdin);
  return {
    ended: collectOutput(child),
    firstLine,
    said,
    kill: (signal) => void child.kill(signal),
    write: (text) => new Promise((done) => child.stdin?.write(text, () => done())),
  };
}

export function runProgram(argv: readonly string[], options: ProgramOptions): Promise<Ended> {
  return startProgram(argv, options).ended;
}

export interface Ended {
  /** The exit code, or the signal that killed it. */
  readonly code: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

/** All that a process says, once it has ended and its streams are closed. */
export function collectOutput(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code, signal) =>
      done({
        code: code ?? signal ?? -1,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      }),
    );
  });
}
