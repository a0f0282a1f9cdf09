import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import type { RunEvent } from '../../domain/documents/notifications.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { Redact } from '../../domain/secret.ts';
import { isPattern, jobNameOf, jobNameOfPattern } from '../../run/sheet/find-newest.ts';
import { findOwnFile } from '../../run/sheet/own-file.ts';
import { maskKeys } from '../../settings/read-api-key.ts';
import { isFile } from '../../settings/read-own-file.ts';
import {
  type Options,
  readSources,
  type SourceOptions,
  type Sources,
  sectionOf,
  textOption,
} from '../../settings/read-sources.ts';
import { shellOf } from './machine.ts';

/** Who asks for something, a command line or a program: the settings, and the place where it works. */
export interface Caller {
  readonly options: Options;
  readonly sources: Sources;
  /** What the sheet at hand is called from run to run; `undefined` for a run's own files. */
  readonly job: string | undefined;
  /** Takes the key out of what is shown, where the settings have one; for commands that use none. */
  readonly mask: Redact;
  readonly cwd: string;
  readonly env: SourceOptions['env'];
  readonly verbose: boolean;
  /** Of the commands that are shown, also in files that outlive the run. */
  readonly shell: Shell;
  /** Takes what happens during a run. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** What the sheet `-` is read from. */
  stdin(): Input;
  /** Whether a person may be watching, and would notice what is shown or asked. */
  isWatched(): boolean;
  /** Whether a person is at a terminal, who can be asked and sees what went wrong. */
  isAtTerminal(): boolean;
  /** Takes what is to be known beside the result, a line each; never the key. */
  warn(text: string): void;
  /** Takes the name of account and job before the report of a run that failed, and perhaps for how long the job fails; never the key. */
  readonly onFailure?: ((name: string) => void) | undefined;
}

export interface CallerOptions
  extends Pick<Caller, 'cwd' | 'env' | 'onFailure' | 'stdin' | 'isWatched' | 'isAtTerminal' | 'warn'>,
    Pick<SourceOptions, 'makesFiles' | 'program'> {
  readonly options: Options;
  /** The path of the sheet that is to be read, where one is. */
  readonly sheet?: string | undefined;
}

/** Reads the sources of the settings, and names the job. */
export function createCaller({ options, sheet, makesFiles, program, ...place }: CallerOptions): Caller {
  const { env, cwd } = place;
  const job = jobOf(options, sheet, cwd);
  const sources = readSources({ flags: options, env, cwd, job, makesFiles, program });
  const verbose = options['verbose'] === true;
  return { ...place, options, sources, job, mask: maskKeys(sources), verbose, shell: shellOf(env) };
}

/** Likewise for another job, without reading the files of the settings again: pipes are among them. */
export function callerOfJob<C extends Caller>(caller: C, job: string | undefined): C {
  const { sources } = caller;
  return { ...caller, job, sources: { ...sources, job: sectionOf(job, sources) } };
}

function jobOf(options: Options, sheet: string | undefined, cwd: string): string | undefined {
  if (sheet === undefined) return textOption(options, 'job');
  const path = resolve(cwd, sheet);
  const nameOf = isPattern(sheet) && !isFile(path) ? jobNameOfPattern : jobNameOf;
  return textOption(options, 'job') ?? findOwnFile(path, systemDisk)?.job ?? nameOf(sheet);
}

/** Bytes that come as they are read. A stream is closed once nobody wants the rest. */
export type Input = AsyncIterable<Uint8Array> & { destroy?(error?: Error): unknown };

/** An input until the signal is aborted: then it is closed, and reading ends with the reason, even if the input gives no answer. */
export async function* readUntilAborted(stdin: Input, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const chunks = stdin[Symbol.asyncIterator]();
  let close = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    close = () => {
      stdin.destroy?.(signal.reason);
      reject(signal.reason);
    };
  });
  // Nobody may be waiting for the next chunk then.
  aborted.catch(() => {});
  signal.addEventListener('abort', close, { once: true });
  try {
    for (;;) {
      const chunk = await Promise.race([chunks.next(), aborted]);
      if (chunk.done) return;
      yield chunk.value;
    }
  } finally {
    signal.removeEventListener('abort', close);
    if (!signal.aborted) await chunks.return?.();
  }
}
