import type { Field } from '../../domain/fields.ts';
import { nounsOf } from '../text/words.ts';
import { formatCount, formatNumber } from './format-numbers.ts';
import { html, type Markup } from './markup.ts';
import { FIELD_LABELS } from './move-buckets.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageRow } from './page-row.ts';
import { MAX_FOREMOST, type PageDigest } from './page-tally.ts';
import { HELD_TO, isHeld, LONG_SKU, TO, toChangeCell } from './row-cells.ts';

interface RowsInput {
  readonly digest: PageDigest;
  readonly facts: PageFacts;
  readonly fields: readonly Field[];
  readonly rows: { readonly count: number; readonly total: number };
}

/** The table with what matters most; the script puts the rest in place of it, and filters over it. */
export function renderRows({ digest, facts, fields, rows }: RowsInput): Markup {
  if (rows.total === 0) return html``;
  return html`<section id="rows" aria-labelledby="rows-title" tabindex="-1"><h2 id="rows-title">Rows</h2>
<form id="filters" hidden></form>
<p id="shown" role="status" aria-live="polite">${shownText(digest.foremost.length, { facts, total: rows.total })}</p>
${leftOut(rows, facts)}
<div class="scroll" role="region" aria-label="Table of rows" tabindex="0"><table id="table"><caption>Rows of the file${rows.total > facts.rows ? ', once for each listing that they match' : ''}, with each field before and after</caption>
<thead><tr><th scope="col" class="num" data-sort="line">Line</th><th scope="col" data-sort="sku">SKU</th><th scope="col" data-sort="status">Status</th>${fields.map(
    (field) => html`<th scope="col" class="num" data-sort="${field}">${FIELD_LABELS[field]}</th>`,
  )}<th scope="col" data-sort="reason">Reason and message</th></tr></thead>
<tbody>${digest.foremost.map((row) => renderRow(row, { fields, facts }))}</tbody></table></div>
<div id="pager" hidden></div></section>`;
}

function shownText(
  shown: number,
  { facts: { rows, where }, total }: { readonly facts: PageFacts; readonly total: number },
): string {
  const [one, many] = nounsOf({ outcomes: total, rows });
  if (shown === total) return `All ${formatCount(total, one, many)}, most important first`;
  const most = formatNumber(Math.min(MAX_FOREMOST, shown));
  return `The ${most} ${many} that matter most, of ${formatNumber(total)}${where === undefined ? '' : `; all are ${where}`}`;
}

function leftOut({ count, total }: RowsInput['rows'], { rows, where }: PageFacts): Markup {
  if (count >= total) return html``;
  const [one, many] = nounsOf({ outcomes: total, rows });
  return html`<p class="note" id="left-out">This page holds ${formatNumber(count)} of ${formatCount(total, one, many)}: first what needs attention, then what changes, then as much of the rest as fits. ${formatNumber(total - count)} are left out${where === undefined ? '' : `; all are ${where}`}. Tiles, pictures and warnings count every ${one}.</p>`;
}

function renderRow(
  { line, sku, status, reason, message, changes }: PageRow,
  { fields, facts }: { readonly fields: readonly Field[]; readonly facts: PageFacts },
): Markup {
  const cells = fields.map((field) => {
    const change = changes.find((candidate) => candidate.field === field);
    if (!change) return html`<td data-field="${field}"></td>`;
    const { before, after, percent, direction } = toChangeCell(change, (id) => facts.strategyNames.get(id));
    return html`<td class="num" data-field="${field}"><span class="was">${before}</span>\u00a0<span class="to" aria-hidden="true">→</span><span class="vh">${isHeld(status) ? HELD_TO : TO}</span> <b>${after}</b>${percent === '' ? html`` : html`<span class="pct ${direction}">${percent}</span>`}</td>`;
  });
  return html`<tr data-line="${line}" class="${isHeld(status) ? 'held' : ''}"><td class="num">${line}</td><th scope="row" class="${sku.length > LONG_SKU ? 'long' : ''}"><bdi>${sku}</bdi></th><td><span class="status s-${status}">${status}</span></td>${cells}<td class="message">${reason === '' ? html`` : html`<code>${reason}</code> `}<bdi>${message}</bdi></td></tr>`;
}
