import type { RunRecord } from '../../domain/run-record.ts';
import { dateOf, isUndo, type JobNights, NIGHT_STATES, type NightState } from '../tally/arrange-nights.ts';
import { count } from '../text/words.ts';
import { describeRunEnd, describeTime } from './describe-run-end.ts';

export function nameOf({ folder = '', job, state }: JobNights): string {
  const name = job ?? (state === 'missing' ? '' : 'a run without a job');
  return [folder, name].filter((each) => each !== '').join(', ');
}

/** How jobs are, the worst first: `2 of 8 jobs need a look: 1 failed, 1 needs attention, 6 done`. */
export function describeNights(jobs: readonly JobNights[]): string {
  const [job, ...others] = jobs;
  if (!job) return 'The history has no runs';
  if (others.length === 0) return describeState(job);
  const troubled = jobs.filter(({ state }) => NIGHT_STATES[state].mood !== 'good').length;
  const parts = (Object.keys(NIGHT_STATES) as NightState[]).flatMap((state) => {
    const number = jobs.filter((each) => each.state === state).length;
    return number === 0 ? [] : [`${number} ${NIGHT_STATES[state].word}`];
  });
  const need = `need${troubled === 1 ? 's' : ''} a look`;
  return `${troubled === 0 ? 'None' : troubled} of ${count(jobs.length, 'job')} ${need}: ${parts.join(', ')}`;
}

/** How a job is now, as a sentence: `The last run is done: 212 updated, nothing needs attention`. */
export function describeState({ state, last, unfinished, attention }: JobNights): string {
  if (state === 'missing') return 'No run was found in this folder';
  if (state === 'open')
    return `A run that began at ${describeTime(unfinished[0]?.started_at ?? '')} UTC has not ended: it is still running, or was killed`;
  if (!last) return 'No run was to send anything yet';
  const what = isUndo(last) ? 'The last run, an undo,' : 'The last run';
  if (last.exit_code === null) return `${what} was killed before it ended`;
  const code = `with exit code ${last.exit_code}${describeRunEnd(last)
    .replace(/^exit \d+,?/, ':')
    .replace(/:$/, '')}`;
  if (state === 'failed') return `${what} failed ${code}`;
  if (state === 'stopped') return `${what} was stopped ${code}`;
  const need = attention === 0 ? 'nothing needs attention' : describeNeed(attention, last);
  if (state === 'undone') return `${describeTakenBack(last)}${attention === 0 ? '' : `, and ${need}`}`;
  return `${what} is done: ${last.counts?.by_status.updated ?? 0} updated, ${need}`;
}

function describeNeed(attention: number, { counts, news }: RunRecord): string {
  const need = attention === 1 ? '1 row needs attention' : `${attention} rows need attention`;
  const isOfRun = news && counts?.attention === attention;
  return isOfRun ? `${need}, ${news.fresh === 0 ? 'none' : news.fresh} of them new` : need;
}

function describeTakenBack({ undone_runs: runs = [], counts }: RunRecord): string {
  const first = describeTime(runs.toSorted()[0] ?? '');
  const what =
    runs.length === 1 ? `The run of ${first} UTC was` : `${runs.length} runs since ${first} UTC were`;
  const listings = (counts?.by_status.updated ?? 0) + (counts?.by_status.unchanged ?? 0);
  return `${what} taken back: ${count(listings, 'listing')} ${listings === 1 ? 'is' : 'are'} as before`;
}

/** What else is true of a job now. */
export function describePoints(job: JobNights): readonly string[] {
  const { sheets, last, lastSuccess, account, state } = job;
  const message = state === 'failed' || state === 'stopped' ? last?.stopped?.message : undefined;
  return [
    ...(message === undefined ? [] : [message]),
    `Last success: ${lastSuccess ? `${describeTime(lastSuccess.started_at)} UTC` : 'none known'}`,
    ...describeSameSheet(sheets),
    ...(account ? [`${nameOf(job)} on ${account.base_url}, key fingerprint ${account.key_fingerprint}`] : []),
  ];
}

/** Since when a job's sheet has been the same; nothing if that is today. `sheets`: the runs that sent one, the newest first. */
export function describeSameSheet(sheets: readonly RunRecord[]): readonly string[] {
  const other = sheets.findIndex(({ sheet }) => sheet?.sha256 !== sheets[0]?.sheet?.sha256);
  const same = other === -1 ? sheets : sheets.slice(0, other);
  const [latest = '', since = ''] = [same[0]?.started_at, same.at(-1)?.started_at];
  if (dateOf(since) === dateOf(latest)) return [];
  return [`The same sheet comes since ${describeTime(since)} UTC, in ${count(same.length, 'run')}`];
}
