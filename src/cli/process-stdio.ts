import { closeSync, fstatSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { describeSystemError, UsageError } from '../domain/errors.ts';
import { EXIT } from '../domain/exit-codes.ts';
import { tryTo } from '../domain/try-to.ts';
import { nameJob, renderReason } from '../report/text/failure-line.ts';
import { KEY, WEBHOOK } from '../settings/setting.ts';
import { discardTyped } from './terminal/ask.ts';
import type { Stdio } from './terminal/stdio.ts';

/** What is used of a process. */
export interface Host extends Pick<Stdio, 'stdin' | 'stdout' | 'stderr'> {
  readonly env: Record<string, string | undefined>;
  exitCode?: number | string | null | undefined;
  cwd(): string;
  on(event: 'exit', listener: () => void): unknown;
}

/**
 * The streams and the environment of this process. A closed terminal or a full disk under its output must not end a run in
 * the middle: only the output is lost. The exit code reports lost data, at the very end, since writes may fail late.
 */
export function processStdio(host: Host = process, close: (fd: number) => void = closeSync): Stdio {
  const { stdout, stderr } = host;
  const lost = watchErrors(stdout);
  const unsaid = watchErrors(stderr);
  host.on('exit', () => {
    // Later errors follow from the first.
    const [loss] = lost.slice(0, 1).filter(isLoss);
    if (loss && !host.exitCode) {
      host.exitCode = EXIT.failed;
      const reason = `Cannot write to standard output: ${describeLoss(loss)}`;
      stderr.write(`${renderReason(nameFolder(host), reason, { exitCode: EXIT.failed }).text}\n`);
    }
    if ([...lost, ...unsaid].some(({ code }) => code === 'EIO')) closeTerminal(close);
  });
  return {
    // Most commands never read from it, and opening it takes time.
    get stdin() {
      return host.stdin;
    },
    stdout,
    stderr,
    env: takeEnv(host),
    get cwd() {
      return readCwd(host);
    },
    isOneStream,
    isStdinTerminal: () => process.getBuiltinModule('node:tty').isatty(0),
    openTerminal,
    discardTyped,
  };
}

/** The environment, whose secrets are removed from the process, so that no child process or crash report contains them. */
function takeEnv({ env }: Host): Stdio['env'] {
  const taken = { ...env };
  for (const name of [KEY, WEBHOOK]) delete env[name];
  return taken;
}

/** The account, in whose folder commands are run; no name if the folder is gone. */
export function nameFolder(host: Pick<Host, 'cwd'>): string {
  return tryTo(() => nameJob(basename(host.cwd()), undefined)) ?? '';
}

/** Somebody may have removed the folder meanwhile. */
function readCwd(host: Host): string {
  try {
    return host.cwd();
  } catch (cause) {
    throw new UsageError(['The working folder is gone; change to one that is there'], { cause });
  }
}

/** Where a stream can't be looked at, as a closed one or a console of Windows, they count as two. */
function isOneStream(): boolean {
  const [out, error] = [1, 2].map((fd) => tryTo(() => fstatSync(fd, { bigint: true })));
  return out !== undefined && out.ino === error?.ino && out.dev === error.dev;
}

/** `undefined` without a terminal, as under cron or on Windows. */
function openTerminal(): Stdio['stdin'] | undefined {
  const { ReadStream } = process.getBuiltinModule('node:tty');
  return tryTo(() => new ReadStream(openSync('/dev/tty', 'r')));
}

function watchErrors(stream: NodeJS.WritableStream): readonly NodeJS.ErrnoException[] {
  const errors: NodeJS.ErrnoException[] = [];
  stream.on('error', (error: NodeJS.ErrnoException) => errors.push(error));
  return errors;
}

/** A reader that has read enough, as `| head` does, misses nothing. */
function isLoss({ code }: NodeJS.ErrnoException): boolean {
  return code !== 'EPIPE';
}

/** `EIO`: the terminal was closed. */
function describeLoss(error: NodeJS.ErrnoException): string {
  return error.code === 'EIO' ? 'it is gone' : describeSystemError(error);
}

/** Node restores the modes of its terminals at exit and aborts if one is gone (node::ResetStdio), but skips closed ones. */
function closeTerminal(close: (fd: number) => void): void {
  for (const fd of [0, 1, 2]) {
    // It may be closed already.
    tryTo(() => close(fd));
  }
}
