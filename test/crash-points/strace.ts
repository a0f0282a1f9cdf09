import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { collectOutput, type Ended, PROGRAM } from '../support/run-program.ts';

/** Flag of Node.js that gives the program's locks the ids 1, 2, …: they are part of file names, and strace only knows whole names. */
const FIXED_NAMES = `--import=data:text/javascript,${encodeURIComponent(`
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  let number = 0;
  crypto.randomUUID = () => '${fixedId('').slice(0, -12)}' + String(++number).padStart(12, '0');
  syncBuiltinESMExports();
`)}`;

/** The id with this number. */
export function fixedId(number: number | string): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A system call as it was begun. */
export interface Call {
  readonly thread: number;
  readonly name: string;
  /** The call as strace writes it, without the thread. */
  readonly text: string;
  /** What it ended with; empty where it never did. */
  readonly result: string;
  /** How many calls of this name the thread has begun so far, this one included. */
  readonly nth: number;
  readonly injected: boolean;
}

export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface TraceOptions extends Place {
  /** File for what strace writes. */
  readonly log: string;
  /** Calls that are written down and counted. */
  readonly calls: readonly string[];
  /** As strace takes it behind `--inject=`. */
  readonly inject?: string | undefined;
  /** Only calls on these paths are counted; all where there is none. */
  readonly paths?: readonly string[];
}

/** The built program as a process of its own, with no file larger than so many KiB. */
export function runLimited(
  argv: readonly string[],
  { fileKiB, ...place }: Place & { readonly fileKiB: number },
) {
  return run(
    ['bash', '-c', `ulimit -f ${fileKiB}; exec "$@"`, 'bash', process.execPath, PROGRAM, ...argv],
    place,
  );
}

/**
 * The built program under strace, which counts by thread and by call. A signal is only delivered where every call is stopped at,
 * an error also where the kernel picks the calls (`--seccomp-bpf`), which takes half the time.
 */
export async function traceProgram(
  argv: readonly string[],
  { log, calls, inject, paths = [], ...place }: TraceOptions,
): Promise<Ended & { readonly calls: readonly Call[] }> {
  const traced = calls.map((call) => `?${call}`).join(',');
  const strace = [
    'strace',
    '-f',
    ...(inject?.includes('signal=') ? [] : ['--seccomp-bpf']),
    ...['-y', '-s', '48', '-o', log, '-e', 'signal=none', '-e', `trace=${traced}`],
    ...(inject === undefined ? [] : ['-e', `inject=${inject}`]),
    ...paths.flatMap((path) => ['-P', path]),
  ];
  // With so many threads for files, none of them makes as many calls as the main one: what counts is told by the number alone.
  const threads = paths.length > 0 ? '1' : '64';
  const node = paths.length > 0 ? [process.execPath, FIXED_NAMES] : [process.execPath];
  const env = { ...place.env, UV_THREADPOOL_SIZE: threads };
  const ended = await run([...strace, ...node, PROGRAM, ...argv], { ...place, env });
  return { ...ended, calls: parseCalls(readFileSync(log, 'utf8')) };
}

function run([program = '', ...argv]: readonly string[], { cwd, env }: Place): Promise<Ended> {
  return collectOutput(spawn(program, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

const BEGUN = /^(\d+) +(\w+)\((.*)$/;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/;

/** Source: strace(1), "unfinished" and "resumed": calls of several threads are written one into the other. */
function parseCalls(log: string): readonly Call[] {
  const calls: Call[] = [];
  const open = new Map<number, number>();
  const counts = new Map<string, number>();
  for (const line of log.split('\n')) {
    const begun = BEGUN.exec(line);
    const [, thread, name = '', rest = ''] = begun ?? RESUMED.exec(line) ?? [];
    if (thread === undefined) continue;
    const id = Number(thread);
    const end = { result: /\) += (.*)$/.exec(rest)?.[1] ?? '', injected: rest.endsWith('(INJECTED)') };
    if (begun) {
      const nth = (counts.get(`${id} ${name}`) ?? 0) + 1;
      counts.set(`${id} ${name}`, nth);
      open.set(id, calls.length);
      calls.push({ thread: id, name, text: `${name}(${rest}`, nth, ...end });
    } else {
      const at = open.get(id) ?? -1;
      const call = calls[at];
      if (call?.name === name) calls[at] = { ...call, ...end };
    }
  }
  return calls;
}

/** Which strace there is; `undefined` where there is none. */
export function findStrace(): string | undefined {
  const { stdout, error } = spawnSync('strace', ['--version'], { encoding: 'utf8' });
  return error ? undefined : stdout.split('\n', 1)[0];
}
