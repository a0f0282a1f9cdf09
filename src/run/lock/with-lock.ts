import { join } from 'node:path';
import { count } from '../../domain/count.ts';
import { describeSystemError, LockedError, PricesheetError, systemCode } from '../../domain/errors.ts';
import { makeFolders } from '../disk/write-whole.ts';
import {
  type AccountLock,
  type Command,
  type RunHost,
  type RunPorts,
  type RunSettings,
  warn,
} from '../job/run.ts';
import {
  type Attempt,
  type FoundLock,
  findLock,
  isHeld,
  type LockTools,
  lockNameOf,
  nameFolder,
  type OwnLock,
  refreshHeartbeat,
  releaseLock,
  tryLock,
} from './lock-file.ts';

interface Claim {
  readonly command: Command;
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  /** The sheet's name from run to run, where it has one. */
  readonly job?: string | undefined;
  readonly settings: RunSettings;
}

/**
 * Does some work as the only run on the account on this machine, with a host that has the lock, and whose signal is aborted too if that is lost. A dry run changes nothing and may go beside others. If no lock can be kept, the work is done all the same, with a notice: a job in a container
 * may have no home folder.
 *
 * Errors: `LockedError` if another run holds the lock for longer than the waiting time; the signal's reason.
 */
export async function withLock<T>(
  claim: Claim,
  host: RunHost,
  work: (host: RunHost) => Promise<T>,
): Promise<T> {
  const { ports } = host;
  const begin = (lock: AccountLock | undefined, signal = ports.signal): Promise<T> =>
    work({ ...host, startedAt: ports.clock.now(), lock, ports: { ...ports, signal } });
  if (claim.settings.dryRun) return begin(undefined);
  const taken = await takeOrDoWithout(claim, host);
  if (typeof taken === 'string') {
    warn(taken, host);
    return begin({ ...NO_LOCK, notices: [taken] });
  }
  const { lock, notices } = taken;
  const { clock, disk } = ports;
  const { redact } = claim.settings.service.apiKey;
  /** Aborted with a `LockedError` as soon as another run, which could not see this process, is found to hold the lock. */
  const lost = new AbortController();
  const refresh = (): void => ifPossible(() => refreshHeartbeat(lock, clock.now(), disk));
  const held: AccountLock = {
    notices,
    assertHeld: () => {
      ifPossible(() => {
        if (!isHeld(lock, disk)) lost.abort(takenOver(lock, findLock(lock.path, disk)));
      });
      lost.signal.throwIfAborted();
    },
    nameFolder: (path) => {
      ifPossible(() => nameFolder(lock, redact(path), disk));
      refresh();
    },
  };
  const stop = clock.every(HEARTBEAT_EVERY_MS, () => {
    try {
      held.assertHeld();
      refresh();
    } catch (error) {
      lost.abort(error);
    }
  });
  try {
    return await begin(held, AbortSignal.any([ports.signal, lost.signal]));
  } finally {
    stop();
    ifPossible(() => releaseLock(lock, toolsOf(claim, ports)));
  }
}

const HEARTBEAT_EVERY_MS = 10_000;

const NO_LOCK: AccountLock = { notices: [], assertHeld: () => {}, nameFolder: () => {} };

/** A failure with the lock's file does not end the run: at worst the next run takes the lock over. */
function ifPossible(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (error instanceof PricesheetError || systemCode(error) === undefined) throw error;
  }
}

interface Taken {
  readonly lock: OwnLock;
  readonly notices: readonly string[];
}

/** A string is the notice that there is no lock. */
async function takeOrDoWithout(claim: Claim, host: RunHost): Promise<Taken | string> {
  const { locks, disk } = host.ports;
  const { folder } = locks;
  if (folder === undefined)
    return `${WITHOUT}: there is no home folder to keep one in, XDG_STATE_HOME can name another folder`;
  try {
    makeFolders(folder, disk);
    return await take(folder, claim, host);
  } catch (error) {
    if (error instanceof PricesheetError || systemCode(error) === undefined) throw error;
    return `${WITHOUT}: cannot write in the folder "${folder}": ${describeSystemError(error)}`;
  }
}

const WITHOUT = 'Running without a lock, so another run on this account may run at the same time';

const ASK_EVERY_MS = 500;

async function take(folder: string, claim: Claim, { ports, onEvent }: RunHost): Promise<Taken> {
  const { clock, signal } = ports;
  const path = join(folder, lockNameOf(claim.settings.service));
  const began = clock.monotonic();
  let isAnnounced = false;
  for (;;) {
    signal.throwIfAborted();
    const tools = toolsOf(claim, ports);
    const attempt = tryLock(path, tools);
    if (attempt.kind === 'taken') return { lock: attempt.lock, notices: describeTakeOver(attempt) };
    const waitedMs = clock.monotonic() - began;
    const leftMs = claim.settings.waitLockMs - waitedMs;
    if (leftMs <= 0) throw locked(attempt, claim, tools.claim);
    if (!isAnnounced)
      onEvent({
        event: 'wait',
        message: `Waiting for another run on this account: ${describeLock(attempt.by)}`,
      });
    isAnnounced = true;
    await clock.sleep(Math.min(ASK_EVERY_MS, leftMs), signal);
  }
}

function toolsOf(
  { command, subject, job, settings }: Claim,
  { locks: { probes }, clock, cwd, disk }: RunPorts,
): LockTools {
  const now = clock.now();
  const { redact } = settings.service.apiKey;
  const since = new Date(now).toISOString();
  const named = { command, subject: redact(subject), job: job && redact(job), cwd: redact(cwd) };
  const claim = { version: 1 as const, ...probes.self, since, ...named };
  return { claim, probes, now, disk };
}

function describeTakeOver({ tookOver }: Extract<Attempt, { kind: 'taken' }>): readonly string[] {
  if (!tookOver) return [];
  const { from, why } = tookOver;
  return [`Took over the lock of an unfinished run, because ${why}: ${describeLock(from)}`];
}

function locked(
  { by, certain }: Extract<Attempt, { kind: 'held' }>,
  { settings: { waitLockMs } }: Claim,
  own: LockTools['claim'],
): LockedError {
  const waited = waitLockMs > 0 ? ` after ${count(waitLockMs / 1000, 'second')} of waiting` : '';
  const wait =
    waitLockMs > 0
      ? 'set a larger "wait-lock" in pricesheet.json'
      : 'set "wait-lock" in pricesheet.json to the seconds to wait for it';
  const remove = certain ? '' : `; if it no longer runs, remove "${by.path}"`;
  return new LockedError(
    `Cannot begin: another run on this account holds the lock${waited}: ${describeLock(by)}`,
    { hint: `Wait until it is done, or ${wait}${remove}`, isTonight: isTonight(by, own) },
  );
}

/** Nights are a day apart: a run of the job that began longer ago keeps the next one from being made. */
const NIGHT_MS = 20 * 3_600_000;

/** An engine whose expiry is shorter than a run starts a second one of the same job beside it. */
function isTonight({ holder }: FoundLock, own: LockTools['claim']): boolean {
  if (!holder) return false;
  const isSame = (['command', 'subject', 'job', 'cwd'] as const).every((key) => holder[key] === own[key]);
  const age = Date.parse(own.since) - Date.parse(holder.since);
  return isSame && age >= 0 && age < NIGHT_MS;
}

/** The other run saw no sign of life of this process for long, as when it was paused in a container. */
function takenOver({ path }: OwnLock, newHolder: FoundLock | undefined): LockedError {
  const who = newHolder
    ? `another run on this account has taken over the lock: ${describeLock(newHolder)}`
    : `the lock "${path}" is gone: another run on this account has taken it over and ended, or somebody has removed it`;
  return new LockedError(`Cannot go on: ${who}`, {
    hint: 'Once no other one runs, apply this run to send what is left of its plan',
  });
}

/** `sync "costs.csv", process 4711 on "shop", since 2026-11-20 02:15:00 UTC, run folder "…"`. */
export function describeLock({ holder, folder, path }: FoundLock): string {
  if (!holder) return `the lock file "${path}" does not say which`;
  const { command, subject, pid, host, since } = holder;
  const when = `${since.slice(0, 19).replace('T', ' ')} UTC`;
  const where = folder === undefined ? '' : `, run folder "${folder}"`;
  return `${command} "${subject}", process ${pid} on "${host}", since ${when}${where}`;
}
