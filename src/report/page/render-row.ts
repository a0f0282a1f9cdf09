import { count, formatNumber } from '../../domain/count.ts';
import { type Field, isMoneyField } from '../../domain/fields.ts';
import { type Reason, type ReasonText, splitReasons } from '../../domain/reasons.ts';
import type { Change } from '../../domain/stages.ts';
import { hasTrait, needsAttention } from '../../domain/status.ts';
import { describeChange, formatAmount, nounsOf } from '../text/words.ts';
import { FIELD_LABELS } from './groupings.ts';
import { html, type Markup } from './markup.ts';
import type { PageRow } from './page-row.ts';
import type { PageDigest } from './page-tally.ts';
import type { PagedRun } from './paged-run.ts';

/** What rows are shown by. */
export interface RowLook {
  readonly fields: readonly Field[];
  /** Names of strategies by id. */
  readonly nameOf: (strategy: string) => string | undefined;
  /** The page has amounts in several currencies, so that each row names its own. */
  readonly hasCurrencies: boolean;
  readonly missingIsOk: boolean;
  /** What a reason means, and what to do about it, of the reasons that the page has. */
  readonly adviceOn: (reason: Reason) => ReasonText | undefined;
}

/** A row of the table, the same from the run and from the script of the page. */
export function renderRow(row: PageRow, look: RowLook): Markup {
  const { line, sku, status } = row;
  return html`<tr data-line="${line}" role="row" class="${hasTrait(status, 'held_back') ? 'held' : ''}"><td role="cell" class="num line-no">${line}</td><th role="rowheader" scope="row" class="sku"><bdi>${sku}</bdi></th><td role="cell" class="state"><span class="status s-${status}">${status}</span></td>${look.hasCurrencies ? html`<td role="cell" class="currency">${currencyOf(row, look)}</td>` : undefined}${look.fields.map((field) => renderField(field, { row, look }))}${renderWords(row, look)}</tr>`;
}

/** Amounts are at the right of their column, words at the left. */
function sideOf(field: Field): 'num' | 'word' {
  return isMoneyField(field) ? 'num' : 'word';
}

/** The currency of a row's amounts, once for all of them; empty if the page has only one, or no amount changes. */
export function currencyOf(
  { changes, listing }: Pick<PageRow, 'changes' | 'listing'>,
  { hasCurrencies }: Pick<RowLook, 'hasCurrencies'>,
): string {
  const hasAmounts = changes.some(({ field }) => isMoneyField(field));
  return hasCurrencies && hasAmounts ? (listing?.currency ?? '') : '';
}

function renderField(
  field: Field,
  { row: { changes, status }, look }: { readonly row: PageRow; readonly look: RowLook },
): Markup {
  const change = changes.find((candidate) => candidate.field === field);
  if (!change) return html`<td role="cell" data-field="${field}"></td>`;
  const { before, after, percent, direction } = toChangeCell(change, look);
  const toSay = hasTrait(status, 'held_back') ? ' would have become ' : ' to ';
  return html`<td role="cell" class="${sideOf(field)}" data-field="${field}" data-label="${FIELD_LABELS[field]}"><span class="was">${before}</span> <span class="to" aria-hidden="true">→</span><span class="vh">${toSay}</span> <b class="${change.after === null ? 'cleared' : ''}">${after}</b>${percent === '' ? undefined : html` <span class="pct ${direction}">${percent}</span>`}</td>`;
}

/** What is said in place of a value that is taken away: a dash could be missed. */
const CLEARED = 'cleared';

/** One field's change as a cell of the table shows it. */
export function toChangeCell(change: Change, look: Pick<RowLook, 'nameOf'>) {
  const percent = describeChange(change);
  return {
    before: showValue(change.field, change.before, look.nameOf),
    after: change.after === null ? CLEARED : showValue(change.field, change.after, look.nameOf),
    /** Shape: `+3.8 %`; empty where nothing changes by a percentage. */
    percent,
    direction: percent === '' ? 'none' : Number(change.after) > Number(change.before) ? 'up' : 'down',
  } as const;
}

/** A value that wasn't set is shown as a dash, since a word would look like a value. */
function showValue(field: Field, value: Change['before'], nameOf: RowLook['nameOf']): string {
  if (value === null) return '—';
  if (field === 'strategy') return nameOf(String(value)) ?? String(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? formatAmount(value) : value;
}

/** A phrase that opens; what needs attention is open. */
function renderWords(row: PageRow, look: RowLook): Markup {
  const words = toRowWords(row, look);
  if (!words) return html`<td role="cell" class="message"></td>`;
  const { phrase, isOpen, code, message, todo } = words;
  return html`<td role="cell" class="message"><details class="why"${isOpen ? html` open` : undefined}><summary><bdi>${phrase}</bdi></summary><div class="full">${code === '' ? undefined : html`<code>${code}</code>`}${message === '' ? undefined : html`<p><bdi>${message}</bdi></p>`}${todo.map((text) => html`<p class="todo">${text}</p>`)}</div></details></td>`;
}

/** What a row says of itself: a phrase, and behind it the whole message and what to do. `undefined` for a row that says nothing. */
export function toRowWords(
  { reason, message, status, listing }: Pick<PageRow, 'reason' | 'message' | 'status' | 'listing'>,
  { adviceOn, missingIsOk }: Pick<RowLook, 'adviceOn' | 'missingIsOk'>,
) {
  if (reason === '' && message === '') return undefined;
  const advice = splitReasons(reason).flatMap((each) => adviceOn(each) ?? []);
  const [first = '', ...others] = advice.map(({ means }) => means.replace(/\.$/, '')).filter((text) => text);
  const isOpen = needsAttention(status, missingIsOk);
  const phrase = isOpen || others.length === 0 ? first : `${first}, and ${others.length} more`;
  const shown = phrase || message || reason;
  return {
    phrase: shown,
    /** All that is behind the phrase is shown at once. */
    isOpen,
    code: reason,
    // What the phrase says already is not repeated behind it.
    message: [message === shown ? '' : message, status === 'ambiguous' ? nameCandidate(listing) : '']
      .filter((text) => text !== '')
      .join('; '),
    todo: [...new Set(advice.map(({ todo }) => todo))],
  } as const;
}

/** Each of the listings that such a row may mean has an entry, and they have the SKU in common. */
function nameCandidate(listing: PageRow['listing']): string {
  if (!listing) return '';
  const { platform, channel, currency } = listing;
  return `this entry is the one on ${platform}, channel ${channel}, in ${currency}`;
}

interface RowsInput {
  readonly digest: PageDigest;
  readonly run: PagedRun;
  readonly look: RowLook;
  readonly rows: { readonly count: number; readonly total: number };
}

/** The table with what matters most; the script puts the rest in place of it, and filters over it. */
export function renderRows({ digest, run, look, rows }: RowsInput): Markup {
  if (rows.total === 0) return html``;
  return html`<section id="rows" aria-labelledby="rows-title" tabindex="-1">
<div class="rows-head"><h2 id="rows-title">Rows</h2>
<p id="shown" role="status" aria-live="polite">${shownText(digest.foremost.length, rows.total, run)}</p></div>
<div id="bar"><form id="filters" hidden></form><div id="pager" hidden></div></div>
${leftOut(rows, run)}
<table id="table" role="table"${look.fields.length > 3 ? html` class="wide"` : html``}${rows.total > digest.foremost.length ? html` data-part` : html``}><caption class="vh">Rows of the file${rows.total > run.report.sheet.rows ? ', once for each listing that they match' : ''}, with each field before and after</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="num" data-sort="line">Line</th><th role="columnheader" scope="col" data-sort="sku">SKU</th><th role="columnheader" scope="col" data-sort="status">Status</th>${look.hasCurrencies ? html`<th role="columnheader" scope="col" class="currency"><span class="vh">Currency</span></th>` : html``}${look.fields.map(
    (field) =>
      html`<th role="columnheader" scope="col" class="${sideOf(field)}" data-sort="${field}">${FIELD_LABELS[field]}</th>`,
  )}<th role="columnheader" scope="col" data-sort="reason">Message</th></tr></thead>
<tbody role="rowgroup">${digest.foremost.map((row) => renderRow(row, look))}</tbody></table></section>`;
}

function shownText(shown: number, total: number, { report, view: { file } }: PagedRun): string {
  const [one, many] = nounsOf({ outcomes: total, rows: report.sheet.rows });
  if (shown === total) return `All ${count(total, one, many)}, most important first`;
  return `The ${many} that matter most, of ${formatNumber(total)}${file === undefined ? '' : `; all are in ${file}`}`;
}

function leftOut({ count: carried, total }: RowsInput['rows'], { report, view: { file } }: PagedRun): Markup {
  if (carried >= total) return html``;
  const [one, many] = nounsOf({ outcomes: total, rows: report.sheet.rows });
  return html`<p class="note" id="left-out">This page holds ${formatNumber(carried)} of ${count(total, one, many)}: first what needs attention, then what changes, then as much of the rest as fits. ${formatNumber(total - carried)} are left out${file === undefined ? '' : `; all are in ${file}`}. Tiles, charts and warnings count every ${one}.</p>`;
}
