import { basename, join } from 'node:path';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { groupBy } from '../../domain/lists.ts';
import type { Disk } from '../../domain/ports.ts';
import { isUncertain } from '../../domain/run-record.ts';
import { atOnce } from '../disk/in-slices.ts';
import { replaceWhole } from '../disk/write-whole.ts';
import {
  describeRefusal,
  type FoundFolder,
  listRunFolders,
  openRunFolder,
  type RefusedFolder,
} from '../folder/find-run-folders.ts';
import { jobOfPlan } from '../folder/plan-schema.ts';
import { readLastActivity } from '../folder/run-folder.ts';
import { findLedgerStranger, LEDGER_FILES, ledgerPath } from './ledger-files.ts';
import { type EndedRun, LedgerState, readState, writingState } from './ledger-state.ts';
import { addingChanges, findMissing } from './open-history.ts';
import { findChanges, type Ledger, type LedgerRun, readLedger, readLedgers } from './read-ledger.ts';
import { factsOfFolder, isPlanOf, planPathOf, runIdOf } from './run-facts.ts';

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

export interface Rebuilt {
  /** In the order of time. */
  readonly added: RunRecord[];
  /** How many run folders the history had already. */
  known: number;
  /** Damaged files that were made again, without the lines that could not be read. */
  readonly damaged: string[];
  /** Folders that wait for a run that is under way. */
  readonly leftOut: RefusedFolder[];
  /** Folders of runs that could not be read. */
  readonly unread: RefusedFolder[];
}

/**
 * Adds the runs that the ledgers don't have from their folders, in the order of time, and makes damaged files again. A ledger whose job
 * has a run under way stays as it is.
 *
 * Errors: `RunFolderError` if somebody else could have changed the history; `DiskError`, those of the system.
 */
export function rebuildHistory(options: RebuildOptions): Rebuilt {
  const { folder, from, disk } = options;
  const found = listRunFolders(from, disk)
    .filter((path) => disk.existsSync(planPathOf(path)))
    .map((path) => openRunFolder(path, { command: 'read', disk }));
  const open = found.filter((each) => 'head' in each);
  const ledgers = readLedgers(folder, {}, disk);
  /** One whose plan is not whole may have had a wrong key: then it is in the ledger of its job. */
  const homeOf = ({ head }: FoundFolder): string => {
    const job = jobOfPlan(head);
    const known = ledgers.find(({ runs }) => runs.some((run) => isPlanOf(run, head)));
    const ofJob = open.find((each) => each.head.whole && jobOfPlan(each.head) === job);
    const { account } = head.whole || !ofJob ? head : ofJob.head;
    return known?.path ?? ledgerPath(folder, { job, account });
  };
  const unread = found.filter((each) => 'why' in each);
  const rebuilt: Rebuilt = { added: [], known: 0, damaged: [], leftOut: [], unread };
  for (const [path, folders] of groupBy(open, homeOf)) rebuildLedger(path, folders, { ...options, rebuilt });
  rebuilt.added.sort(byTime);
  return rebuilt;
}

/** A dry run holds no lock. After that long without a sign of life it was killed. */
const DRY_RUN_MS = 600_000;

const UNDER_WAY = 'A run of its job is under way: rebuild the history once it has ended';

function rebuildLedger(
  path: string,
  folders: readonly FoundFolder[],
  { folder, isBusy, now, disk, rebuilt }: RebuildOptions & { readonly rebuilt: Rebuilt },
): void {
  const stranger = findLedgerStranger(folder, path, disk);
  if (stranger !== undefined) throw new RunFolderError(stranger);
  const ledger = readLedger(path, disk);
  const missing = folders.filter(({ head }) => !ledger.runs.some((run) => isPlanOf(run, head)));
  rebuilt.known += folders.length - missing.length;
  const isUnderWay = ({ path: run, head, summary }: FoundFolder): boolean =>
    !summary && (isBusy(run) || (head.dry_run && now - readLastActivity(run, disk) < DRY_RUN_MS));
  if (folders.some(isUnderWay)) {
    rebuilt.leftOut.push(...missing.map((each) => ({ path: each.path, why: UNDER_WAY })));
    return;
  }
  const read = atOnce(readState(path, { withValues: true, disk }));
  // Damaged, or it does not know of all runs.
  const state = read && !findMissing(read, ledger.runs) ? read : undefined;
  const damaged = [
    ...(ledger.notices.length > 0 ? [join(path, LEDGER_FILES.runs)] : []),
    ...(state ? [] : [join(path, LEDGER_FILES.agreed)]),
  ];
  if (missing.length === 0 && damaged.length === 0) return;
  rebuilt.damaged.push(...damaged);
  const facts = (state ? missing : folders).flatMap((each) => readFacts(each, rebuilt.unread));
  rebuilt.added.push(...addRuns({ ledger, state, facts }, disk));
}

function readFacts({ path, head, disk }: FoundFolder, unread: RefusedFolder[]): readonly EndedRun[] {
  try {
    const id = runIdOf(path, basename(head.sheet.path), Date.parse(head.created_at));
    return [atOnce(factsOfFolder(path, id, disk))];
  } catch (error) {
    unread.push({ path, why: describeRefusal(error) });
    return [];
  }
}

interface Adding {
  readonly ledger: Ledger;
  /** `undefined`: it is made from all run folders. */
  readonly state: LedgerState | undefined;
  /** Of the runs that are missing; of all, if the state is. */
  readonly facts: readonly EndedRun[];
}

/** Returns the runs that were added. What a rebuild that was killed has added of them is there already. */
function addRuns({ ledger, state, facts }: Adding, disk: Disk): readonly RunRecord[] {
  const { path, runs } = ledger;
  const next = state ?? new LedgerState();
  const { at: knownTo } = next;
  const ids = new Set(facts.map(({ record }) => record.id));
  const lines = groupBy(findChanges(path, { runs: ids }, { disk }), ({ run }) => run);
  const added: RunRecord[] = [];
  for (const ended of facts.toSorted((one, other) => byTime(one.record, other.record))) {
    const { record } = ended;
    const { id, command, started_at } = record;
    const into = started_at <= knownTo ? new LedgerState() : next;
    const isQuiet = record.dry_run || record.stopped?.code === 'guard';
    const changes = isQuiet ? [] : [...into.conclude(ended)];
    if (runs.some((run) => isPlanOf(run, { command, created_at: started_at }))) continue;
    const change_lines = atOnce(addingChanges(path, record, { changes, there: lines.get(id) ?? [], disk }));
    // What it may have changed unseen is not in the state, so nobody may count its changes for all.
    const isUnseen = into !== next && isUncertain(record);
    added.push(isQuiet || isUnseen ? record : { ...record, change_lines });
  }
  atOnce(writingState(path, next, { disk }));
  // What a run may have changed unseen is lost with the state if its folder is gone, too: nobody may count its changes for all.
  const isForgotten = (run: LedgerRun): boolean =>
    !state && run.kind === 'run' && isUncertain(run) && !ids.has(run.id);
  const kept = ledger.all.filter(({ kind, id }) => kind === 'run' || !ids.has(id));
  const texts = putIn(added, kept).map(
    (run) => `${toJsonText(isForgotten(run) ? { ...run, change_lines: undefined } : run)}\n`,
  );
  replaceWhole(join(path, LEDGER_FILES.runs), texts, disk);
  return added;
}

/** The oldest first. The order of the lines that are there stays: a clock may have been wrong. `runs`: the newest first. */
function putIn(added: readonly RunRecord[], runs: readonly LedgerRun[]): readonly LedgerRun[] {
  const all = runs.toReversed();
  for (const run of added) {
    const at = all.findIndex(({ started_at }) => started_at > run.started_at);
    all.splice(at === -1 ? all.length : at, 0, run);
  }
  return all;
}

function byTime(one: RunRecord, other: RunRecord): number {
  return Date.parse(one.started_at) - Date.parse(other.started_at);
}
