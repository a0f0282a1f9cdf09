import { html, type Markup } from '../page/markup.ts';
import { type PageStyle, policyOf } from '../page/page-policy.ts';
import { describeNights, describePoints, describeState, nameOf } from '../screen/describe-nights.ts';
import { describeOpen, describeRun, titlesOf } from '../screen/describe-run-end.ts';
import { type JobNights, NIGHT_STATES, NIGHTS, type NightState, stateIn } from '../tally/arrange-nights.ts';
import { formatCount, formatTime } from '../text/format-numbers.ts';

/** By this line the program knows its own page, and replaces no other file. */
export const GENERATOR = '<meta name="generator" content="pricesheet history">';

const MAX_OPEN = 50;
const MAX_RUNS = 400;

interface Facts {
  readonly version: string;
  /** When the page is written. Units: epoch milliseconds. */
  readonly now: number;
  /** The worst first. */
  readonly jobs: readonly JobNights[];
  readonly notices: readonly string[];
  readonly style: PageStyle;
  readonly redact: (text: string) => string;
}

/**
 * The page about ninety nights of one account or of many, in blocks: one file, without a script, that says what is true now.
 *
 * Hooks for tests: #verdict[data-mood=good|attention|stopped], section.job[data-state], ol.strip li.night, #open, #runs tr[data-state], #only.
 */
export function* renderNightsPage({ version, now, jobs, notices, style, redact }: Facts): Generator<string> {
  const title = describeNights(jobs);
  const state = jobs[0]?.state ?? 'missing';
  const { mood } = NIGHT_STATES[state];
  const signs = Object.entries(NIGHT_STATES).map(
    ([each, { word }]) => html`${signOf(each as NightState)} ${word} `,
  );
  yield `<!doctype html>
<html lang="en" data-ready>
<head>
<meta charset="utf-8">
${GENERATOR}
<meta http-equiv="Content-Security-Policy" content="${policyOf(style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${redact(html`${title}`.text)} – pricesheet</title>
<style>${style.style}</style>
</head>
`;
  const body = html`<body>
<a class="skip" href="#runs">Skip to the runs</a>
<header class="top"><p class="brand">pricesheet <span>history</span></p></header>
<main>
<section id="verdict" class="verdict ${mood}" data-mood="${mood}" aria-labelledby="title">
<p class="kind">${signOf(state)} As of ${formatTime(now)}</p>
<h1 id="title">${title}</h1>
</section>
<section id="nights" aria-labelledby="nights-title"><h2 id="nights-title">${NIGHTS} nights</h2>
${jobs.map((job) => renderJob(job, jobs.length === 1))}
<p class="note">${signs}</p>
</section>
${renderOpen(jobs)}
${renderRuns(jobs)}
${notices.length === 0 ? undefined : html`<section id="notices"><h2>Notices</h2>${listOf('notices', notices)}</section>`}
<p class="note" id="made">Made by pricesheet ${version}. All times are in UTC.</p>
</main>
</body>
</html>
`;
  yield redact(body.text);
}

function listOf(name: string, lines: readonly string[]): Markup {
  return html`<ul class="${name}">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function signOf(state: NightState): Markup {
  return html`<span class="sign night ${state}" aria-hidden="true">${NIGHT_STATES[state].sign}</span>`;
}

function renderJob(job: JobNights, isOnly: boolean): Markup {
  const { state, nights, page, reportOf } = job;
  const name = page === undefined ? html`${nameOf(job)}` : html`<a href="${page}">${nameOf(job)}</a>`;
  const strip = nights.map(({ date, state: how, run, runs }) => {
    const end = run ? `, ${describeRun(run).ended}${runs > 1 ? `, ${runs} runs` : ''}` : '';
    const about = `${date}: ${NIGHT_STATES[how].word}${end}`;
    const sign = html`<span aria-hidden="true">${NIGHT_STATES[how].sign}</span><span class="vh">${about}</span>`;
    const report = run && reportOf(run);
    return html`<li class="night ${how}" title="${about}">${report ? html`<a href="${report}">${sign}</a>` : sign}</li>`;
  });
  return html`<section class="job" data-state="${state}"><h3>${signOf(state)} ${name}</h3>
${isOnly ? undefined : html`<p class="now">${describeState(job)}</p>`}${listOf('points', describePoints(job))}
<ol class="strip" aria-label="${NIGHTS} nights of ${nameOf(job)}, the oldest first">${strip}</ol>
<p class="span"><span>${nights[0]?.date}</span><span>${nights.at(-1)?.date}</span></p></section>`;
}

function renderOpen(jobs: readonly JobNights[]): Markup {
  const all = jobs.flatMap((job) => job.open.map((row) => ({ row, job: nameOf(job) })));
  const rows = all.sort((one, other) => other.row.nights - one.row.nights).slice(0, MAX_OPEN);
  const total = jobs.reduce((sum, { open, attention }) => sum + Math.max(open.length, attention), 0);
  const lines = rows.map(({ row, job }) => ({
    state: 'attention' as const,
    cells: { ...describeOpen(row), job },
  }));
  return html`<section id="open" aria-labelledby="open-title"><h2 id="open-title">Open now</h2>
<p class="note">Rows that need attention, and fields that somebody else changes, with for how many runs in a row: ${lines.length} of ${formatCount(total, 'row')}. <code>pricesheet history chronic --nights 1</code> has all.</p>
${renderTable('open', lines)}</section>`;
}

function renderRuns(jobs: readonly JobNights[]): Markup {
  const all = jobs.flatMap((job) => job.runs.map((run) => ({ run, job })));
  if (jobs.length > 1) all.sort((one, other) => (one.run.started_at < other.run.started_at ? 1 : -1));
  const lines = all.slice(0, MAX_RUNS).map(({ run, job }) => {
    const [state, report, cells] = [stateIn(job, run), job.reportOf(run), describeRun(run)];
    const link = html`<a href="${report}" aria-label="report of ${cells['when (UTC)']}, ${nameOf(job)}">report</a>`;
    const ended = html`${signOf(state)} ${NIGHT_STATES[state].word} <small>${cells.ended.replace(/^(done|exit 3, rows need attention)(, )?/, '')}</small>`;
    const named = {
      job: jobs.length > 1 ? nameOf(job) : '',
      ended,
      report: report === undefined ? '' : link,
    };
    return { state, cells: { ...cells, ...named } };
  });
  return html`<section id="runs" tabindex="-1" aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
<input type="checkbox" id="only"><label for="only"> Only runs that were not done</label>
${renderTable('runs', lines)}
<p class="note">${lines.length} of ${formatCount(all.length, 'run')}. One without a link has no report any more: its folder was deleted, or it ended before it had one.</p><p class="paper note">On paper: the newest 30.</p></section>`;
}

interface Line {
  readonly state: NightState;
  readonly cells: Readonly<Record<string, Markup | string>>;
}

function renderTable(id: string, lines: readonly Line[]): Markup {
  const titles = titlesOf(lines.map(({ cells }) => cells));
  if (titles.length === 0) return html`<p>There are none.</p>`;
  const head = titles.map((title) => html`<th scope="col" class="${title}">${title}</th>`);
  const rows = lines.map(({ state, cells }) => {
    const [first = '', ...rest] = titles;
    return html`<tr data-state="${state}"><th scope="row">${cells[first]}</th>${rest.map((title) => html`<td class="${title}">${cells[title]}</td>`)}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}-title"><table class="plain"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
