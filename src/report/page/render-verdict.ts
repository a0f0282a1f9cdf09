import { describeShare } from '../../domain/describe-percent.ts';
import { FEW_ROWS } from '../../domain/few-rows.ts';
import { formatCount, formatNumber } from '../text/format-numbers.ts';
import { html, type Markup } from './markup.ts';
import type { Fact, PageFacts, RunLimits } from './page-facts.ts';
import type { SheetCounts } from './page-tally.ts';

const MARKS = { good: '✓', attention: '!', stopped: '■' } as const;

/** How the run went, in a line; the night's letter; and beside it the commands that follow. */
export function renderVerdict(facts: PageFacts, counts: SheetCounts): Markup {
  const { mood, kind, title, letter, stop } = facts.verdict;
  return html`<section id="verdict" class="verdict ${mood}" data-mood="${mood}" aria-labelledby="title">
<div class="said"><p class="kind"><span class="mark" aria-hidden="true">${MARKS[mood]}</span> ${kind}</p>
<h1 id="title">${title}</h1>
${stop ? html`<div class="stop">${stop.lines.map(({ text, code }) => html`<p>${text}${code === undefined ? html`` : html` <code>${code}</code>`}</p>`)}${stop.hint === undefined ? html`` : html`<p class="hint">${stop.hint}</p>`}</div>` : html``}
${letter.length === 0 ? html`` : html`<p class="letter">${letter.join(' ')}</p>`}</div>
${renderSteps(facts)}
${renderAlone(facts)}
${renderLine(facts, counts)}
</section>`;
}

function renderSteps({ steps, cwd }: PageFacts): Markup {
  const [first, ...others] = steps.map(renderStep);
  if (!first) return html``;
  return html`<section id="steps" aria-label="What to do next"><ul class="steps">${first}</ul>
${others.length === 0 ? html`` : html`<details class="others" data-paper><summary>${formatCount(others.length, 'other command')}</summary><ul class="steps">${others}</ul></details>`}<p class="note">Run in <span class="path">${cwd}</span></p></section>`;
}

function renderStep({ kind, what, command }: PageFacts['steps'][number]): Markup {
  return html`<li data-kind="${kind}"><span class="what">${what}${NOTES[kind] === undefined ? html`` : html`<small>${NOTES[kind]}</small>`}</span><code tabindex="0" data-copy>${command}</code></li>`;
}

/** What a command does beyond its label. */
const NOTES: Readonly<Record<string, string>> = {
  apply: 'Sends this very plan; held rows wait, changed listings are left alone',
  send: 'Makes a new plan from the sheet and the listings as they are then',
};

/** The script shows it if the page is not in the folder of its run, as when it was mailed. */
function renderAlone({ files, folder }: PageFacts): Markup {
  return html`<p class="note" id="alone" hidden>This page is alone. The other files of its run are missing beside it: ${files.map(
    ([name], index) => html`${index === 0 ? '' : ', '}${name}`,
  )}. They are in <span class="path">${folder}</span>, on the machine of the run.</p>`;
}

/** File, time and so on in a quiet line, and behind it what is seldom asked for. */
function renderLine({ line, summary, limits }: PageFacts, counts: SheetCounts): Markup {
  return html`<details class="run-line" data-paper><summary>${line.map((part) => html`<span>${part}</span>`)}</summary>
${factList(summary)}
${limits ? renderLimits(counts, limits) : html``}</details>`;
}

/** The figures of the rules about the sheet as a whole, beside their limits. */
function renderLimits(
  { rows, invalid, missing, updates, clears }: SheetCounts,
  { maxUpdates, maxClears, maxInvalid, maxMissing, allowed }: RunLimits,
): Markup {
  const lines = [
    ['max_updates', formatCount(updates, 'update'), maxUpdates],
    [
      'max_clears',
      formatCount(clears, 'field cleared', 'fields cleared'),
      shareLimit(maxClears.replace('%', ' % of the rows'), rows),
    ],
    [
      'max_invalid',
      `${shareOf(invalid, rows)} of the rows invalid`,
      shareLimit(percentLimit(maxInvalid), rows),
    ],
    ['max_missing', `${shareOf(missing, rows)} not listed`, shareLimit(percentLimit(maxMissing), rows)],
  ] as const;
  return html`<dl class="facts limits" id="limits">${lines.map(
    ([rule, figure, limit]) =>
      html`<div><dt>${rule}</dt><dd>${figure}, ${limit === 'none' ? 'no limit' : `limit ${limit}`}${allowed.has(rule) ? ', allowed by --allow' : ''}</dd></div>`,
  )}</dl>`;
}

function shareOf(count: number, rows: number): string {
  return rows === 0 ? '0' : `${formatNumber(count)} (${describeShare(count, rows)})`;
}

/** Of a few rows a share says nothing. */
function shareLimit(limit: string, rows: number): string {
  return limit.includes('%') && rows < FEW_ROWS ? `${limit} from ${FEW_ROWS} rows up` : limit;
}

function percentLimit(limit: string): string {
  return limit === 'none' ? limit : `${limit.replace(/ ?%$/, '')} %`;
}

export function factList(facts: readonly Fact[]): Markup {
  return html`<dl class="facts">${facts.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}
