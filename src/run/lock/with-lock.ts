import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { count } from '../../domain/count.ts';
import { describeSystemError, LockedError, PricesheetError, systemCode } from '../../domain/errors.ts';
import { parseJson } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import { openRegularFile } from '../disk/line-file.ts';
import { makeFolders, OWNER_ONLY, renameFile, writeAll } from '../disk/write-whole.ts';
import { describeAccount } from '../job/account.ts';
import {
  type AccountLock,
  type Command,
  type Probes,
  processMarkSchema,
  type RunHost,
  type RunPorts,
  type RunSettings,
  warn,
} from '../job/run.ts';

/** The run that wants the account for itself. */
interface LockRequest {
  readonly command: Command;
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  /** The sheet's name from run to run, where it has one. */
  readonly job?: string | undefined;
  readonly settings: RunSettings;
}

/**
 * Does some work as the only run on the account on this machine. Its host has the lock, and a signal that is aborted too if that is lost.
 *
 * A dry run changes nothing and may go beside others. If no lock can be kept, the work is done all the same, with a notice: a job in a
 * container may have no home folder.
 *
 * Errors: `LockedError` if another run holds the lock for longer than the waiting time; the signal's reason.
 */
export async function withLock<T>(
  request: LockRequest,
  host: RunHost,
  work: (host: RunHost) => Promise<T>,
): Promise<T> {
  const { ports } = host;
  const begin = (lock: AccountLock | undefined, signal = ports.signal): Promise<T> =>
    work({ ...host, startedAt: ports.clock.now(), lock, ports: { ...ports, signal } });
  if (request.settings.dryRun) return begin(undefined);
  const taken = await takeOrDoWithout(request, host);
  if (typeof taken === 'string') {
    warn(taken, host);
    return begin({ isExclusive: false, notices: [taken], assertHeld: () => {}, nameFolder: () => {} });
  }
  const { lock, notices } = taken;
  const { clock, disk } = ports;
  const { redact } = request.settings.service.apiKey;
  /** Aborted with a `LockedError` as soon as another run, which could not see this process, is found to hold the lock. */
  const lost = new AbortController();
  const refresh = (): void => ifPossible(() => refreshHeartbeat(lock, clock.now(), disk));
  const held: AccountLock = {
    isExclusive: true,
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
    ifPossible(() => releaseLock(lock, toolsOf(request, ports)));
  }
}

const HEARTBEAT_EVERY_MS = 10_000;

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
async function takeOrDoWithout(request: LockRequest, host: RunHost): Promise<Taken | string> {
  const { locks, disk } = host.ports;
  const { folder } = locks;
  if (folder === undefined)
    return `${WITHOUT}: there is no home folder to keep one in, XDG_STATE_HOME can name another folder`;
  try {
    makeFolders(folder, disk);
    return await take(folder, request, host);
  } catch (error) {
    if (error instanceof PricesheetError || systemCode(error) === undefined) throw error;
    return `${WITHOUT}: cannot write in the folder "${folder}": ${describeSystemError(error)}`;
  }
}

const WITHOUT = 'Running without a lock, so another run on this account may run at the same time';

const ASK_EVERY_MS = 500;

async function take(folder: string, request: LockRequest, { ports, onEvent }: RunHost): Promise<Taken> {
  const { clock, signal } = ports;
  const path = join(folder, lockNameOf(request.settings.service));
  const began = clock.monotonic();
  let isAnnounced = false;
  for (;;) {
    signal.throwIfAborted();
    const tools = toolsOf(request, ports);
    const attempt = tryLock(path, tools);
    if (attempt.kind === 'taken') return { lock: attempt.lock, notices: describeTakeOver(attempt) };
    const waitedMs = clock.monotonic() - began;
    const leftMs = request.settings.waitLock * 1000 - waitedMs;
    if (leftMs <= 0) throw locked(attempt, request, tools.holder);
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
  { command, subject, job, settings }: LockRequest,
  { locks: { probes }, clock, cwd, disk }: RunPorts,
): LockTools {
  const now = clock.now();
  const { redact } = settings.service.apiKey;
  const since = new Date(now).toISOString();
  const named = { command, subject: redact(subject), job: job && redact(job), cwd: redact(cwd) };
  const holder = { version: 1 as const, ...probes.self, since, ...named };
  return { holder, probes, now, disk };
}

function describeTakeOver({ tookOver }: Extract<Attempt, { kind: 'taken' }>): readonly string[] {
  if (!tookOver) return [];
  const { from, why } = tookOver;
  return [`Took over the lock of an unfinished run, because ${why}: ${describeLock(from)}`];
}

function locked(
  { by, certain }: Extract<Attempt, { kind: 'held' }>,
  { settings: { waitLock } }: LockRequest,
  own: LockTools['holder'],
): LockedError {
  const waited = waitLock > 0 ? ` after ${count(waitLock, 'second')} of waiting` : '';
  const wait =
    waitLock > 0
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
function isTonight({ holder }: FoundLock, own: LockTools['holder']): boolean {
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

/** A lock that was found. */
export interface FoundLock {
  readonly path: string;
  /** Distinguishes this lock from the next one under the same name. */
  readonly id: string;
  /** `undefined` if the file doesn't say. */
  readonly holder: Holder | undefined;
  /** The last heartbeat, in epoch milliseconds. */
  readonly heartbeatAt: number;
  /** The run folder, once it is known. */
  readonly folder: string | undefined;
}

/** A lock that this process holds. */
export interface OwnLock {
  readonly path: string;
  readonly id: string;
  /** Descriptor of the file: what is done through it can't affect another run's lock. */
  readonly file: number;
}

/** The result of trying to take a lock; a stale one may have been in the way. */
export type Attempt =
  | {
      readonly kind: 'taken';
      readonly lock: OwnLock;
      readonly tookOver?: { readonly from: FoundLock; readonly why: string };
    }
  | { readonly kind: 'held'; readonly by: FoundLock; readonly certain: boolean };

interface LockTools {
  /** The new holder; it gets its own id. */
  readonly holder: Omit<Holder, 'id'>;
  readonly probes: Probes;
  readonly now: number;
  readonly disk: Disk;
}

/**
 * Takes the lock at `path`, or finds its holder. Never waits.
 *
 * Errors: the system's own, if the folder can't be used.
 */
export function tryLock(path: string, tools: LockTools): Attempt {
  const draft = writeDraft(path, tools);
  let attempt: Attempt | undefined;
  try {
    attempt = placeDraft(draft, tools);
    return attempt;
  } finally {
    tools.disk.rmSync(draft.draftPath, { force: true });
    if (attempt?.kind !== 'taken') tools.disk.closeSync(draft.file);
  }
}

interface Draft extends OwnLock {
  readonly draftPath: string;
}

/** Written under another name first, so that a lock that is found is complete. */
function writeDraft(path: string, { holder, now, disk }: LockTools): Draft {
  const id = randomUUID();
  const draftPath = `${path}.${id}.new`;
  const file = disk.openSync(draftPath, 'ax', OWNER_ONLY.file);
  try {
    writeAll(file, `${JSON.stringify({ ...holder, id })}\n`, disk);
    // After a power cut the file has to name its holder: an empty one would count as held until its heartbeat is old.
    disk.fsyncSync(file);
    refreshHeartbeat({ file }, now, disk);
    return { path, id, file, draftPath };
  } catch (error) {
    disk.closeSync(file);
    disk.rmSync(draftPath, { force: true });
    throw error;
  }
}

/** Other runs may take, take over and release in between, but rarely so often that it is worth retrying for ever. */
const MAX_ROUNDS = 1000;

function placeDraft(draft: Draft, tools: LockTools): Attempt {
  const { path, id, file, draftPath } = draft;
  const lock = { path, id, file };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (linkNew(draftPath, path, tools.disk)) return { kind: 'taken', lock };
    const from = findLock(path, tools.disk);
    const standing = from && judgeHolder(from, tools);
    if (!standing) continue;
    if (standing.kind === 'live') return { kind: 'held', by: from, certain: standing.certain };
    const end = withRightTo(from, tools, () => renameFile(draftPath, path, tools));
    if (end === 'done') return { kind: 'taken', lock, tookOver: { from, why: standing.why } };
    if (end !== 'gone') return end;
  }
  throw Object.assign(new Error('EAGAIN: other runs keep taking and releasing the lock, link'), {
    code: 'EAGAIN',
  });
}

function linkNew(draftPath: string, path: string, disk: Disk): boolean {
  try {
    disk.linkSync(draftPath, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Changes a lock as the only one who may: of all runs that find the same lock, one at a time gets the right to end it,
 * and looks again whether it is still there. That right is itself a lock, named after the id of the lock that it is
 * about, so that a run that dies with it is succeeded in the same way.
 *
 * Without it, a run that found a stale lock could remove the lock of another that has just replaced it.
 */
function withRightTo(
  { path, id }: Pick<FoundLock, 'path' | 'id'>,
  tools: LockTools,
  act: () => void,
): 'done' | 'gone' | Extract<Attempt, { kind: 'held' }> {
  const right = tryLock(`${path}.${id}`, tools);
  if (right.kind === 'held') return right;
  try {
    if (findLock(path, tools.disk)?.id !== id) return 'gone';
    act();
    return 'done';
  } finally {
    tools.disk.closeSync(right.lock.file);
    tools.disk.rmSync(right.lock.path, { force: true });
  }
}

/** As after sudo by another user, or if there is a pipe in its place. */
const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOTFILE']);

/** `undefined` if there is none. One that can't be read exists all the same. */
export function findLock(path: string, disk: Disk): FoundLock | undefined {
  try {
    return readLock(path, disk);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    if (!UNREADABLE.has(code ?? '')) throw error;
    const stats = disk.statSync(path, { throwIfNoEntry: false });
    return stats && toFound(path, stats, '');
  }
}

/** Text and heartbeat are read from the same file, even if it is replaced meanwhile. */
function readLock(path: string, disk: Disk): FoundLock {
  const file = openRegularFile(path, disk);
  try {
    return toFound(path, disk.fstatSync(file), Buffer.from(disk.readFileSync(file)).toString('utf8'));
  } finally {
    disk.closeSync(file);
  }
}

function toFound(path: string, { ino, mtimeMs }: ReturnType<Disk['fstatSync']>, text: string): FoundLock {
  const [first = '', second = ''] = text.split('\n', 2);
  const [holder, said] = [parseHolder(first), parseJson(second)];
  const folder = typeof said === 'string' ? said : undefined;
  return { path, id: holder?.id ?? String(ino), holder, heartbeatAt: mtimeMs, folder };
}

/**
 * Whether the file of this lock is still in its place. A run that could not see this process may have taken the lock over, and released it
 * since: then there is none.
 *
 * Errors: the system's own.
 */
function isHeld({ path, file }: OwnLock, disk: Disk): boolean {
  return disk.statSync(path, { throwIfNoEntry: false })?.ino === disk.fstatSync(file).ino;
}

/** A sign of life for runs that can't see the process. */
export function refreshHeartbeat({ file }: Pick<OwnLock, 'file'>, now: number, disk: Disk): void {
  disk.futimesSync(file, now / 1000, now / 1000);
}

/** Appended, so that the file is complete for anyone who reads it meanwhile. */
function nameFolder({ file }: OwnLock, folder: string, disk: Disk): void {
  writeAll(file, `${JSON.stringify(folder)}\n`, disk);
}

/** Releases the lock, unless it is another run's by now. */
export function releaseLock(lock: OwnLock, tools: LockTools): void {
  tools.disk.closeSync(lock.file);
  withRightTo(lock, tools, () => tools.disk.rmSync(lock.path, { force: true }));
}

const holderSchema = processMarkSchema.extend({
  version: z.literal(1),
  /** Identifies this lock. A UUID, since it becomes part of a file name. */
  id: z.uuid(),
  /** ISO 8601. */
  since: z.string(),
  command: z.string(),
  /** The sheet or the run folder, as it was given. */
  subject: z.string(),
  /** Which job's it is; locks of earlier versions don't say. */
  job: z.string().optional(),
  cwd: z.string().optional(),
});

/** Who holds a lock. */
export type Holder = Readonly<z.infer<typeof holderSchema>>;

/** Whether a lock counts. `certain`: the process was seen to run; otherwise its heartbeat is recent. */
type Standing =
  | { readonly kind: 'live'; readonly certain: boolean }
  | { readonly kind: 'stale'; readonly why: string };

/**
 * Whether the process that holds a lock still runs. On the same machine that is certain, whatever its heartbeat: a
 * machine that slept has none for hours, and its runs go on.
 */
export function judgeHolder(
  { holder, heartbeatAt }: Pick<FoundLock, 'holder' | 'heartbeatAt'>,
  { probes, now }: Pick<LockTools, 'probes' | 'now'>,
): Standing {
  const { self } = probes;
  if (!holder || holder.host !== self.host) return judgeHeartbeat(heartbeatAt, now);
  if (differ(holder.boot, self.boot)) return { kind: 'stale', why: 'the machine was restarted since' };
  if (differ(holder.namespace, self.namespace)) return judgeHeartbeat(heartbeatAt, now);
  const found = probes.find(holder.pid);
  if (!found) return { kind: 'stale', why: 'its process is gone' };
  if (differ(holder.start, found.start))
    return { kind: 'stale', why: 'its process has ended and its id was reused' };
  const isKnown = holder.start !== null && found.start !== null;
  return isKnown ? { kind: 'live', certain: true } : judgeHeartbeat(heartbeatAt, now);
}

/** Both are known and differ. */
function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

const MAX_SILENCE_MS = 120_000;

/** A heartbeat in the future is from a clock that differs: better to wait for its run than to run beside it. */
function judgeHeartbeat(heartbeatAt: number, now: number): Standing {
  return now - heartbeatAt > MAX_SILENCE_MS
    ? { kind: 'stale', why: 'its heartbeat is more than 2 minutes old' }
    : { kind: 'live', certain: false };
}

/** `undefined` for anything that is not a holder. */
export function parseHolder(text: string): Holder | undefined {
  return holderSchema.safeParse(parseJson(text)).data;
}

/**
 * The name of an account's lock. Other spellings of an address lead to the same account, so they have to give the same
 * name: this machine has several names, and any name may end in a dot.
 */
export function lockNameOf({ baseUrl, apiKey }: Pick<ServiceOptions, 'baseUrl' | 'apiKey'>): string {
  return `${describeAccount({ baseUrl: nameHostOnce(baseUrl), apiKey }).key_fingerprint}.lock`;
}

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '[::1]', '[::ffff:7f00:1]']);

function nameHostOnce(baseUrl: string): string {
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/\.$/, '');
  url.hostname = THIS_MACHINE.has(host) ? '127.0.0.1' : host;
  return url.href.replace(/\/+$/, '');
}

interface LockSearch extends Omit<LockTools, 'holder'> {
  /** Of the locks of all accounts; `undefined` if there is none. */
  readonly folder: string | undefined;
}

/** What the locks of this machine say of run folders. */
export interface LockedFolders {
  /** A live run writes into the folder, or was given it. A lock names the latter as it was written, so that its name has to be enough. */
  readonly isBusy: (path: string) => boolean;
  /** Whether the run that makes this folder still runs; `undefined` if no lock names it. */
  readonly isAlive: (path: string) => boolean | undefined;
}

/** Looks at the locks of all accounts, without touching any. Errors: the system's own. */
export function findLockedFolders({ folder, probes, now, disk }: LockSearch): LockedFolders {
  const isThere = folder !== undefined && disk.existsSync(folder);
  const entries = isThere ? disk.readdirSync(folder, { withFileTypes: true }) : [];
  const locks = entries
    .filter(({ name }) => name.endsWith('.lock'))
    .flatMap(({ name }) => findLock(join(folder ?? '', name), disk) ?? [])
    .map((lock) => ({ ...lock, isLive: judgeHolder(lock, { probes, now }).kind === 'live' }));
  const live = locks.filter(({ isLive }) => isLive);
  const used = new Set(live.flatMap((lock) => [lock.folder, lock.holder?.subject].map(nameOf)));
  return {
    isBusy: (path) => used.has(basename(path)),
    isAlive: (path) => locks.find((lock) => lock.folder === path)?.isLive,
  };
}

function nameOf(path: string | undefined): string {
  return path === undefined ? '' : basename(path);
}
