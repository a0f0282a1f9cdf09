import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';
import { systemCode } from '../../domain/errors.ts';
import { tryTo } from '../../domain/try-to.ts';
import type { Probes } from '../job/run.ts';

/** The processes of this machine, as the system reports them; `null` is unknown. */
export function systemProbes(): Probes {
  return {
    self: {
      host: hostname(),
      pid: process.pid,
      start: find(process.pid)?.start ?? null,
      boot: tryTo(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? null,
      namespace: tryTo(() => readlinkSync('/proc/self/ns/pid')) ?? null,
    },
    find,
  };
}

function find(pid: number): ReturnType<Probes['find']> {
  if (!isThere(pid)) return undefined;
  if (process.platform !== 'linux') return { start: startByPs(pid) };
  const { state, start } = readStat(pid);
  return state !== null && DEAD.has(state) ? undefined : { start };
}

/** Signal 0 only asks; if it may not be sent, the process exists. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

/** Ended, and kept by the system until its parent asks for its status. */
const DEAD: ReadonlySet<string> = new Set(['Z', 'X']);

/**
 * Source: proc_pid_stat(5). Field 3 is the state, field 22 the start in ticks since boot. The name in field 2 may
 * contain blanks and parentheses.
 */
function readStat(pid: number): { readonly state: string | null; readonly start: string | null } {
  const stat = tryTo(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] || null, start: fields[19] ?? null };
}

/** macOS and the BSDs have no /proc; Windows has neither. */
function startByPs(pid: number): string | null {
  if (process.platform === 'win32') return null;
  // Never needed on systems with /proc, which are most, and slow to load.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  const ask = (): string =>
    execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  return tryTo(() => ask().trim()) || null;
}
