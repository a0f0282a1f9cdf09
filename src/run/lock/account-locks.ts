import { join } from 'node:path';
import { nameShard, type Shard } from '../../domain/shard.ts';
import { judgeHolder } from './judge-holder.ts';
import {
  endStale,
  type FoundLock,
  findLock,
  type LockTools,
  type OwnLock,
  releaseLock,
  tryLock,
} from './lock-file.ts';

/**
 * The locks of one account. A run over everything holds `<account>.lock`, a run over a shard `<account>.2of4.lock`.
 * Shards of the same total run side by side; nothing else does.
 *
 * Every run first takes the account's lock, if only while it looks for the others, so that no two can enter at once and
 * overlook each other.
 */
export interface LockPlace {
  readonly folder: string;
  /** As `lockNameOf` has it. */
  readonly account: string;
  readonly shard: Shard | undefined;
}

interface TakenOver {
  readonly from: FoundLock;
  readonly why: string;
}

type Held = {
  readonly kind: 'held';
  readonly by: FoundLock;
  readonly certain: boolean;
  /** The holder is only entering, and releases it in a moment. */
  readonly passing: boolean;
};

/** The result of trying to take an account's lock; stale locks may have been in the way. */
export type AccountAttempt =
  | { readonly kind: 'taken'; readonly lock: OwnLock; readonly tookOver: readonly TakenOver[] }
  | Held;

/**
 * Takes the lock of the account or of a shard, or finds who is in the way. Never waits.
 *
 * Errors: the system's own, if the folder can't be used.
 */
export function tryAccountLock(place: LockPlace, tools: LockTools): AccountAttempt {
  const { shard } = place;
  const claim = shard ? { ...tools.claim, shard: nameShard(shard), entering: true as const } : tools.claim;
  const whole = tryLock(wholePath(place), { ...tools, claim });
  if (whole.kind === 'held') return toHeld(whole);
  const before = whole.tookOver ? [whole.tookOver] : [];
  let attempt: AccountAttempt | undefined;
  try {
    const swept = sweepShards(place, tools);
    attempt =
      'kind' in swept ? swept : enter(place, tools, { whole: whole.lock, before: [...before, ...swept] });
    return attempt;
  } finally {
    if (shard || attempt?.kind !== 'taken') releaseLock(whole.lock, tools);
  }
}

interface Entry {
  readonly whole: OwnLock;
  readonly before: readonly TakenOver[];
}

function enter(place: LockPlace, tools: LockTools, { whole, before }: Entry): AccountAttempt {
  const { shard } = place;
  if (!shard) return { kind: 'taken', lock: whole, tookOver: before };
  const claim = { ...tools.claim, shard: nameShard(shard) };
  const own = tryLock(shardPath(place, nameShard(shard)), { ...tools, claim });
  if (own.kind === 'held') return toHeld(own);
  return { kind: 'taken', lock: own.lock, tookOver: own.tookOver ? [...before, own.tookOver] : before };
}

/** Removes stale locks of shards that this run may not go beside; returns one whose run is alive. */
function sweepShards(place: LockPlace, tools: LockTools): readonly TakenOver[] | Held {
  const ended: TakenOver[] = [];
  for (const path of rivalPaths(place, tools)) {
    const from = findLock(path, tools.disk);
    const standing = from && judgeHolder(from, tools);
    if (!standing) continue;
    if (standing.kind === 'live')
      return { kind: 'held', by: from, certain: standing.certain, passing: false };
    const end = endStale(from, tools);
    if (end === 'done') ended.push({ from, why: standing.why });
    else if (end !== 'gone') return toHeld(end);
  }
  return ended;
}

/**
 * Finds a run that entered since and may not go beside this one, as after this process was paused for so long that its
 * lock was stale. A holder of the whole account counts once it has a run folder: until then it may still find that it
 * can't enter.
 */
export function findRival(place: LockPlace, tools: Omit<LockTools, 'claim'>): FoundLock | undefined {
  for (const path of rivalPaths(place, tools)) {
    const found = findLock(path, tools.disk);
    if (found && judgeHolder(found, tools).kind === 'live') return found;
  }
  const whole = place.shard && findLock(wholePath(place), tools.disk);
  if (!whole || whole.holder?.entering || whole.folder === undefined) return undefined;
  return judgeHolder(whole, tools).kind === 'live' ? whole : undefined;
}

/** The locks of all shards; for a shard, those of shards of another total. */
function rivalPaths(place: LockPlace, { disk }: Pick<LockTools, 'disk'>): readonly string[] {
  const { folder, account, shard } = place;
  const names = disk.readdirSync(folder, { withFileTypes: true }).map(({ name }) => name);
  return names.sort().flatMap((name): readonly string[] => {
    const [, found, of] = SHARD_LOCK.exec(name) ?? [];
    const isRival = found === account && of !== String(shard?.of);
    return isRival ? [join(folder, name)] : [];
  });
}

const SHARD_LOCK = /^([0-9a-f]+)\.\d+of(\d+)\.lock$/;

function wholePath({ folder, account }: LockPlace): string {
  return join(folder, `${account}.lock`);
}

function shardPath({ folder, account }: LockPlace, name: string): string {
  return join(folder, `${account}.${name}.lock`);
}

function toHeld({ by, certain }: Pick<Held, 'by' | 'certain'>): Held {
  return { kind: 'held', by, certain, passing: by.holder?.entering === true };
}
