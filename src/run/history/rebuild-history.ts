import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { replaceWhole } from '../disk/replace-whole.ts';
import {
  describeRefusal,
  type FoundFolder,
  listRunFolders,
  looksLikeRun,
  openRunFolder,
  type RefusedFolder,
} from '../folder/find-run-folders.ts';
import { readLastActivity } from '../folder/read-last-activity.ts';
import { addFolder } from './adopt-unfinished.ts';
import { AgreedValues } from './agreed-values.ts';
import { type KeptRun, listParts, partPath, readRecords } from './history-files.ts';
import type { AttentionLine } from './history-lines.ts';
import { writingHistory } from './history-trouble.ts';
import { renderSnapshot, SNAPSHOT, snapshotSchema } from './load-agreed.ts';
import { DamagedHistoryError, readHistoryFile } from './read-history-file.ts';
import { findLast } from './recent-runs.ts';
import { recordOfFolder } from './record-of-folder.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { identityOf, identityOfPlan } from './run-identity.ts';

export interface RebuildOptions {
  /** Of the history. */
  readonly folder: string;
  /** Run folders, and folders of run folders. */
  readonly from: readonly string[];
  /** Whether a run folder is that of a run that holds a lock. */
  readonly isBusy: (folder: string) => boolean;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

/** A run that was added from its folder. */
export interface AddedRun {
  readonly id: string;
  readonly job: string | null;
  readonly folder: string;
  /** How many fields somebody else had changed by then that only the run folder names. */
  readonly changedByOthers: number;
}

export interface Rebuilt {
  /** In the order of time. */
  readonly added: readonly AddedRun[];
  /** How many run folders the history had already. */
  readonly known: number;
  /** Folders of runs that are under way, or never made a plan: nothing is missing. */
  readonly leftOut: readonly RefusedFolder[];
  /** Folders of runs that could not be read. */
  readonly unread: readonly RefusedFolder[];
}

/**
 * Adds the runs that are not in the history from their folders, in the order of time. It writes whole new files only, under
 * names that nothing has, and no run after it names one of them as the one before it; so it needs no lock, and a run may go
 * on beside it.
 *
 * Errors: `RunFolderError` if somebody else could have changed the history; `DiskError`.
 */
export function rebuildHistory(options: RebuildOptions): Rebuilt {
  const { folder, from, disk } = options;
  refuseStrangers(folder, 'add to', disk);
  const known = knownRuns(folder, disk);
  const found = listRunFolders(from, disk)
    .filter((path) => looksLikeRun(path, disk))
    .map((path) => openRunFolder(path, { command: 'read', disk }));
  const refused = found.filter((each) => 'why' in each);
  const open = found.filter((each) => 'head' in each);
  const added: AddedRun[] = [];
  const leftOut = refused.filter(({ hasNoPlan }) => hasNoPlan);
  const unread = refused.filter(({ hasNoPlan }) => !hasNoPlan);
  const jobs = new Map<string, JobRuns>();
  const addedIds = new Map<string, string[]>();
  let knownCount = 0;
  for (const run of open.sort(byTime)) {
    if (known.has(identityOfPlan(run.head))) {
      knownCount++;
      continue;
    }
    const why = findExcuse(run, options);
    if (why !== undefined) {
      leftOut.push({ path: run.path, why });
      continue;
    }
    const result = addOne(run, { folder, jobs, disk });
    if ('why' in result) {
      unread.push(result);
      continue;
    }
    known.add(identityOfPlan(run.head));
    addedIds.set(result.part, [...(addedIds.get(result.part) ?? []), result.run.id]);
    added.push(result.run);
  }
  for (const [part, ids] of addedIds) writingHistory(folder, () => renewSnapshot(part, ids, disk));
  return { added, known: knownCount, leftOut, unread };
}

function knownRuns(folder: string, disk: Disk): Set<string> {
  const records = listParts(folder, disk).flatMap((part) => [...readRecords(part, disk)]);
  return new Set(records.map(({ record }) => identityOf(record)));
}

function byTime(one: FoundFolder, other: FoundFolder): number {
  return Date.parse(one.head.created_at) - Date.parse(other.head.created_at);
}

/** A dry run holds no lock. After that long without a sign of life it was killed. */
const DRY_RUN_MS = 600_000;

/** Why a run is left out that is not missing. */
function findExcuse(
  { path, head, summary, disk }: FoundFolder,
  { isBusy, now }: RebuildOptions,
): string | undefined {
  if (summary) return undefined;
  const isDry = head.dry_run && now - readLastActivity(path, disk) < DRY_RUN_MS;
  return isDry || isBusy(path) ? 'Its run is under way, and adds itself at its end' : undefined;
}

interface Into {
  readonly folder: string;
  readonly jobs: Map<string, JobRuns>;
  readonly disk: Disk;
}

/** Errors: `DiskError` if the history can't be written. */
function addOne(
  { path, disk: guarded }: FoundFolder,
  { folder, jobs, disk }: Into,
): { readonly run: AddedRun; readonly part: string } | RefusedFolder {
  const found = tryReading(path, () => recordOfFolder(path, guarded));
  if (!found || 'why' in found) return found ?? { path, why: 'It has no plan' };
  const part = partPath(folder, found.draft);
  const runs = jobs.get(part) ?? new JobRuns(part, disk);
  jobs.set(part, runs);
  const before = runs.attentionBefore(found.draft.started_at);
  const kept = writingHistory(folder, () => addFolder(part, found, { before, disk }));
  runs.add(kept);
  const { id, job, drift } = kept.record;
  const changedByOthers = drift ? drift.drifted + drift.contested : 0;
  return { run: { id, job, folder: path, changedByOthers }, part };
}

function tryReading<T>(path: string, work: () => T): T | RefusedFolder {
  try {
    return work();
  } catch (error) {
    return { path, why: describeRefusal(error) };
  }
}

/** The runs of a job, for others that are added in between. */
export class JobRuns {
  readonly #disk: Disk;
  readonly #runs: KeptRun[];

  constructor(part: string, disk: Disk) {
    this.#disk = disk;
    this.#runs = [...readRecords(part, disk)];
  }

  add(run: KeptRun): void {
    this.#runs.push(run);
  }

  /** The rows that needed attention in the last run before a time that judged every row. Units: ISO 8601. */
  attentionBefore(time: string): readonly AttentionLine[] {
    const before = this.#runs
      .filter(({ record }) => record.started_at < time)
      .sort((one, other) => (one.record.started_at < other.record.started_at ? 1 : -1));
    return findLast(before, { disk: this.#disk, onDamaged: refuseOthers })?.attention ?? [];
  }
}

/** Errors: the given one, unless a file is damaged, which a rebuild reports itself. */
function refuseOthers(error: unknown): void {
  if (!(error instanceof DamagedHistoryError)) throw error;
}

/**
 * Writes the snapshot of a job again if runs were added that it passes for having: those up to its last one are not read any
 * more. The values of all runs are laid over it in the order of time, so that what only the snapshot knows is kept.
 *
 * Errors: those of the system; `DiskError`.
 */
function renewSnapshot(part: string, added: readonly string[], disk: Disk): void {
  const path = join(part, SNAPSHOT);
  const { data } = snapshotSchema.safeParse(readFirstJson(path, disk));
  if (!data || added.every((id) => id > data.through)) return;
  const values = new AgreedValues();
  const runs = [...readRecords(part, disk)]
    .filter(({ record }) => !record.dry_run && record.id <= data.through)
    .map((run) => run.path);
  for (const each of [path, ...runs.reverse()]) readInto(values, each, disk);
  // A run may be writing its own under the usual name.
  replaceWhole(path, renderSnapshot(values, data.through), disk);
}

/** What can't be read is left out, as a run leaves it out. */
function readInto(values: AgreedValues, path: string, disk: Disk): void {
  try {
    for (const line of readHistoryFile(path, disk)) if (line.kind === 'agreed') values.read(line);
  } catch (error) {
    if (!(error instanceof DamagedHistoryError)) throw error;
  }
}
