import { InterruptedError } from '../../src/domain/errors.ts';
import type { Clock } from '../../src/domain/ports.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { RUN_FILES } from '../../src/run/folder/run-folder.ts';
import type { RunHost } from '../../src/run/job/run.ts';
import type { Random } from '../../src/sandbox/random.ts';
import type { Network } from './network.ts';
import type { DiskFate, Storage } from './storage.ts';
import type { Timeline } from './timeline.ts';

/** What is to go wrong with a process, by the number of its calls to the disk or by the time since it began. */
export interface ProcessFaults {
  readonly calls: ReadonlyMap<number, DiskFate | 'power_cut'>;
  /** From this call on nothing more fits onto the disk. */
  readonly fullFrom?: number | undefined;
  readonly killAfterMs?: number | undefined;
  readonly powerCutAfterMs?: number | undefined;
  readonly signalAfterMs?: number | undefined;
}

export const NO_FAULTS: ProcessFaults = { calls: new Map() };

/** A process of a simulated machine, from its beginning to its end. */
export interface Ending {
  readonly pid: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly how: 'reported' | 'threw' | 'killed';
  readonly report?: RunReport;
  readonly error?: unknown;
  /** How many calls it made to the disk. */
  readonly calls: number;
}

type Story = (host: RunHost) => Promise<RunReport>;

export interface Machine {
  /** Starts a process; it goes on while the timeline does. */
  start(story: Story, faults: ProcessFaults): { readonly pid: number; ending(): Ending | undefined };
}

/** Where runs work, and where locks are kept. */
export const WORK = '/work';
const LOCKS = '/state/locks';

interface MachineOptions {
  readonly timeline: Timeline;
  readonly network: Network;
  readonly storage: Storage;
  readonly random: Random;
  readonly onFault: (fault: string) => void;
}

export const EPOCH = Date.UTC(2026, 10, 20, 2, 15);

class Gone extends Error {}

/**
 * What a process that is gone meets with at the disk. A signal's listener may write to the log, and nobody catches what a listener
 * throws; a log that can't be written ends nothing, so that the process goes on to its next call.
 */
function goneAt(path: string): Error {
  return path.endsWith(`/${RUN_FILES.log}`) ? Object.assign(new Gone(), { code: 'EIO' }) : new Gone();
}

export function createMachine({ timeline, network, storage, random, onFault }: MachineOptions): Machine {
  const running = new Map<number, { readonly start: string; readonly kill: () => void }>();
  let boot = 1;
  let pids = 100;

  function cutPower(): void {
    onFault(`the power is cut at ${timeline.now()} ms`);
    for (const { kill } of [...running.values()]) kill();
    storage.cutPower(random);
    boot++;
  }

  function start(story: Story, faults: ProcessFaults) {
    const pid = ++pids;
    const startedAt = timeline.now();
    const controller = new AbortController();
    let isAlive = true;
    let calls = 0;
    let ending: Ending | undefined;

    function end(how: Omit<Ending, 'pid' | 'startedAt' | 'endedAt' | 'calls'>): void {
      if (!isAlive) return;
      isAlive = false;
      running.delete(pid);
      ending = { pid, startedAt, endedAt: timeline.now(), calls, ...how };
    }
    const kill = (): void => end({ how: 'killed' });
    running.set(pid, { start: String(startedAt), kill });

    function watch(call: string, path: string): DiskFate {
      if (!isAlive) throw goneAt(path);
      calls++;
      const fate = faults.calls.get(calls) ?? 'fine';
      if (fate === 'power_cut') {
        onFault(`process ${pid}: the power is cut at call ${calls}, ${call} ${path}`);
        cutPower();
        throw goneAt(path);
      }
      const takesRoom = call === 'write' || call === 'open' || call === 'mkdir' || call === 'link';
      const isFull = faults.fullFrom !== undefined && calls >= faults.fullFrom && takesRoom;
      // A lock folder that can't be used is a notice; here it is the run's own files that are of interest.
      const isOurs = path.startsWith(`${WORK}/runs`);
      const met = isFull && isOurs ? { code: 'ENOSPC' } : fate;
      if (typeof met === 'object' && !isOurs) return 'fine';
      if (met !== 'fine') onFault(`process ${pid}: call ${calls}, ${call} ${path}: ${describeFate(met)}`);
      return met;
    }

    function die(path: string): never {
      kill();
      throw goneAt(path);
    }

    const signal = controller.signal;
    const ports: RunHost['ports'] = {
      clock: createClock(timeline, () => isAlive),
      random: random.next,
      disk: storage.open(watch, die),
      openTransport: network.openFor({ pid, isAlive: () => isAlive }),
      cwd: WORK,
      signal,
      locks: {
        folder: LOCKS,
        probes: {
          self: { host: 'sim', pid, start: String(startedAt), boot: String(boot), namespace: 'sim' },
          find: (other) => running.get(other),
        },
      },
    };
    const at = (ms: number | undefined, act: () => void): void => {
      if (ms !== undefined) timeline.after(ms, () => isAlive && act());
    };
    at(faults.killAfterMs, () => {
      onFault(`process ${pid} is killed at ${timeline.now()} ms`);
      kill();
    });
    at(faults.powerCutAfterMs, cutPower);
    at(faults.signalAfterMs, () => {
      onFault(`process ${pid} gets SIGTERM at ${timeline.now()} ms`);
      controller.abort(new InterruptedError('SIGTERM'));
    });
    story({ ports, onEvent: () => {} }).then(
      (report) => end({ how: 'reported', report }),
      (error: unknown) => end({ how: 'threw', error }),
    );
    return { pid, ending: () => ending };
  }

  return { start };
}

function describeFate(fate: DiskFate): string {
  return typeof fate === 'object' ? fate.code : fate;
}

/** Time goes on for a process while it lives. */
function createClock(timeline: Timeline, isAlive: () => boolean): Clock {
  return {
    now: () => EPOCH + timeline.now(),
    monotonic: () => timeline.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = (): void => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = timeline.after(ms, () => {
          signal?.removeEventListener('abort', onAbort);
          if (isAlive()) resolve();
        });
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    every: (ms, act) => {
      let cancel = () => {};
      const beat = (): void => {
        if (!isAlive()) return;
        cancel = timeline.after(ms, beat);
        try {
          act();
        } catch (error) {
          if (!(error instanceof Gone)) throw error;
        }
      };
      cancel = timeline.after(ms, beat);
      return () => cancel();
    },
  };
}
