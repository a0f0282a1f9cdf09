import { randomUUID } from 'node:crypto';
import { systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import { openRegularFile } from '../disk/open-regular-file.ts';
import { writeAll } from '../disk/write-all.ts';
import type { Probes } from '../job/process-mark.ts';
import { type Holder, judgeHolder, parseHolder } from './judge-holder.ts';

/** A lock as it was found. */
export interface FoundLock {
  readonly path: string;
  /** What tells this lock from the next one under the same name. */
  readonly id: string;
  /** `undefined` where the file doesn't say. */
  readonly holder: Holder | undefined;
  /** The last heartbeat, in epoch milliseconds. */
  readonly heartbeatAt: number;
  /** Where the run leaves its files, once it has said so. */
  readonly folder: string | undefined;
}

/** A lock of our own. */
export interface OwnLock {
  readonly path: string;
  readonly id: string;
  /** Descriptor of the file: what is done through it can't touch the lock of somebody else. */
  readonly file: number;
}

/** What came of trying to take a lock; a stale one may have been in the way. */
export type Attempt =
  | {
      readonly kind: 'taken';
      readonly lock: OwnLock;
      readonly tookOver?: { readonly from: FoundLock; readonly why: string };
    }
  | { readonly kind: 'held'; readonly by: FoundLock; readonly certain: boolean };

export interface LockTools {
  /** Who takes the lock; it gets its own id. */
  readonly claim: Omit<Holder, 'id'>;
  readonly probes: Probes;
  readonly now: number;
  readonly disk: Disk;
}

/**
 * Takes the lock at `path`, or finds who holds it. Never waits.
 *
 * Errors: the system's own, where the folder can't be worked in.
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

const OWNER_ONLY = 0o600;

/** Whoever finds a lock finds all of it: it is written under another name first. */
function writeDraft(path: string, { claim, now, disk }: LockTools): Draft {
  const id = randomUUID();
  const draftPath = `${path}.${id}.new`;
  const file = disk.openSync(draftPath, 'ax', OWNER_ONLY);
  try {
    writeAll(file, `${JSON.stringify({ ...claim, id })}\n`, disk);
    // After a power cut it has to say whose it was: an empty one would count as held until its heartbeat is old.
    disk.fsyncSync(file);
    refreshHeartbeat({ file }, now, disk);
    return { path, id, file, draftPath };
  } catch (error) {
    disk.closeSync(file);
    disk.rmSync(draftPath, { force: true });
    throw error;
  }
}

/** Others may take, take over and release in between, but not so often that it is worth going on for ever. */
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
    const end = withRightTo(from, tools, () => tools.disk.renameSync(draftPath, path));
    if (end === 'done') return { kind: 'taken', lock, tookOver: { from, why: standing.why } };
    if (end !== 'gone') return end;
  }
  throw Object.assign(new Error('EBUSY: the lock changes hands all the time, link'), { code: 'EBUSY' });
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
 * Does something to a lock as the only one who may: of all that find the same lock, one at a time gets the right to end it,
 * and that one looks again whether it is still there. The right is a lock itself, named after the id of the lock that it is
 * about, so that whoever dies with it is followed in the same way.
 *
 * Without it, one that found a stale lock could remove the lock of another that has just taken its place.
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

/** Ends a lock that was left behind, unless it is gone by now or somebody else is about to end it. */
export function endStale(found: FoundLock, tools: LockTools): ReturnType<typeof withRightTo> {
  return withRightTo(found, tools, () => tools.disk.rmSync(found.path, { force: true }));
}

/** Under another user's sudo, and where somebody has put a pipe there. */
const UNREADABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOTFILE']);

/** `undefined` where there is none. One that can't be looked into is there all the same. */
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

/** What is read and its heartbeat are of the same file, whoever puts another one in its place meanwhile. */
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
  const holder = parseHolder(first);
  return { path, id: holder?.id ?? String(ino), holder, heartbeatAt: mtimeMs, folder: parseFolder(second) };
}

function parseFolder(line: string): string | undefined {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === 'string' ? said : undefined;
  } catch {
    return undefined;
  }
}

/** Who has taken over a lock that was ours; `undefined` while nobody is known to have, also where it can't be read. */
export function findNewHolder({ path, id }: OwnLock, disk: Disk): FoundLock | undefined {
  const found = findLock(path, disk);
  return found?.holder && found.holder.id !== id ? found : undefined;
}

/** A sign of life, for those who can't see the process. */
export function refreshHeartbeat({ file }: Pick<OwnLock, 'file'>, now: number, disk: Disk): void {
  disk.futimesSync(file, now / 1000, now / 1000);
}

/** Appended, so that the file is whole for whoever reads it meanwhile. */
export function nameFolder({ file }: OwnLock, folder: string, disk: Disk): void {
  writeAll(file, `${JSON.stringify(folder)}\n`, disk);
}

/** Gives the lock back, unless it is somebody else's by now. */
export function releaseLock(lock: OwnLock, tools: LockTools): void {
  tools.disk.closeSync(lock.file);
  withRightTo(lock, tools, () => tools.disk.rmSync(lock.path, { force: true }));
}
