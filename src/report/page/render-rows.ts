import { count, formatNumber } from '../../domain/count.ts';
import { nounsOf } from '../text/words.ts';
import type { PageFacts } from './describe-page.ts';
import { html, type Markup } from './markup.ts';
import { FIELD_LABELS } from './move-buckets.ts';
import type { PageDigest } from './page-tally.ts';
import { type RowLook, renderRow, sideOf } from './render-row.ts';

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
<table id="table" role="table"${look.fields.length > 3 ? html` class="wide"` : html``}${rows.total > digest.foremost.length ? html` data-part` : html``}><caption class="vh">Rows of the file${rows.total > facts.rows ? ', once for each listing that they match' : ''}, with each field before and after</caption>
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
  if (shown === total) return `All ${count(total, one, many)}, most important first`;
  return `The ${many} that matter most, of ${formatNumber(total)}${where === undefined ? '' : `; all are ${where}`}`;
}

function leftOut({ count: carried, total }: RowsInput['rows'], { rows, where }: PageFacts): Markup {
  if (carried >= total) return html``;
  const [one, many] = nounsOf({ outcomes: total, rows });
  return html`<p class="note" id="left-out">This page holds ${formatNumber(carried)} of ${count(total, one, many)}: first what needs attention, then what changes, then as much of the rest as fits. ${formatNumber(total - carried)} are left out${where === undefined ? '' : `; all are ${where}`}. Tiles, charts and warnings count every ${one}.</p>`;
}
