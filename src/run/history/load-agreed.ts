import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Field } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { ListingId } from '../../domain/listing.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { toLineBlocks } from '../disk/line-block.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { isSealed } from '../folder/check-seal.ts';
import { renderSealed } from '../folder/render-sealed.ts';
import { AgreedValues, saidIn } from './agreed-values.ts';
import { idOfFile, isAfter, isBefore, type KeptRun, type PartOf, readRecords } from './history-files.ts';
import { tryHistory } from './history-trouble.ts';
import { findForks } from './order-by-chain.ts';
import { listOtherRuns, takeOver } from './other-jobs.ts';
import { readHistoryFile } from './read-history-file.ts';

/** The agreed values of a job, and how much of them came from the files of single runs. */
export interface LoadedAgreed {
  readonly values: AgreedValues;
  /** Listings in files of runs that the snapshot does not have yet. */
  readonly sinceSnapshot: number;
  /** Files that were read as a whole, and are as they were written. */
  readonly intact: ReadonlySet<string>;
  /** The runs that a notice has named as missing, or as one that can't be read. */
  readonly named: ReadonlySet<string>;
}

/** The first line of the snapshot. */
export const snapshotSchema = z.looseObject({
  kind: z.literal('agreed'),
  version: z.literal(1),
  through: z.string(),
});

/**
 * Reads the values that sheet and service last agreed on: the snapshot, and what the runs since have added. Requests may be on
 * their way meanwhile, so it leaves room for others between lines. A file that is damaged is left out as a whole, and what was agreed on before it
 * is not known any more: that run may have set anything.
 */
export async function loadAgreed(
  part: string,
  { of, disk, until, onNotice, onDamaged }: Loading,
): Promise<LoadedAgreed> {
  let values = new AgreedValues();
  const { paths, snapshot, gaps, times, since, unplaced } = tryHistory(
    () => listAgreedFiles(part, disk, until),
    NO_FILES,
    onNotice,
  );
  const others = tryHistory(
    () => (since === undefined ? [] : listOtherRuns(part, { of, since, until, disk })),
    [],
    onNotice,
  );
  let sinceSnapshot = 0;
  const intact = new Set<string>();
  const named = new Set<string>();
  // What a run has set that can't be read is no change by somebody else: nothing is known of any value until it is agreed on again.
  const forget = (id: string, why: string): void => {
    if (values.size > 0) {
      onNotice(`The run "${id}" ${why}; changes by somebody else before then go unnoticed`);
      named.add(id);
    }
    values = new AgreedValues();
  };
  const leaveOut = (error: unknown, path: string): void => {
    onDamaged(error, path);
    values = new AgreedValues();
  };
  let taken = 0;
  const takeOthers = async (before?: string): Promise<void> => {
    for (
      let run = others[taken];
      run && (before === undefined || run.started_at < before);
      run = others[taken]
    ) {
      taken++;
      try {
        await takeOver(run, values);
      } catch (error) {
        leaveOut(error, run.path);
      }
    }
  };
  for (const path of paths) {
    await takeOthers(times.get(path) ?? '');
    const gap = gaps.get(path);
    if (gap !== undefined) forget(gap, "is missing from the history, or can't be read");
    try {
      let count = 0;
      for (const line of readHistoryFile(path, disk)) {
        if (line.kind !== 'agreed') continue;
        count += line.ids.length;
        values.read(line);
        await setImmediate();
      }
      intact.add(path);
      if (path !== snapshot) sinceSnapshot += count + FILE_COST;
    } catch (error) {
      leaveOut(error, path);
    }
    for (const each of unplaced.get(path) ?? []) {
      try {
        for (const { id, field } of setIn(each, disk)) values.unlearn(id, field);
      } catch (error) {
        leaveOut(error, each);
      }
    }
  }
  await takeOthers();
  const last = gaps.get(END);
  if (last !== undefined) forget(last, "of the history can't be read");
  return { values, sinceSnapshot, intact, named };
}

/** What a run set, or agreed on. Errors: as `readHistoryFile`. */
function* setIn(path: string, disk: Disk): Generator<{ readonly id: ListingId; readonly field: Field }> {
  for (const line of readHistoryFile(path, disk, { only: ['change', 'agreed'] })) {
    if (line.kind === 'agreed') yield* saidIn(line);
    else if (line.kind === 'change') yield { id: line.listing_id, field: line.field };
  }
}

interface Loading {
  /** Whose history it is. */
  readonly of: PartOf;
  readonly disk: Disk;
  /** Runs that began later are left out. Units: epoch milliseconds. */
  readonly until?: number | undefined;
  readonly onNotice: (notice: string) => void;
  /** Gets each file that is damaged, or can't be read, with the error. */
  readonly onDamaged: (error: unknown, path: string) => void;
}

/**
 * The files that the values are in: the snapshot, if there is one, and those of the runs since, the oldest first. `until`: epoch
 * milliseconds; later runs are left out, and so is a snapshot that has some of them.
 */
export function listAgreedFiles(part: string, disk: Disk, until?: number): AgreedFiles {
  const snapshot = join(part, SNAPSHOT);
  const found = snapshotSchema.safeParse(readFirstJson(snapshot, disk)).data;
  const data = found && !isAfter(found.through, until) ? found : undefined;
  const through = data?.through ?? '';
  const past: KeptRun[] = [];
  const ahead: KeptRun[] = [];
  const unread: string[] = [];
  let since: string | undefined;
  for (const run of readRecords(part, disk, (path) => void unread.push(idOfFile(path)))) {
    // By the name of the file: what is in it is not verified yet.
    const id = idOfFile(run.path);
    if (id === through) since ??= run.record.started_at;
    if (id === through || isBefore(id, through)) break;
    if (isAfter(id, until)) {
      if (!run.record.dry_run) ahead.push(run);
      continue;
    }
    if (keptAll(run.record)) since ??= run.record.started_at;
    if (!run.record.dry_run) past.push(run);
    // No run after it names it as the one before.
    else if (past.length === 0 && !isSealed(run.path, disk)) unread.push(id);
  }
  // Their time may have come meanwhile.
  const out = new Set([...ahead, ...findForks([...ahead, ...past]).map(({ later }) => later)]);
  const runs = past.filter((run) => !out.has(run)).reverse();
  const paths = [...(data ? [snapshot] : []), ...runs.map(({ path }) => path)];
  return {
    paths,
    snapshot,
    gaps: findGaps(runs, { through, unread, until, out }),
    unplaced: placeBehind([...out], { runs, through, snapshot }),
    times: new Map(runs.map(({ path, record }) => [path, record.started_at])),
    since,
  };
}

/** Each run behind the one that it names: only the chain says when it was. What the snapshot has is later. */
function placeBehind(
  out: readonly KeptRun[],
  {
    runs,
    through,
    snapshot,
  }: { readonly runs: readonly KeptRun[] } & Pick<Around, 'through'> & Pick<AgreedFiles, 'snapshot'>,
): AgreedFiles['unplaced'] {
  const paths = new Map([[through, snapshot], ...runs.map(({ path, record }) => [record.id, path] as const)]);
  const placed = new Map<string, string[]>();
  for (const { path, record } of out) {
    const behind = paths.get(record.previous?.id ?? '');
    if (behind !== undefined) placed.set(behind, [...(placed.get(behind) ?? []), path]);
  }
  return placed;
}

/** Whether a run itself left all that it knew: what was added from a run folder has what that run sent. */
function keptAll({ dry_run, folder, verdict, stopped, by }: RunRecord): boolean {
  const isItsOwn = by.user !== null || by.host !== null;
  return !dry_run && folder !== null && verdict !== 'killed' && stopped?.code !== 'guard' && isItsOwn;
}

/** In the place of a file, if there is none behind the gap. */
const END = '';

interface AgreedFiles {
  readonly paths: readonly string[];
  readonly snapshot: string;
  /** Before the file of a run, the run that is missing or can't be read. */
  readonly gaps: ReadonlyMap<string, string>;
  /** Behind a file, those of runs whose clock was ahead: what they set is not known, as it may be older than what later ones say. */
  readonly unplaced: ReadonlyMap<string, readonly string[]>;
  /** When each of the runs began. Units: ISO 8601. */
  readonly times: ReadonlyMap<string, string>;
  /** When the last run began that left what runs of other jobs had set before; `undefined`: there is none. Units: ISO 8601. */
  readonly since: string | undefined;
}

const NO_FILES: AgreedFiles = {
  paths: [],
  snapshot: '',
  gaps: new Map(),
  unplaced: new Map(),
  times: new Map(),
  since: undefined,
};

interface Around {
  readonly through: string;
  /** Files that can't be read, by their names. */
  readonly unread: readonly string[];
  readonly until: number | undefined;
  /** Runs whose clock was ahead. */
  readonly out: ReadonlySet<KeptRun>;
}

/** `runs`: the oldest first. */
function findGaps(
  runs: readonly KeptRun[],
  { through, unread, until, out }: Around,
): ReadonlyMap<string, string> {
  const known = new Set([...runs, ...out].map(({ record }) => record.id));
  const gaps = new Map<string, string>();
  for (const { path, record } of runs) {
    const id = record.previous?.id;
    if (id !== undefined && id !== through && !isBefore(id, through) && !known.has(id)) gaps.set(path, id);
  }
  const [newest] = runs.slice(-1);
  const last = unread.find((id) => !isAfter(id, until) && !isBefore(id, newest?.record.id ?? through));
  return last === undefined ? gaps : gaps.set(END, last);
}

export const SNAPSHOT = 'agreed.ndjson';
/** To read that many listings again every night takes no time. */
const FEW_LISTINGS = 2000;
const SHARE = 5;
/** To open a file takes as long as to read that many listings. */
const FILE_COST = 20;

/** The run that is added, and the newest of those before it. */
interface Kept {
  readonly id: string;
  readonly newest: string | undefined;
  readonly disk: Disk;
}

/**
 * Writes a snapshot if too much would have to be read from the files of runs, or if the clock was set back: then the order of the files
 * is not that of the runs. Errors: those of the system.
 */
export function keepSnapshot(
  part: string,
  { values, sinceSnapshot }: Pick<LoadedAgreed, 'values' | 'sinceSnapshot'>,
  { id, newest = id, disk }: Kept,
): void {
  const isSetBack = isBefore(id, newest);
  if (!isSetBack && sinceSnapshot + values.freshCount <= Math.max(FEW_LISTINGS, values.size / SHARE)) return;
  writeWhole(join(part, SNAPSHOT), renderSnapshot(values, isSetBack ? newest : id), disk);
}

/** The values of all runs up to one of them. */
export function renderSnapshot(values: AgreedValues, through: string): Iterable<string | Uint8Array> {
  function* lines(): Generator<string> {
    for (const line of values.allLines()) yield toJsonText(line);
  }
  return renderSealed({ kind: 'agreed', version: 1, through }, toLineBlocks(lines()));
}
