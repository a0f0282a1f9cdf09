import { rmSync, writeFileSync } from 'node:fs';
import type { Probes, ProcessMark } from '../../src/run/job/run.ts';
import type { Holder } from '../../src/run/lock/with-lock.ts';

/** The process that tests pretend to be. */
export const HERE: ProcessMark = {
  host: 'here',
  pid: 1234,
  start: '50',
  boot: 'boot-1',
  namespace: 'pid:[1]',
};

/** A process on the same machine, with every field filled in. */
export function aHolder(fields: Partial<Holder> = {}): Holder {
  return {
    ...HERE,
    version: 1,
    id: '00000000-0000-4000-8000-000000000001',
    pid: 4711,
    start: '100',
    since: '2026-11-20T02:15:00.000Z',
    command: 'sync',
    subject: 'costs.csv',
    ...fields,
  };
}

interface Machine {
  readonly self?: Partial<ProcessMark>;
  /** Start of each process that runs besides this one. */
  readonly running?: Readonly<Record<number, string | null>>;
}

export function someProbes({ self = {}, running = {} }: Machine = {}): Probes {
  const me = { ...HERE, ...self };
  return {
    self: me,
    find: (pid) => {
      const start = pid === me.pid ? me.start : running[pid];
      return start === undefined ? undefined : { start };
    },
  };
}

/** Leaves a lock behind, as a process would that was killed. */
export function writeLock(path: string, fields: Partial<Holder> = {}, folder?: string): Holder {
  const holder = aHolder(fields);
  const lines = [JSON.stringify(holder), ...(folder === undefined ? [] : [JSON.stringify(folder)])];
  // Another file than the one that was there.
  rmSync(path, { force: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return holder;
}
