import { count, formatNumber } from '../../domain/count.ts';
import { html, type Markup, type PageStyle, renderHead } from '../page/markup.ts';
import {
  countStates,
  describePoints,
  type JobView,
  MAX_OPEN,
  nameOf,
  whyOf,
} from '../screen/describe-nights.ts';
import { describeOpen, describeRun, describeTime, titlesOf } from '../screen/describe-run-end.ts';
import { type JobNights, NIGHT_STATES, NIGHTS, type NightState, stateIn } from '../tally/arrange-nights.ts';
import { formatTime } from '../text/words.ts';

/** By this line the program knows its own page, and replaces no other file. */
export const GENERATOR = '<meta name="generator" content="pricesheet history">';

const MAX_RUNS = 400;

interface Facts {
  readonly version: string;
  /** When the page is written. Units: epoch milliseconds. */
  readonly now: number;
  readonly notices: readonly string[];
  readonly style: PageStyle;
  /** A link from the page to a file. */
  readonly linkTo: (file: string) => string;
  readonly redact: (text: string) => string;
}

/** What a page is about. */
export interface PageSubject {
  readonly title: string;
  /** The worst first. */
  readonly jobs: readonly JobView[];
  /** The same jobs with their runs, if they are those of one account. */
  readonly nights?: readonly JobNights[];
}

/**
 * The page about ninety nights of one account or of many, in blocks: one file, without a script, that says what is true now.
 *
 * Hooks for tests: #verdict[data-mood=good|attention|stopped], section.job[data-state], ol.strip li.night, #open, #runs tr[data-state].
 */
export function* renderNightsPage(facts: Facts & PageSubject): Generator<string> {
  const { version, now, notices, style, redact } = facts;
  const { title, jobs, nights } = facts;
  const state = jobs[0]?.state ?? (nights ? 'missing' : 'none');
  const { mood } = NIGHT_STATES[state];
  const signs = Object.entries(NIGHT_STATES).map(
    ([each, { word }]) => html`${signOf(each as NightState)} ${word} `,
  );
  yield renderHead({ title: html`${title}`, style, mark: `${GENERATOR}\n`, redact });
  const body = html`<body data-ready>
<a class="skip" href="${nights ? '#runs' : '#open'}">Skip to the ${nights ? 'runs' : 'rows that need attention'}</a>
<header class="top"><p class="brand">pricesheet <span>history</span></p></header>
<main>
<section id="verdict" class="verdict ${mood}" data-mood="${mood}" aria-labelledby="title">
<p class="kind">${signOf(state)} As of ${formatTime(now)}</p>
<h1 id="title">${title}</h1>
</section>
<section id="nights" aria-labelledby="nights-title"><h2 id="nights-title">${NIGHTS} nights</h2>
${nights ? nights.map((job, at) => renderJob(job, jobs[at], facts)) : renderAccounts(facts)}
<p class="note">${signs}</p>
</section>
${renderOpen(facts)}
${nights && renderRuns(nights, facts)}
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

function renderJob(job: JobNights, view: JobView | undefined, { jobs, linkTo }: Facts & PageSubject): Markup {
  const { state, nights, reportOf } = job;
  const strip = nights.map(({ date, state: how, run, runs }) => {
    const end = run ? `, ${describeRun(run).ended}${runs > 1 ? `, ${runs} runs` : ''}` : '';
    const about = `${date}: ${NIGHT_STATES[how].word}${end}`;
    const sign = html`<span aria-hidden="true">${NIGHT_STATES[how].sign}</span><span class="vh">${about}</span>`;
    const report = run && reportOf(run);
    return html`<li class="night ${how}" title="${about}">${report ? html`<a href="${linkTo(report)}">${sign}</a>` : sign}</li>`;
  });
  return html`<section class="job" data-state="${state}"><h3>${signOf(state)} ${nameOf(job)}</h3>
${jobs.length === 1 ? undefined : html`<p class="now">${view?.shown.now}</p>`}${listOf('points', describePoints(job))}
<p class="note">From ${nights[0]?.date} to ${nights.at(-1)?.date}</p>
<ol class="strip" aria-label="${NIGHTS} nights of ${nameOf(job)}, the oldest first">${strip}</ol></section>`;
}

function renderAccounts({ jobs, linkTo }: Facts & PageSubject): Markup {
  const [one] = jobs;
  if (!one) return html`<p>There are none.</p>`;
  return html`<p class="note">From ${one.nights[0]?.date} to ${one.nights.at(-1)?.date}. The page of an account says more of each night.</p>
${jobs.map((each) => renderAccount(each, linkTo))}`;
}

/** Nights that ended the same way are one bar: five hundred accounts have forty-five thousand nights. */
function renderAccount(account: JobView, linkTo: Facts['linkTo']): Markup {
  const { state, what, nights, last_success, shown } = account;
  const name = nameOf(account);
  const bars: { readonly how: NightState; readonly at: number; to: number }[] = [];
  for (const [at, { state: how }] of nights.entries()) {
    const last = bars.at(-1);
    if (last?.how === how) last.to = at + 1;
    else bars.push({ how, at, to: at + 1 });
  }
  const rects = bars.map(({ how, at, to }) => {
    const [from, until] = [nights[at]?.date, nights[to - 1]?.date];
    const about = `${from === until ? from : `${from} to ${until}`}: ${NIGHT_STATES[how].word}`;
    return html`<rect class="night ${how}" x="${at}" width="${to - at}" height="9"><title>${about}</title></rect>`;
  });
  return html`<section class="job account" data-state="${state}"><h3>${signOf(state)} ${shown.page === undefined ? name : html`<a href="${linkTo(shown.page)}">${name}</a>`}</h3>
<p>${what}. <span class="note">Last success: ${last_success ? describeTime(last_success) : 'none known'}</span></p>
<svg class="bars" viewBox="0 0 ${NIGHTS} 9" preserveAspectRatio="none" role="img" aria-label="${NIGHTS} nights: ${countStates(nights)}">${rects}</svg></section>
`;
}

function renderOpen({ jobs, nights }: PageSubject): Markup {
  const all = jobs.flatMap((job) => job.shown.open.map((row) => ({ name: nameOf(job), row })));
  const worst = all.sort((one, other) => other.row.nights - one.row.nights).slice(0, MAX_OPEN);
  const lines = worst.map(({ name, row }) => {
    const { sku, what, 'since (UTC)': since, ...others } = describeOpen(row);
    const cells = { sku, what, 'since (UTC)': timeOf(since), ...others };
    return {
      state: 'attention',
      cells: nights ? { ...cells, job: name } : { account: name, ...cells, job: '' },
    } as const;
  });
  const rows = jobs.reduce((sum, job) => sum + job.shown.rows, 0);
  return html`<section id="open" tabindex="-1" aria-labelledby="open-title"><h2 id="open-title">Open now</h2>
<p class="note">What is open, and for how many runs in a row (${lines.length} of ${formatNumber(rows)} shown). <code>pricesheet history chronic --nights 1</code>${nights ? '' : ' in the folder of an account'} has all.</p>
${renderTable('open', lines)}</section>`;
}

function renderRuns(jobs: readonly JobNights[], { linkTo }: Facts): Markup {
  const all = jobs.flatMap((job) => job.runs.map((run) => ({ run, job })));
  if (jobs.length > 1) all.sort((one, other) => (one.run.started_at < other.run.started_at ? 1 : -1));
  const lines = all.slice(0, MAX_RUNS).map(({ run, job }) => {
    const [state, file] = [stateIn(job, run), job.reportOf(run)];
    const { 'when (UTC)': when, ended, ...others } = describeRun(run, job.isTakenBack(run));
    const label = `report of ${when}, ${nameOf(job)}`;
    const report = file === undefined ? '' : html`<a href="${linkTo(file)}" aria-label="${label}">report</a>`;
    return {
      state,
      cells: {
        'when (UTC)': timeOf(when),
        ended: html`${signOf(state)} ${ended}`,
        why: whyOf(run),
        report,
        ...others,
        job: nameOf(job),
      },
    };
  });
  return html`<section id="runs" tabindex="-1" aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
${renderTable('runs', lines)}
<p class="note">${lines.length} of ${count(all.length, 'run')}. One without a link has no report any more: its folder was deleted, or it ended before it had one.</p></section>`;
}

function timeOf(time: string): Markup {
  return html`<time>${time}</time>`;
}

/** What matters comes first: a phone shows no more than that. */
interface Line {
  readonly state: NightState;
  readonly cells: Readonly<Record<string, Markup | string>>;
}

function renderTable(id: string, lines: readonly Line[]): Markup {
  const titles = titlesOf(lines.map(({ cells }) => cells));
  if (titles.length === 0) return html`<p>There are none.</p>`;
  const head = titles.map((title) => html`<th scope="col">${title}</th>`);
  const rows = lines.map(({ state, cells }) => {
    const [first, ...rest] = titles.map((title) => cells[title]);
    return html`<tr data-state="${state}"><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}-title"><table class="plain"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
