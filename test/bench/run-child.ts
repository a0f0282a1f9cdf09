import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** What a process took of the machine, all in all. */
interface Usage {
  readonly cpuMs: number;
  readonly peakBytes: number;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** From the start of the process to its end. */
  readonly ms: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Told by the process itself as it ends; one that was killed tells none. */
  readonly usage: Usage | undefined;
}

/** Clients run on one core and servers on another, so that neither takes time from the other. */
export type Side = 'client' | 'server';

const CORES: Readonly<Record<Side, string>> = { client: '0', server: '1' };

/** Makes a Node process say at its end, behind everything else on standard error, what it took. */
const TELL_USAGE = `data:text/javascript,${encodeURIComponent(`
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  let kilobytes = maxRSS;
  try { kilobytes = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))[1]); } catch {}
  writeSync(2, '\\nusage ' + JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakBytes: kilobytes * 1024 }) + '\\n');
});`)}`;

/** Put before the script of a Node process whose `usage` is wanted. */
export const TELLING: readonly string[] = ['--import', TELL_USAGE];

/** Put before a script in TypeScript. */
export const TYPED: readonly string[] = ['--import', import.meta.resolve('tsx')];

const living = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

let pinned = false;

/**
 * Keeps this process to the clients' core, and with it every client, which is then started without anything around it
 * that takes time. Nothing happens where there is one core only, or no taskset.
 */
export function pinClients(): void {
  if (availableParallelism() < 2) return;
  const { status } = spawnSync('taskset', ['-cp', CORES.client, String(process.pid)], { stdio: 'ignore' });
  pinned = status === 0;
}

/** Whether processes are kept to cores of their own here. */
export function isPinned(): boolean {
  return pinned;
}

/** Starts a process on its side of the machine; it does not outlive this one. */
export function startChild(side: Side, command: readonly string[], options: SpawnOptions): ChildProcess {
  const prefix = side === 'server' && pinned ? ['taskset', '-c', CORES.server] : [];
  const [first = '', ...argv] = [...prefix, ...command];
  const child = spawn(first, argv, options);
  living.add(child);
  child.on('close', () => living.delete(child));
  child.on('error', () => living.delete(child));
  return child;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/** Runs a client to its end, or kills it when its time is up. */
export function runChild(command: readonly string[], { cwd, env, timeoutMs }: RunOptions): Promise<Ended> {
  return new Promise((done, fail) => {
    const start = performance.now();
    const child = startChild('client', command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    let timedOut = false;
    let ms = Number.NaN;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.on('error', fail);
    child.on('exit', () => {
      ms = performance.now() - start;
      clearTimeout(timer);
    });
    child.on('close', (code, signal) => done({ code, signal, timedOut, ms, ...splitUsage(output) }));
  });
}

function splitUsage({
  stdout,
  stderr,
}: Pick<Ended, 'stdout' | 'stderr'>): Pick<Ended, 'stdout' | 'stderr' | 'usage'> {
  const told = /\nusage (\{.*\})\n$/.exec(stderr);
  if (told === null) return { stdout, stderr, usage: undefined };
  return { stdout, stderr: stderr.slice(0, told.index), usage: JSON.parse(told[1] ?? '') };
}

/** Errors: a process that was not asked to tell its usage, or was killed. */
export function usageOf({ usage }: Ended): Usage {
  if (usage === undefined) throw new Error('A process told no usage');
  return usage;
}

/** Errors: what kept a process from doing its work, in a sentence. */
export function expectSuccess(ended: Ended, what: string): Ended {
  if (ended.timedOut) throw new Error(`${what} was not done within ${(ended.ms / 1000).toFixed(0)} s`);
  if (ended.code === 0) return ended;
  if (/heap out of memory|MemoryError|ERR_WORKER_OUT_OF_MEMORY/.test(ended.stderr))
    throw new Error(`${what} ran out of memory after ${(ended.ms / 1000).toFixed(0)} s`);
  const last = ended.stderr.trim().split('\n').slice(-3).join(' | ');
  throw new Error(`${what} ended with ${ended.signal ?? `code ${ended.code}`}: ${last.slice(0, 300)}`);
}
