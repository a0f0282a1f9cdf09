import { closeSync, openSync } from 'node:fs';
import process from 'node:process';
import { describeSystemError } from '../domain/describe-system-error.ts';
import { UsageError } from '../domain/errors.ts';
import { EXIT } from '../run/job/exit-code.ts';
import { KEY } from './settings/read-api-key.ts';
import { WEBHOOK } from './settings/webhook.ts';
import { forgetTyped } from './terminal/forget-typed.ts';
import type { Stdio } from './terminal/stdio.ts';

/** What is used of a process. */
export interface Host extends Pick<Stdio, 'stdin' | 'stdout' | 'stderr'> {
  readonly env: Record<string, string | undefined>;
  exitCode?: number | string | null | undefined;
  cwd(): string;
  on(event: 'exit', listener: () => void): unknown;
}

/**
 * The outside of this very process. A terminal that goes away or a disk that fills up under its output must not end a run
 * in the middle: what is said to nobody is lost, and nothing else. Lost data is told by the exit code, at the very end,
 * since a write may fail long after it was asked for.
 */
export function processStdio(host: Host = process, close: (fd: number) => void = closeSync): Stdio {
  const { stdout, stderr } = host;
  const lost = watchErrors(stdout);
  const unsaid = watchErrors(stderr);
  host.on('exit', () => {
    // What comes after the first error follows from it.
    const [loss] = lost.slice(0, 1).filter(isLoss);
    if (loss && !host.exitCode) {
      host.exitCode = EXIT.failed;
      stderr.write(
        `Cannot write to standard output: ${describeLoss(loss)}; this makes the exit code ${EXIT.failed}\n`,
      );
    }
    if ([...lost, ...unsaid].some(({ code }) => code === 'EIO')) letGoOfTerminal(close);
  });
  return {
    // Most commands never read from it, and to open it takes its time.
    get stdin() {
      return host.stdin;
    },
    stdout,
    stderr,
    env: takeEnv(host),
    get cwd() {
      return readCwd(host);
    },
    isStdinTerminal: () => process.getBuiltinModule('node:tty').isatty(0),
    openTerminal,
    forgetTyped,
  };
}

/**
 * The environment as it was. From the process itself the secrets are gone with that, so that nothing that copies or prints an
 * environment can hold them: a child process, a crash report, or whatever else runs in here.
 */
function takeEnv({ env }: Host): Stdio['env'] {
  const taken = { ...env };
  for (const name of [KEY, WEBHOOK]) delete env[name];
  return taken;
}

/** Somebody may have removed the folder meanwhile. */
function readCwd(host: Host): string {
  try {
    return host.cwd();
  } catch (cause) {
    throw new UsageError(['The working folder is gone; change to one that is there'], { cause });
  }
}

/** Without one, as under cron or on Windows, there is none to open. */
function openTerminal(): Stdio['stdin'] | undefined {
  try {
    const { ReadStream } = process.getBuiltinModule('node:tty');
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    return undefined;
  }
}

/** A stream's errors, as they come. */
function watchErrors(stream: NodeJS.WritableStream): readonly NodeJS.ErrnoException[] {
  const errors: NodeJS.ErrnoException[] = [];
  stream.on('error', (error: NodeJS.ErrnoException) => errors.push(error));
  return errors;
}

/** A reader that has read enough, as `| head` does, misses nothing. */
function isLoss({ code }: NodeJS.ErrnoException): boolean {
  return code !== 'EPIPE';
}

/** `EIO` is what a terminal says that went away. */
function describeLoss(error: NodeJS.ErrnoException): string {
  return error.code === 'EIO' ? 'it is gone' : describeSystemError(error);
}

/**
 * Node ends by giving terminals back the mode it found them in, and aborts where one is gone (node::ResetStdio); it leaves
 * alone what is closed.
 */
function letGoOfTerminal(close: (fd: number) => void): void {
  for (const fd of [0, 1, 2]) {
    try {
      close(fd);
    } catch {
      // It was closed before.
    }
  }
}
