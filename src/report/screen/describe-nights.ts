import { dateOfTime } from '../../domain/day.ts';
import type { RunRecord } from '../../domain/documents/ledger.ts';
import { groupBy } from '../../domain/lists.ts';
import { countHeld, isLook } from '../../domain/run-record.ts';
import { type JobNights, NIGHT_STATES, needsLook } from '../tally/arrange-nights.ts';
import { inOneLine, nameJob } from '../text/failure-line.ts';
import { clip } from '../text/printable.ts';
import { count } from '../text/words.ts';
import { describeRun, describeTime, describeUnfinished } from './describe-run-end.ts';

/** How a job is, in the words of `history --all --json`, and what only screen and page have of it. */
export type JobView = ReturnType<typeof viewJob>;

/** A page shows no more rows that are open. */
export const MAX_OPEN = 50;

interface Place {
  /** As a user would write it; '' for the folder of the page. */
  readonly folder: string;
  /** The account's own page, if it has one. */
  readonly page?: string | undefined;
}

/** The runs themselves are left behind: those of five hundred accounts have no room. */
export function viewJob(nightsOf: JobNights, { folder, page }: Place) {
  const { state, job, account, last, lastSuccess, attention, nights, open } = nightsOf;
  const now = describeState(nightsOf);
  const isEarly = state === 'failed' || state === 'stopped';
  return {
    folder,
    state,
    what: [now, isEarly && last && whyOf(last)].filter(Boolean).join(': '),
    job,
    account,
    last_run: last ? { run: last.id, started_at: last.started_at, exit_code: last.exit_code } : null,
    last_success: lastSuccess?.started_at ?? null,
    attention: last ? attention : null,
    nights: nights.map(({ date, state: how, runs }) => ({ date, state: how, runs })),
    shown: { now, page, open: open.slice(0, MAX_OPEN), rows: open.length },
  } as const;
}

/** Why a run ended early; blank where it did not, and where its exit code says all. */
export function whyOf({ stopped }: Pick<RunRecord, 'stopped'>): string {
  if (stopped?.code === 'interrupted') return '';
  return clip(inOneLine(stopped?.message ?? ''), MAX_WHY);
}

const MAX_WHY = 200;

/** A job by its name, behind the folder of its account if there are several. */
export function nameOf({ folder, job }: { readonly folder?: string; readonly job: string | null }): string {
  return nameJob(folder, job) || 'no job';
}

/** How jobs are, in their order: `2 of 8 jobs to look at: 1 failed, 1 needs attention, 6 done`. */
export function describeNights(jobs: readonly Pick<JobView, 'state' | 'what'>[]): string {
  const [job, ...others] = jobs;
  if (!job) return 'The history has no runs';
  if (others.length === 0) return job.what;
  return `${jobs.filter(needsLook).length} of ${count(jobs.length, 'job')} to look at: ${countStates(jobs)}`;
}

/** `1 failed, 2 need attention, 6 done`, in the order of the jobs. */
export function countStates(jobs: readonly Pick<JobView, 'state'>[]): string {
  const parts = [...groupBy(jobs, ({ state }) => state)].map(([state, { length }]) => {
    const { word } = NIGHT_STATES[state];
    return `${length} ${length === 1 ? word : word.replace('needs', 'need')}`;
  });
  return parts.join(', ');
}

/** How a job is now: `The last run (sync): 212 updated, nothing needs attention`. */
function describeState({ state, runs, last, unfinished: [begun], attention }: JobNights): string {
  if (state === 'missing' && last)
    return `No run since ${describeTime(last.started_at)} UTC, longer than usual`;
  if (state === 'missing')
    return 'The history of this folder has no run: none was started, or none could read its sheet';
  if (state === 'open' && begun) return describeUnfinished(begun, begun.isAlive);
  if (!last) return 'No run was to send anything yet';
  const { command, ended, updated } = describeRun(last);
  const held = countHeld(runs);
  if (state === 'failed' || state === 'stopped') return `The last run (${command}): ${ended}`;
  const need = attention === 1 ? '1 row needs attention' : `${attention || 'no'} rows need attention`;
  const fresh = last.news?.fresh ? `, ${last.news.fresh} of them new` : '';
  const wait = held > 0 ? `, ${count(held, 'row waits', 'rows wait')} for a person` : '';
  return `The last run (${command}): ${updated} updated, ${need}${fresh}${wait}`;
}

/** What else is true of a job now. */
export function describePoints(job: JobNights): readonly string[] {
  const { runs, last, lastSuccess, account } = job;
  return [
    ...(last?.stopped ? [inOneLine(last.stopped.message)] : []),
    `Last success: ${lastSuccess ? `${describeTime(lastSuccess.started_at)} UTC` : 'none known'}`,
    ...describeSameSheet(runs),
    ...(account ? [`${nameOf(job)} on ${account.base_url}, key fingerprint ${account.key_fingerprint}`] : []),
  ];
}

/** Since when the sheet that a job's runs read to send it has been the same; nothing if that is today. `runs`: the newest first. */
export function describeSameSheet(runs: readonly RunRecord[]): readonly string[] {
  const sheets = runs.filter((run) => run.command === 'sync' && !isLook(run) && run.sheet?.figures);
  const other = sheets.findIndex(({ sheet }) => sheet?.sha256 !== sheets[0]?.sheet?.sha256);
  const same = other === -1 ? sheets : sheets.slice(0, other);
  const [latest = '', since = ''] = [same[0]?.started_at, same.at(-1)?.started_at];
  if (dateOfTime(since) === dateOfTime(latest)) return [];
  return [`The sheet has been the same since ${describeTime(since)} UTC, in ${count(same.length, 'run')}`];
}
