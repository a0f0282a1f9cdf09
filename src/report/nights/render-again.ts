import { html, type Markup } from '../page/markup.ts';
import { FIELD_LABELS } from '../page/move-buckets.ts';
import { describeTime } from '../screen/describe-run-end.ts';
import { formatCommand } from '../text/format-command.ts';
import { formatCount, formatNumber } from '../text/format-numbers.ts';
import type { NightsFacts } from './nights-facts.ts';

/** What happens again and again: rows that need attention or drift, and SKUs that change. */
export function renderAgain(facts: NightsFacts): Markup {
  if (facts.jobs.length === 0) return html``;
  return html`<div class="again">
${renderChronic(facts)}
${renderChanged(facts)}
</div>`;
}

const MAX_CHRONIC = 50;

function renderChronic({ chronic, chronicNights, jobs }: NightsFacts): Markup {
  const left = chronic.length - MAX_CHRONIC;
  const hasJobs = jobs.length > 1;
  return html`<section id="chronic" aria-labelledby="chronic-title"><h2 id="chronic-title">Again and again</h2>
<p class="note">Rows that have needed attention for the same reason, and fields that somebody else has changed, in at least ${chronicNights} runs in a row, as of the last run.</p>
${
  chronic.length === 0
    ? html`<p>There are none.</p>`
    : html`<div class="scroll" tabindex="0" role="group" aria-labelledby="chronic-title"><table class="list"><thead><tr><th scope="col">SKU</th>${hasJobs ? html`<th scope="col">Job</th>` : html``}<th scope="col" class="num">Runs</th><th scope="col">Since</th><th scope="col" class="num">Line</th><th scope="col">What</th></tr></thead><tbody>${chronic
        .slice(0, MAX_CHRONIC)
        .map(
          ({ sku, job, nights, since, line, what, why }) =>
            html`<tr><th scope="row">${sku}</th>${hasJobs ? html`<td>${job ?? ''}</td>` : html``}<td class="num">${formatNumber(nights)}</td><td class="time">${since === null ? 'unknown' : describeTime(since).slice(0, 'YYYY-MM-DD'.length)}</td><td class="num">${line}</td><td>${what} <small>${why}</small></td></tr>`,
        )}</tbody></table></div>${left > 0 ? html`<p class="note">and ${formatNumber(left)} more: <code>pricesheet history chronic</code></p>` : html``}`
}</section>`;
}

function renderChanged({ changes, jobs, shell }: NightsFacts): Markup {
  const { rows, skus } = changes;
  const hasJobs = jobs.length > 1;
  const [first] = rows;
  return html`<section id="changed" aria-labelledby="changed-title"><h2 id="changed-title">Changed most often</h2>
<p class="note">${describePeriod(changes)}</p>
${
  first === undefined
    ? html``
    : html`<div class="scroll" tabindex="0" role="group" aria-labelledby="changed-title"><table class="list"><thead><tr><th scope="col">SKU</th>${hasJobs ? html`<th scope="col">Job</th>` : html``}<th scope="col" class="num">Runs</th><th scope="col" class="num">Changes</th><th scope="col">Last</th><th scope="col">Fields</th></tr></thead><tbody>${rows.map(
        ({ sku, job, runs, changes: number, fields, newest }) =>
          html`<tr><th scope="row">${sku}</th>${hasJobs ? html`<td>${job ?? ''}</td>` : html``}<td class="num">${formatNumber(runs)}</td><td class="num">${formatNumber(number)}</td><td class="time">${describeTime(newest).slice(0, 'YYYY-MM-DD'.length)}</td><td>${fields.map((field) => FIELD_LABELS[field]).join(', ')}</td></tr>`,
      )}</tbody></table></div><p class="note">${skus > rows.length ? `and ${formatCount(skus - rows.length, 'more SKU')}. ` : ''}All changes of a SKU: <code>${formatCommand(['history', '', 'sku', first.sku], shell)}</code></p>`
}</section>`;
}

function describePeriod({ runs, changes, since, isCut }: NightsFacts['changes']): string {
  if (since === undefined)
    return isCut
      ? 'The last run has too many changes to be counted here; pricesheet history sku has those of each SKU.'
      : 'No run has changed anything yet.';
  const period = `Counted over ${formatCount(changes, 'change')} by ${formatCount(runs, 'run')} since ${describeTime(since).slice(0, 'YYYY-MM-DD'.length)}`;
  return isCut ? `${period}; earlier runs have too many changes to be counted here.` : `${period}.`;
}
