import { systemCode } from '../../domain/describe-system-error.ts';
import { DiskError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { PastRun, RunRecord } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import { findStranger } from '../disk/find-stranger.ts';
import { adoptUnfinished, previewUnfinished } from './adopt-unfinished.ts';
import { AgreedValues } from './agreed-values.ts';
import { type BegunRun, forgetBegun, noteBegun } from './begun-run.ts';
import { findFutureRuns, NO_FUTURE } from './future-runs.ts';
import { addRecord, idOfFile, isAfter, type PartOf, partPath } from './history-files.ts';
import type { AttentionLine, DriftLine, HistoryLine } from './history-lines.ts';
import { describeTrouble, describeUnread, tryHistory } from './history-trouble.ts';
import { keepSnapshot, loadAgreed } from './load-agreed.ts';
import type { NewRecord } from './new-record.ts';
import { listBeside } from './other-jobs.ts';
import { findIntact, findLast, findPrevious, lastOf, readRecent } from './recent-runs.ts';

interface HistoryOptions extends PartOf {
  /** The folder of all histories; `undefined`: none is kept. */
  readonly folder: string | undefined;
  /** The run holds the account's lock. */
  readonly isLocked: boolean;
  /** What a run that is to send something leaves word of, in case that it is killed. */
  readonly begun?: Omit<BegunRun, 'version'> | undefined;
  /** For all that is written: a cell or a flag may hold the key by mistake. */
  readonly redact: Redact;
  /** When the run began. Units: epoch milliseconds. */
  readonly startedAt: number;
  readonly disk: Disk;
}

/** What earlier runs of the job left. */
export interface Past {
  /** The newest first; as many as a run is compared with. */
  readonly runs: readonly PastRun[];
  /** Of the last run that came to its end. */
  readonly attention: readonly AttentionLine[];
  readonly drifts: readonly DriftLine[];
  /** There is such a run. */
  readonly isKnown: boolean;
  /** Before the first run of the job: the other jobs on the account that have runs. */
  readonly beside: readonly (string | null)[];
}

/** The history of a job, as one run has it open. */
export interface History {
  readonly past: Past;
  readonly agreed: AgreedValues;
  /** The name of the run of the job before this one that was to send something; `null`: there is none. Missing if that is not known. */
  readonly lastRun?: string | null | undefined;
  /** What is wrong with it; more may come. */
  readonly notices: readonly string[];
  /** Adds the run. `name`: what its folder is named after. `lines` may be asked for again. */
  add(record: NewRecord, name: string, lines: () => Iterable<HistoryLine>): void;
}

/**
 * Opens the history of a job. What can't be read of it is left out with a notice, and so is a history that others could have
 * changed: the run goes on as the first of its kind.
 */
export async function openHistory({
  folder,
  isLocked,
  begun,
  redact,
  startedAt,
  disk,
  job,
  account,
}: HistoryOptions): Promise<History> {
  if (folder === undefined) return withoutHistory([]);
  const of = { job, account };
  const part = partPath(folder, of);
  const notices: string[] = [];
  // A file is read for several reasons, and named once.
  const onNotice = (notice: string): void => {
    if (!notices.includes(notice)) notices.push(notice);
  };
  const damaged = new Set<string>();
  const onDamaged = (error: unknown, path: string): void => {
    damaged.add(path);
    onNotice(describeTrouble(error));
  };
  const stranger = tryHistory(() => describeStranger([folder, part], disk), undefined, onNotice);
  if (stranger !== undefined) return withoutHistory([stranger]);
  if (isLocked) tryHistory(() => adoptUnfinished({ part, of, disk, onNotice }), undefined, onNotice);
  if (isLocked && begun)
    tryHistory(() => noteBegun(part, { version: 1, ...begun }, disk), undefined, onNotice);
  const { until, notice } = tryHistory(() => findFutureRuns(part, startedAt, disk), NO_FUTURE, onNotice);
  if (notice !== undefined) onNotice(notice);
  const unread: string[] = [];
  const onUnread = (path: string): void => void unread.push(path);
  const recent = tryHistory(() => readRecent(part, disk, { until, onUnread }), [], onNotice);
  const last = findLast(recent, { disk, onDamaged });
  const loaded = await loadAgreed(part, { of, disk, until, onNotice, onDamaged });
  const read = new Set([...loaded.intact, ...(last ? [last.run.path] : [])]);
  const intact = await findIntact(recent, { intact: read, damaged, disk, onDamaged });
  const unnamed = unread.filter((path) => !loaded.named.has(idOfFile(path)));
  for (const notice of describeUnread(unnamed)) onNotice(notice);
  // A dry run holds no lock, and so adds nothing: it judges by what the next run that does will add.
  const unfinished = isLocked
    ? undefined
    : tryHistory(() => previewUnfinished({ part, of, disk, onNotice }), undefined, onNotice);
  if (unfinished) tryHistory(() => readAgreed(unfinished.lines(), loaded.values), undefined, onNotice);
  const isCompared = unfinished !== undefined && !isAfter(unfinished.record.id, until);

  function add(draft: NewRecord, name: string, lines: () => Iterable<HistoryLine>): void {
    const previous = isLocked ? tryHistory(() => findPrevious(recent, disk), null, onNotice) : null;
    const { record } = addRecord(part, { draft, name, previous, lines }, { disk, redact });
    if (!isLocked) return;
    // What a sheet says that was stopped is not what anybody has agreed to.
    const [newest] = recent;
    if (draft.stopped?.code !== 'guard')
      keepSnapshot(part, loaded, { id: record.id, newest: newest?.record.id, disk });
    forgetBegun(part, disk);
  }

  return {
    past: {
      runs: withUnfinished(
        intact.map(({ record }) => record),
        isCompared ? unfinished.record : undefined,
      ),
      attention: last?.attention ?? [],
      drifts: last?.drifts ?? [],
      isKnown: last !== undefined,
      beside:
        recent.length > 0 || isCompared ? [] : tryHistory(() => listBeside(part, of, disk), [], onNotice),
    },
    agreed: loaded.values,
    lastRun: isCompared ? unfinished.record.id : (lastOf(recent)?.record.id ?? null),
    notices,
    add: (record, name, lines) => tryHistory(() => add(record, name, lines), undefined, onNotice),
  };
}

/** What a run has sent before it was killed, or has sent so far, is not the doing of somebody else. */
function readAgreed(lines: Iterable<HistoryLine>, values: AgreedValues): void {
  for (const line of lines) if (line.kind === 'agreed') values.read(line);
}

/** `runs`: the newest first. */
function withUnfinished(runs: readonly PastRun[], unfinished: RunRecord | undefined): readonly PastRun[] {
  if (!unfinished) return runs;
  const at = runs.findIndex(({ started_at }) => started_at < unfinished.started_at);
  return runs.toSpliced(at === -1 ? runs.length : at, 0, { ...unfinished, isUnfinished: true });
}

function withoutHistory(notices: readonly string[]): History {
  return {
    past: { runs: [], attention: [], drifts: [], isKnown: false, beside: [] },
    agreed: new AgreedValues(),
    notices,
    add: () => {},
  };
}

/** Why a history is not used: others could have changed it. */
function describeStranger(paths: readonly string[], disk: Disk): string | undefined {
  for (const path of paths) {
    const stranger = findStranger(path, disk);
    if (stranger)
      return `The history in "${path}" is not used, and nothing is added to it: it ${stranger.why}; ${stranger.wayOut(path, 'folder')}`;
  }
  return undefined;
}

interface Place {
  /** The folder of all histories. */
  readonly folder: string;
  /** Whether to begin a history if there is none. */
  readonly begin: boolean;
  readonly redact: Redact;
  readonly disk: Disk;
}

/**
 * Adds a run that ended before it had a folder. If `begin` is not set, only where there is a history already: a word that was mistyped
 * in any folder leaves nothing there. What goes wrong is not worth a word beside the run's own error.
 */
export function addFailedRun(draft: NewRecord, { folder, begin, redact, disk }: Place): void {
  try {
    if (!begin && !disk.existsSync(folder)) return;
    const part = partPath(folder, draft);
    if (describeStranger([folder, part], disk) !== undefined) return;
    const name = draft.job ?? draft.command;
    addRecord(part, { draft, name, previous: null, lines: () => [] }, { disk, redact });
  } catch (error) {
    if (!(error instanceof DiskError) && systemCode(error) === undefined) throw error;
  }
}
