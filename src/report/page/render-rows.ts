import { formatCount, formatNumber } from '../text/format-numbers.ts';
import { nounsOf } from '../text/words.ts';
import { html, type Markup } from './markup.ts';
import { FIELD_LABELS } from './move-buckets.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageRow } from './page-row.ts';
import type { PageDigest } from './page-tally.ts';
import {
  currencyOf,
  HELD_TO,
  isHeld,
  type RowLook,
  sideOf,
  TO,
  toChangeCell,
  toRowWords,
} from './row-cells.ts';

interface RowsInput {
  readonly digest: PageDigest;
  readonly facts: PageFacts;
  readonly look: RowLook;
  readonly rows: { readonly count: number; readonly total: number };
}

/** The table with what matters most; the script puts the rest in place of it, and filters over it. */
export function renderRows({ digest, facts, look, rows }: RowsInput): Markup {
  if (rows.total === 0) return html``;
  return html`<section id="rows" aria-labelledby="rows-title" tabindex="-1">
<div class="rows-head"><h2 id="rows-title">Rows</h2>
<p id="shown" role="status" aria-live="polite">${shownText(digest.foremost.length, { facts, total: rows.total })}</p></div>
<div id="bar"><form id="filters" hidden></form><div id="pager" hidden></div></div>
${leftOut(rows, facts)}
<table id="table" role="table"${look.fields.length > 3 ? html` class="wide"` : html``}${rows.total > digest.foremost.length ? html` data-part` : html``}><caption>Rows of the file${rows.total > facts.rows ? ', once for each listing that they match' : ''}, with each field before and after</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="num" data-sort="line">Line</th><th role="columnheader" scope="col" data-sort="sku">SKU</th><th role="columnheader" scope="col" data-sort="status">Status</th>${look.hasCurrencies ? html`<th role="columnheader" scope="col" class="currency"><span class="vh">Currency</span></th>` : html``}${look.fields.map(
    (field) =>
      html`<th role="columnheader" scope="col" class="${sideOf(field)}" data-sort="${field}">${FIELD_LABELS[field]}</th>`,
  )}<th role="columnheader" scope="col" data-sort="reason">Message</th></tr></thead>
<tbody role="rowgroup">${digest.foremost.map((row) => renderRow(row, look))}</tbody></table></section>`;
}

function shownText(
  shown: number,
  { facts: { rows, where }, total }: { readonly facts: PageFacts; readonly total: number },
): string {
  const [one, many] = nounsOf({ outcomes: total, rows });
  if (shown === total) return `All ${formatCount(total, one, many)}, most important first`;
  return `The ${many} that matter most, of ${formatNumber(total)}${where === undefined ? '' : `; all are ${where}`}`;
}

function leftOut({ count, total }: RowsInput['rows'], { rows, where }: PageFacts): Markup {
  if (count >= total) return html``;
  const [one, many] = nounsOf({ outcomes: total, rows });
  return html`<p class="note" id="left-out">This page holds ${formatNumber(count)} of ${formatCount(total, one, many)}: first what needs attention, then what changes, then as much of the rest as fits. ${formatNumber(total - count)} are left out${where === undefined ? '' : `; all are ${where}`}. Tiles, pictures and warnings count every ${one}.</p>`;
}

function renderRow(row: PageRow, look: RowLook): Markup {
  const { line, sku, status } = row;
  return html`<tr data-line="${line}" role="row" class="${isHeld(status) ? 'held' : ''}"><td role="cell" class="num line-no">${line}</td><th role="rowheader" scope="row" class="sku"><bdi>${sku}</bdi></th><td role="cell" class="state"><span class="status s-${status}">${status}</span></td>${look.hasCurrencies ? html`<td role="cell" class="currency">${currencyOf(row, look)}</td>` : html``}${look.fields.map((field) => renderField(field, { row, look }))}${renderWords(row, look)}</tr>`;
}

function renderField(
  field: RowLook['fields'][number],
  { row: { changes, status }, look }: { readonly row: PageRow; readonly look: RowLook },
): Markup {
  const change = changes.find((candidate) => candidate.field === field);
  if (!change) return html`<td role="cell" data-field="${field}"></td>`;
  const cell = toChangeCell(change, look);
  return html`<td role="cell" class="${sideOf(field)}" data-field="${field}"><span class="was">${cell.before}</span> <span class="to" aria-hidden="true">→</span><span class="vh">${isHeld(status) ? HELD_TO : TO}</span> <b class="${cell.isCleared ? 'cleared' : ''}">${cell.after}</b>${cell.percent === '' ? html`` : html` <span class="pct ${cell.direction}">${cell.percent}</span>`}</td>`;
}

function renderWords(row: PageRow, look: RowLook): Markup {
  const words = toRowWords(row, look.adviceOn);
  if (!words) return html`<td role="cell" class="message"></td>`;
  return html`<td role="cell" class="message"><details class="why"><summary><bdi>${words.phrase}</bdi>${words.code === '' ? html`` : html` <code>${words.code}</code>`}</summary><div class="full">${words.message === '' ? html`` : html`<p><bdi>${words.message}</bdi></p>`}${words.todo.map((text) => html`<p class="todo">${text}</p>`)}</div></details></td>`;
}
