import { count } from '../../domain/count.ts';
import { formatTime } from '../text/format-numbers.ts';
import { capitalize } from '../text/words.ts';
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

export function factList(facts: readonly Fact[]): Markup {
  return html`<dl class="facts">${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}
