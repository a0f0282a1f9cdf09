import { count } from '../../domain/count.ts';
import { capitalize, formatTime } from '../text/words.ts';
import type { Verdict } from '../view/judge-run.ts';
import type { NextStep } from '../view/list-next-steps.ts';
import type { Fact } from '../view/run-view.ts';
import type { PageFacts } from './describe-page.ts';
import { html, type Markup } from './markup.ts';

const MARKS = { good: '✓', attention: '!', stopped: '■' } as const;

/** How the run went, in a line; its summary; and beside it the commands that follow. */
export function renderVerdict(facts: PageFacts): Markup {
  const { verdict, stop, summary } = facts.view;
  const { mood, kind } = verdict;
  return html`<section id="verdict" class="verdict ${mood}" data-mood="${mood}" aria-labelledby="title">
<div class="said"><p class="kind"><span class="mark" aria-hidden="true">${MARKS[mood]}</span> ${kind}</p>
<h1 id="title">${titleOf(verdict)}</h1>
${stop ? html`<div class="stop">${stop.lines.map(({ text, code }) => html`<p>${capitalize(text)}${code === undefined ? html`` : html` <code>${code}</code>`}</p>`)}${stop.hint === undefined ? html`` : html`<p class="hint">${stop.hint}</p>`}</div>` : html``}
${summary.length === 0 ? html`` : html`<p class="summary">${summary.join(' ')}</p>`}</div>
${renderSteps(facts)}
<details class="run-line" data-paper><summary><span>${verdict.input}</span><span><time datetime="${new Date(facts.startedAt).toISOString()}">${formatTime(facts.startedAt)}</time></span>${facts.line.map((part) => html`<span>${part}</span>`)}</summary>
${factList(facts.summary)}</details>
</section>`;
}

/** What became of the run, and what needs attention. */
export function titleOf({ headline, attention }: Verdict): string {
  return [headline, attention]
    .filter((part) => part !== '')
    .map(capitalize)
    .join('. ');
}

function renderSteps({ view: { steps }, cwd }: PageFacts): Markup {
  const [first, ...others] = steps.map(renderStep);
  if (!first) return html``;
  return html`<section id="steps" aria-label="What to do next"><ul class="steps">${first}</ul>
${others.length === 0 ? html`` : html`<details class="others" data-paper><summary>${count(others.length, 'other command')}</summary><ul class="steps">${others}</ul></details>`}<p class="note">Run in ${cwd}</p></section>`;
}

function renderStep({ kind, what, command }: NextStep): Markup {
  return html`<li data-kind="${kind}"><span class="what">${what}${NOTES[kind] === undefined ? html`` : html`<small>${NOTES[kind]}</small>`}</span><code tabindex="0" data-copy>${command}</code></li>`;
}

/** What a command does beyond its label. */
const NOTES: Readonly<Record<string, string>> = {
  apply: 'Sends this very plan; held rows wait, changed listings are left alone',
  send: 'Makes a new plan from the sheet and the listings as they are then',
};

function factList(facts: readonly Fact[]): Markup {
  return html`<dl class="facts">${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

/** What is seldom asked for: requests, files, how the sheet was read, settings. */
export function renderAbout(facts: PageFacts): Markup {
  const { requests, settings, version } = facts;
  return html`<details id="about" class="fold"><summary><h2>About this run</h2></summary>
<div class="columns">
<div><h3>Requests</h3>${factList(requests)}
${renderFiles(facts)}</div>
<div>${renderReading(facts)}</div>
<div><h3>Settings</h3><table class="plain"><caption>Without the API key, which is in no file</caption><thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col">From</th></tr></thead><tbody>${settings.map(
    ({ name, value, from }) =>
      html`<tr class="${from === 'default' ? 'dim' : ''}"><th scope="row">${name}</th><td>${value}</td><td>${from}</td></tr>`,
  )}</tbody></table></div>
</div>
<p class="note">Made by pricesheet ${version}</p></details>`;
}

/** Names, which the script makes links of where the page is in the folder of its run. */
function renderFiles({ files, folder }: PageFacts): Markup {
  return html`<div class="files"><h3>Files of the run</h3><p class="note">In ${folder}</p><dl class="facts">${files.map(
    ([name, about]) => html`<div><dt data-file="${name}">${name}</dt><dd>${about}</dd></div>`,
  )}</dl></div>`;
}

function renderReading({ reading, columns }: PageFacts): Markup {
  if (reading.length === 0) return html``;
  return html`<h3>How the file was read</h3>${factList(reading)}
<table class="plain"><caption>${count(columns.length, 'column that means', 'columns that mean')} something</caption><thead><tr><th scope="col">Field</th><th scope="col">Header in the file</th></tr></thead><tbody>${columns.map(
    ([field, header]) => html`<tr><th scope="row">${field}</th><td>${header}</td></tr>`,
  )}</tbody></table>`;
}
