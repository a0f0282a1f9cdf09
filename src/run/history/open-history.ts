import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import { adoptUnfinished } from './adopt-unfinished.ts';
import { AgreedValues } from './agreed-values.ts';
import { type BegunRun, forgetBegun, noteBegun } from './begun-run.ts';
import { describeStranger } from './describe-stranger.ts';
import { tryHistory } from './describe-trouble.ts';
import { findFutureRuns, NO_FUTURE } from './future-runs.ts';
import { addRecord, type PartOf, partPath } from './history-files.ts';
import type { AttentionLine, DriftLine, HistoryLine } from './history-lines.ts';
import { isWholeRun } from './is-whole-run.ts';
import { keepSnapshot, loadAgreed } from './load-agreed.ts';
import type { NewRecord } from './new-record.ts';
import { readBegunValues } from './read-begun-values.ts';
import { findPrevious, NO_ISSUES, readIssues, readRecent } from './recent-runs.ts';

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
  readonly runs: readonly RunRecord[];
  /** Of the last run that came to its end. */
  readonly attention: readonly AttentionLine[];
  readonly drifts: readonly DriftLine[];
  /** There is such a run. */
  readonly isKnown: boolean;
}

/** The history of a job, as one run has it open. */
export interface History {
  readonly past: Past;
  readonly agreed: AgreedValues;
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
  shard,
}: HistoryOptions): Promise<History> {
  if (folder === undefined) return withoutHistory([]);
  const of = { job, account, shard };
  const part = partPath(folder, of);
  const notices: string[] = [];
  const onNotice = (notice: string): void => void notices.push(notice);
  const stranger = tryHistory(() => describeStranger([folder, part], disk), undefined, onNotice);
  if (stranger !== undefined) return withoutHistory([stranger]);
  if (isLocked) tryHistory(() => adoptUnfinished({ part, of, disk, onNotice }), undefined, onNotice);
  if (isLocked && begun)
    tryHistory(() => noteBegun(part, { version: 1, ...begun }, disk), undefined, onNotice);
  const { until, notice } = tryHistory(() => findFutureRuns(part, startedAt, disk), NO_FUTURE, onNotice);
  if (notice !== undefined) onNotice(notice);
  const recent = tryHistory(() => readRecent(part, disk, until), [], onNotice);
  const last = recent.find(({ record }) => isWholeRun(record));
  const { attention, drifts } = tryHistory(() => readIssues(last, disk), NO_ISSUES, onNotice);
  const loaded = await loadAgreed(part, { disk, until, onNotice });
  if (!isLocked) readBegunValues(part, loaded.values, disk);

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
      runs: recent.filter(({ path }) => !loaded.damaged.has(path)).map(({ record }) => record),
      attention,
      drifts,
      isKnown: last !== undefined,
    },
    agreed: loaded.values,
    notices,
    add: (record, name, lines) => tryHistory(() => add(record, name, lines), undefined, onNotice),
  };
}

function withoutHistory(notices: readonly string[]): History {
  return {
    past: { runs: [], attention: [], drifts: [], isKnown: false },
    agreed: new AgreedValues(),
    notices,
    add: () => {},
  };
}
