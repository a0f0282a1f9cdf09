import { type JobNights, NIGHTS } from '../tally/arrange-nights.ts';
import { NIGHT_STATES, type NightState, STATE_SIGNS } from '../tally/night-state.ts';
import { count } from '../text/words.ts';
import { describeRunEnd, describeTime } from './describe-run-end.ts';

export type Mood = 'good' | 'attention' | 'stopped';

/** How the jobs are: first in one sentence, then in several. */
export interface NightsVerdict {
  readonly mood: Mood;
  readonly title: string;
  readonly points: readonly string[];
}

/** How the jobs are, in plain words. `jobs`: the worst first. */
export function describeNights(jobs: readonly JobNights[], chronic: number): NightsVerdict {
  const [job, ...others] = jobs;
  if (!job) return { mood: 'attention', title: 'The history has no runs', points: [] };
  const mood = moodOf(job.state);
  const again =
    chronic > 0 ? [`${count(chronic, 'row or field', 'rows or fields')} again and again, see below`] : [];
  if (others.length === 0)
    return { mood, title: describeState(job), points: [...describePoints(job), ...again] };
  const troubled = jobs.filter(({ state }) => moodOf(state) !== 'good');
  return {
    mood,
    title: headline(jobs),
    points: [
      describeJobs(jobs),
      ...troubled.slice(0, MAX_NAMED).map((each) => `${nameOf(each)}: ${describeState(each)}`),
      ...(troubled.length > MAX_NAMED ? [`and ${count(troubled.length - MAX_NAMED, 'more job')}`] : []),
      ...again,
    ],
  };
}

const MAX_NAMED = 8;

export function moodOf(state: NightState): Mood {
  if (state === 'done' || state === 'none') return 'good';
  return state === 'attention' || state === 'open' ? 'attention' : 'stopped';
}

export function nameOf({ job }: Pick<JobNights, 'job'>): string {
  return job || 'a run without a job';
}

/** How a job is now, as a sentence: `Done at the last run: 212 updated, nothing needs attention`. */
export function describeState(job: JobNights): string {
  const { state, last, unfinished } = job;
  if (state === 'open')
    return `A run that began at ${describeTime(unfinished?.started_at ?? '')} UTC has not ended: it is still running, or was killed`;
  if (!last) return 'No run was to send anything yet';
  const { counts } = last;
  if (state === 'failed' || state === 'stopped') return `The last run ${describeTrouble(job)}`;
  const updated = `${counts?.by_status.updated ?? 0} updated`;
  if (state === 'attention') return `The last run is done: ${updated}, ${describeAttentionOf(last)}`;
  return `The last run is done: ${updated}, nothing needs attention`;
}

function describeTrouble({ state, last }: JobNights): string {
  if (!last || last.exit_code === null) return 'was killed before it ended';
  const end = describeRunEnd(last);
  const why = end.replace(/^exit \d+(?:, )?/, '');
  const code = `exit code ${last.exit_code}`;
  if (state === 'failed') return why === '' ? `failed, with ${code}` : `failed with ${code}: ${why}`;
  return why.startsWith('stopped by') ? `was ${why}, with ${code}` : `was stopped, with ${code}: ${why}`;
}

function describeAttentionOf({ counts, news }: NonNullable<JobNights['last']>): string {
  const attention = counts?.attention ?? 0;
  const need = attention === 1 ? '1 row needs attention' : `${attention} rows need attention`;
  if (!news) return need;
  return news.fresh === 0 ? `${need}, none of them new` : `${need}, ${news.fresh} of them new`;
}

function describePoints(job: JobNights): readonly string[] {
  const { last, state } = job;
  const message = state === 'failed' || state === 'stopped' ? last?.stopped?.message : undefined;
  return [...(message === undefined ? [] : [message]), describeStates(job)];
}

/** `90 nights: 82 done, 4 need attention, 1 failed`. */
function describeStates({ nights }: Pick<JobNights, 'nights'>): string {
  const parts = countStates(nights.map(({ state }) => state)).map(([state, number]) =>
    describeCount(state, number),
  );
  return `Of ${NIGHTS} nights: ${parts.join(', ')}`;
}

/** What there is most of in a good history comes first. */
export function countStates(states: readonly NightState[]): readonly (readonly [NightState, number])[] {
  return IN_WORDS.flatMap((state) => {
    const number = states.filter((each) => each === state).length;
    return number === 0 ? [] : [[state, number] as const];
  });
}

const IN_WORDS = [
  'done',
  'attention',
  ...NIGHT_STATES.filter((state) => !['done', 'attention', 'none'].includes(state)),
  'none',
] as const satisfies readonly NightState[];

/** `5 of 8 jobs need a look`. */
export function headline(jobs: readonly { readonly state: NightState }[]): string {
  const troubled = jobs.filter(({ state }) => moodOf(state) !== 'good').length;
  if (troubled === 0) return `All ${count(jobs.length, 'job')} are done`;
  return `${troubled} of ${count(jobs.length, 'job')} need${troubled === 1 ? 's' : ''} a look`;
}

/** `8 jobs: 3 done, 1 failed`. */
export function describeJobs(jobs: readonly { readonly state: NightState }[]): string {
  const parts = countStates(jobs.map(({ state }) => state)).map(([state, number]) =>
    describeCount(state, number),
  );
  return `${count(jobs.length, 'job')}: ${parts.join(', ')}`;
}

function describeCount(state: NightState, number: number): string {
  return `${number} ${state === 'attention' && number > 1 ? 'need attention' : STATE_SIGNS[state].word}`;
}
