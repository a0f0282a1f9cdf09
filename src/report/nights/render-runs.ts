import type { RunRecord } from '../../domain/run-record.ts';
import { html, type Markup } from '../page/markup.ts';
import { nameOf } from '../screen/describe-nights.ts';
import {
  countDrift,
  describeAttention,
  describeCommand,
  describeMinutes,
  describeRunEnd,
  describeTime,
} from '../screen/describe-run-end.ts';
import type { JobNights } from '../tally/arrange-nights.ts';
import { type NightState, STATE_SIGNS, stateOfRun } from '../tally/night-state.ts';
import { formatCount, formatNumber } from '../text/format-numbers.ts';
import type { NightsFacts } from './nights-facts.ts';

/** More lines would make the page slow to open. */
const MAX_LINES = 400;

interface Line {
  readonly at: string;
  readonly job: JobNights;
  readonly state: NightState;
  /** `undefined`: it has not ended. */
  readonly record: RunRecord | undefined;
}

/** The runs of all jobs, the newest first. */
export function renderRuns(facts: NightsFacts): Markup {
  const { jobs, cutAt } = facts;
  const all = jobs.flatMap(toLines).sort((one, other) => (one.at < other.at ? 1 : -1));
  const lines = all.slice(0, MAX_LINES);
  const left = all.length - lines.length;
  const hasJobs = jobs.length > 1;
  const more = [
    ...(left > 0 ? [`${formatCount(left, 'older line')} not shown`] : []),
    ...(cutAt === undefined || !isWithin(cutAt, jobs)
      ? []
      : [`runs before ${describeTime(cutAt)} were not read, since there are too many`]),
  ];
  return html`<section id="runs" tabindex="-1" aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
${
  lines.length === 0
    ? html`<p>There are none in these nights.</p>`
    : html`<p id="only-line" hidden><label><input type="checkbox" id="only"> Only runs that were not done</label></p>
<div class="scroll" tabindex="0" role="group" aria-labelledby="runs-title"><table class="list"><thead><tr><th scope="col">Began</th><th scope="col">Ended</th>${hasJobs ? html`<th scope="col">Job</th>` : html``}<th scope="col" class="rare">Command</th><th scope="col" class="num rare">Rows</th><th scope="col" class="num">Updated</th><th scope="col" class="num">Attention</th><th scope="col" class="num">Drift</th><th scope="col" class="num rare">Requests</th><th scope="col" class="num rare">Minutes</th><th scope="col">Report</th></tr></thead><tbody>${lines.map((line) => renderLine(line, facts, hasJobs))}</tbody></table></div>`
}
<p class="note">${more.length > 0 ? `${more.join('; ')}. ` : ''}A run without a link has no report any more: its folder was deleted, or it ended before it had one. All runs: <code>pricesheet history</code></p><p class="paper note">On paper: the newest 30.</p></section>`;
}

function toLines(job: JobNights): readonly Line[] {
  const { records, unfinished } = job;
  return [
    ...records.map((record): Line => ({ at: record.started_at, job, state: stateOfRun(record), record })),
    ...(unfinished ? [{ at: unfinished.started_at, job, state: 'open' as const, record: undefined }] : []),
  ];
}

function isWithin(time: string, jobs: readonly JobNights[]): boolean {
  return time >= (jobs[0]?.nights[0]?.date ?? '');
}

function renderLine({ at, job, state, record }: Line, { reports }: NightsFacts, hasJobs: boolean): Markup {
  const { sign, word } = STATE_SIGNS[state];
  const began = describeTime(at);
  const report = record && reports.get(record);
  const figures = record ? figuresOf(record) : ['', '', '', '', '', ''];
  // Of the others the word says it all.
  const end =
    record && (state === 'failed' || state === 'stopped' || record.dry_run) ? describeRunEnd(record) : '';
  return html`<tr data-state="${state}"><th scope="row">${began}</th><td><span class="sign night ${state}" aria-hidden="true">${sign}</span> ${word}${end === '' ? html`` : html` <small>${end}</small>`}</td>${hasJobs ? html`<td>${nameOf(job)}</td>` : html``}<td class="rare">${record ? describeCommand(record) : (job.unfinished?.command ?? '')}</td>${figures.map((figure, at) => html`<td class="${RARE.has(at) ? 'num rare' : 'num'}">${figure}</td>`)}<td>${report === undefined ? html`` : html`<a href="${report}" aria-label="report of ${began}${hasJobs ? `, ${nameOf(job)}` : ''}">report</a>`}</td></tr>`;
}

/** A phone has no room for rows, requests and minutes. */
const RARE: ReadonlySet<number> = new Set([0, 4, 5]);

function figuresOf(record: RunRecord): readonly string[] {
  const { sheet, counts, dry_run, requests } = record;
  const drift = countDrift(record);
  return [
    sheet ? formatNumber(sheet.rows) : '',
    counts && !dry_run ? formatNumber(counts.by_status.updated ?? 0) : '',
    describeAttention(record),
    drift === undefined ? '' : formatNumber(drift),
    requests ? formatNumber(requests.reads + requests.writes) : '',
    describeMinutes(record),
  ];
}
