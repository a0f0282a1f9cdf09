import { dateOfTime } from '../../domain/day.ts';
import type { OpenRow } from '../../domain/documents/history.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { EXIT, FIRST_SIGNAL } from '../../domain/exit-codes.ts';
import { groupBy } from '../../domain/lists.ts';
import { isLook, isWholeRun, mayHaveSet } from '../../domain/run-record.ts';

/** That many nights are looked at. */
export const NIGHTS = 90;
const DAY_MS = 86_400_000;

/**
 * How a run or a night ended and how a job is now, the worst first. `missing`: no run was found, or none for longer than usual; `stopped`:
 * by a guard rule or a person; `open`: it has begun and not ended; `undone`: an undo that went well, and what it took back.
 */
export const NIGHT_STATES = {
  failed: { sign: '✕', word: 'failed', mood: 'stopped' },
  missing: { sign: '?', word: 'missing', mood: 'stopped' },
  stopped: { sign: '■', word: 'stopped', mood: 'stopped' },
  open: { sign: '…', word: 'not ended', mood: 'attention' },
  attention: { sign: '!', word: 'needs attention', mood: 'attention' },
  undone: { sign: '↶', word: 'taken back', mood: 'attention' },
  done: { sign: '✓', word: 'done', mood: 'good' },
  none: { sign: '·', word: 'no run', mood: 'good' },
} as const;

export type NightState = keyof typeof NIGHT_STATES;

const WORST_FIRST = Object.keys(NIGHT_STATES);

/** What is known of a job. */
export interface JobRuns {
  readonly job: string | null;
  /** The newest first. */
  readonly runs: readonly RunRecord[];
  /** Likewise, runs that have begun and not ended. */
  readonly unfinished: readonly {
    readonly folder: string;
    readonly started_at: string;
    /** Whether it still runs, if that is known. */
    readonly isAlive?: boolean | undefined;
  }[];
  /** What is open now, the longest first. */
  readonly open: readonly OpenRow[];
  readonly isTakenBack: (run: RunRecord) => boolean;
  /** The file of a run's report, if that is still there. */
  readonly reportOf: (run: RunRecord) => string | undefined;
}

/** What happened to a job over ninety nights. */
export type JobNights = ReturnType<typeof arrangeNights>;

/**
 * Puts the runs of a job into its nights, days of UTC, the oldest first. What was only looked at is no night, and the last run may be an
 * undo; the last success is none. `time`: now, in epoch milliseconds.
 */
export function arrangeNights(job: JobRuns, time: number) {
  const sent = job.runs.filter((run) => !isLook(run));
  const last = sent.at(0);
  const lastSuccess = sent.find(
    (run) => run.undone_runs === undefined && ['done', 'attention'].includes(stateOfRun(run)),
  );
  const byDate = groupBy(sent, ({ started_at }) => dateOfTime(started_at));
  const nights = Array.from({ length: NIGHTS }, (_, at) => {
    const date = dateOfTime(new Date(time - (NIGHTS - 1 - at) * DAY_MS).toISOString());
    const runs = byDate.get(date) ?? [];
    // An undo that went well leaves the night as it was, or taken back.
    const run = runs.find((each) => stateOfRun(each) !== 'undone') ?? runs.at(0);
    const isOpen = job.unfinished.some(({ started_at }) => dateOfTime(started_at) === date);
    return { date, state: isOpen ? 'open' : stateIn(job, run), run, runs: runs.length } as const;
  });
  // Not all rows are kept one by one, and those of an undo are none of the sheet's, but open all the same.
  const ofLast = last && !last.stopped ? (last.counts?.attention ?? 0) : 0;
  const attention = Math.max(job.open.filter(({ kind }) => kind === 'attention').length, ofLast);
  const now = stateNow(job, last, attention);
  const isMissed = now !== 'open' && now !== 'failed' && isLate([...byDate.values()], time);
  const account = job.runs.find((run) => run.account)?.account ?? null;
  return {
    ...job,
    account,
    state: isMissed ? 'missing' : now,
    attention,
    nights,
    last,
    lastSuccess,
  } as const;
}

function stateNow({ unfinished, runs }: JobRuns, last: RunRecord | undefined, attention: number): NightState {
  if (unfinished.some(({ started_at }) => !last || started_at > last.started_at)) return 'open';
  if (!last) return runs.length === 0 ? 'missing' : 'none';
  const state = stateOfRun(last);
  // What is left of a night after its retry.csv or its undo, unless that night said that it needs nobody.
  const isLeft = attention > 0 && runs.find(isWholeRun)?.verdict !== 'ok';
  return state === 'done' && isLeft ? 'attention' : state;
}

/** What is usual shows in that many nights: a week, with its days off. */
const USUAL_NIGHTS = 8;
/** A clock that is set back in autumn delays a run by an hour. */
const LATE_MS = 2 * 3_600_000;

/** Whether no run has begun for longer than between any two of the last nights. `nights`: their runs, the newest first. */
function isLate(nights: readonly (readonly RunRecord[])[], now: number): boolean {
  const starts = nights
    .flatMap((runs) => runs.findLast(({ command }) => command !== 'undo') ?? [])
    .slice(0, USUAL_NIGHTS)
    .map(({ started_at }) => Date.parse(started_at));
  const gaps = starts.slice(1).map((start, at) => (starts[at] ?? start) - start);
  return gaps.length > 1 && now - (starts[0] ?? now) > Math.max(...gaps) + LATE_MS;
}

/** How a run of a job is shown. */
export function stateIn({ isTakenBack }: JobRuns, run: RunRecord | undefined): NightState {
  if (!run) return 'none';
  return isTakenBack(run) ? 'undone' : stateOfRun(run);
}

function stateOfRun(run: RunRecord): NightState {
  const { verdict, stopped, exit_code: code, undone_runs } = run;
  if (verdict === 'killed') return 'failed';
  if (stopped?.code === 'guard' || code === EXIT.declined || (code ?? 0) >= FIRST_SIGNAL) return 'stopped';
  if (verdict !== 'ok') return verdict;
  return undone_runs === undefined || !mayHaveSet(run) ? 'done' : 'undone';
}

/** Sorts the worst first. */
export function byWorst(one: Named, other: Named): number {
  const place = WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(other.state);
  return place || (`${one.folder} ${one.job}` < `${other.folder} ${other.job}` ? -1 : 1);
}

interface Named {
  readonly folder?: string;
  readonly job: string | null;
  readonly state: NightState;
}

/** Whether somebody has to look at a job. */
export function needsLook({ state }: Pick<Named, 'state'>): boolean {
  return NIGHT_STATES[state].mood !== 'good';
}

/** Whether the last run of a job did not do its work, or none was there to do it. */
export function isFailedJob({ state }: Pick<Named, 'state'>): boolean {
  return NIGHT_STATES[state].mood === 'stopped' || state === 'open';
}
