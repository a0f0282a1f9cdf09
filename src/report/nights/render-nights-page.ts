import { html, type Markup } from '../page/markup.ts';
import type { Fact } from '../page/page-facts.ts';
import type { PageAssets } from '../page/page-policy.ts';
import { describeNights, describeState, nameOf } from '../screen/describe-nights.ts';
import { describeTime } from '../screen/describe-run-end.ts';
import { type JobNights, NIGHTS } from '../tally/arrange-nights.ts';
import { STATE_SIGNS } from '../tally/night-state.ts';
import { NIGHT_FIGURES, nightChart, renderFigures } from './night-charts.ts';
import type { NightsFacts } from './nights-facts.ts';
import { renderEnd, renderFrame, renderNotices, renderOpening, renderTop } from './page-frame.ts';
import { renderAgain } from './render-again.ts';
import { renderRuns } from './render-runs.ts';
import { renderLegend, renderStrip } from './render-strip.ts';

/*
 * Hooks for tests and for the page's script, which stay as they are:
 *   #verdict[data-mood=good|attention|stopped], section.job[data-state], ol.strip li.night, figure[data-figure], #chronic, #changed, #runs tr[data-state], #only (a switch, hidden without a script).
 *   html[data-ready] is there once the script has run.
 */

/** `index.html`: ninety nights of all jobs of a history, in blocks. Text from files of the history is escaped. */
export function renderNightsPage(
  facts: NightsFacts,
  style: { readonly assets: PageAssets; readonly redact: (text: string) => string },
): Generator<string> {
  const { jobs, chronic, now } = facts;
  const verdict = describeNights(jobs, chronic.length);
  const title = `${jobs.length === 1 ? nameOf(jobs[0] ?? NO_JOB) : 'all jobs'}, ${NIGHTS} nights: ${verdict.title}`;
  const opening = renderOpening({ verdict, now, facts: renderFacts(jobs) });
  const body = html`<body>
<a class="skip" href="#runs">Skip to the runs</a>
${renderTop('history')}
<main>
${opening}
${jobs.length > 0 ? renderJobs(facts) : html``}
${renderAgain(facts)}
${renderRuns(facts)}
${renderNotices(facts.notices)}
${renderEnd(facts.version)}
</main>
`;
  return renderFrame({ title, body }, style);
}

const NO_JOB = { job: null };

/** Of a single job: of several, each has its own. */
function renderFacts(jobs: readonly JobNights[]): Markup {
  const [job, ...others] = jobs;
  return job && others.length === 0 ? factsOf(job, [['Job', nameOf(job)]]) : html``;
}

function factsOf({ account, lastSuccess }: JobNights, first: readonly Fact[] = []): Markup {
  const facts: readonly Fact[] = [
    ...first,
    ['Last success', lastSuccess ? `${describeTime(lastSuccess.started_at)} UTC` : 'none known'],
    ...(account
      ? [['Account', `${account.base_url} (key fingerprint ${account.key_fingerprint})`] as const]
      : []),
  ];
  return html`<dl class="facts">${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

function renderJobs(facts: NightsFacts): Markup {
  const { jobs } = facts;
  const isOnly = jobs.length === 1;
  return html`<section id="nights" aria-labelledby="nights-title"><h2 id="nights-title">${NIGHTS} nights</h2>
${renderLegend(jobs)}
${jobs.map((job) => renderJob(job, { facts, isOnly }))}
</section>`;
}

interface Place {
  readonly facts: NightsFacts;
  readonly isOnly: boolean;
}

function renderJob(job: JobNights, { facts: { reports }, isOnly }: Place): Markup {
  const name = isOnly ? '' : nameOf(job);
  const { nights, state } = job;
  const head = isOnly
    ? html``
    : html`<h3><span class="sign night ${state}" aria-hidden="true">${STATE_SIGNS[state].sign}</span> ${name}</h3><p class="now">${describeState(job)}</p>`;
  const charts = html`<div class="charts">${NIGHT_FIGURES.map((figure) => nightChart(figure, nights, name))}</div>${renderFigures(job)}`;
  return html`<section class="job" data-state="${state}">${head}
${renderStrip(job, { reports, name })}
<p class="span"><span>${nights[0]?.date ?? ''}</span><span>${nights.at(-1)?.date ?? ''}</span></p>
${isOnly ? charts : html`${factsOf(job)}<details class="data"><summary>Rows, updates, attention, drift, requests and time</summary>${charts}</details>`}</section>`;
}
