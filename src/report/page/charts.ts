import type { Field } from '../../domain/fields.ts';
import { formatNumber } from '../text/format-numbers.ts';
import { MARGIN_BUCKETS, type MarginBucket } from './margin.ts';
import { html, type Markup } from './markup.ts';
import { FIELD_LABELS, MOVE_BUCKETS, type MoveBucket } from './move-buckets.ts';
import type { MoveCount, PageDigest } from './page-tally.ts';

/** Numbers of pixels in the pictures' own space. */
const CHART = { width: 470, height: 118, top: 16, bottom: 98, left: 4 } as const;

/** How far amounts of one field move: a bar for each part, falls on the left, rises on the right. */
export function moveChart(field: Field, counts: ReadonlyMap<MoveBucket, Readonly<MoveCount>>): Markup {
  const of = (id: MoveBucket): Readonly<MoveCount> => counts.get(id) ?? { going: 0, held: 0 };
  const most = Math.max(1, ...MOVE_BUCKETS.map(({ id }) => of(id).going + of(id).held));
  const isHeld = MOVE_BUCKETS.some(({ id }) => of(id).held > 0);
  const bars = MOVE_BUCKETS.map(({ id, label }, index) => {
    const { going, held } = of(id);
    const total = going + held;
    if (total === 0) return html``;
    const x = moveX(index);
    const goingHeight = barHeight(going, most);
    const heldHeight = barHeight(held, most);
    const about = `${FIELD_LABELS[field]} ${label}: ${compact(total)} ${total === 1 ? 'listing' : 'listings'}${held > 0 ? `, ${formatNumber(held)} of them held back` : ''}`;
    return html`<a href="#move=${field}:${id}" data-filter="move=${field}:${id}" aria-label="${about}"><title>${about}</title>
<rect class="hit" x="${x}" y="${CHART.top}" width="${STEP}" height="${CHART.bottom - CHART.top}"/>
<rect class="bar ${sideOf(id)}" x="${x + 1.5}" y="${CHART.bottom - goingHeight}" width="${STEP - 3}" height="${goingHeight}"/>
<rect class="bar held" x="${x + 2}" y="${CHART.bottom - goingHeight - heldHeight}" width="${STEP - 4}" height="${heldHeight}"/>
<text class="n" x="${x + STEP / 2}" y="${CHART.bottom - goingHeight - heldHeight - 3}">${compact(total)}</text></a>`;
  });
  return html`<figure class="chart" id="moves-${field}"><figcaption>${FIELD_LABELS[field]}${isHeld ? html`<span class="key held">held back</span>` : html``}</figcaption>
<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="group" aria-label="${FIELD_LABELS[field]}: listings by size of change">
<path class="axis" d="M${CHART.left} ${CHART.bottom + 0.5}H${CHART.width - 4}"/><path class="zero" d="M${moveX(6)} ${CHART.top}V${CHART.bottom}"/>
${TICKS.map(([at, text]) => html`<text class="tick" x="${moveX(at)}" y="${CHART.bottom + 13}">${text}</text>`)}
<text class="tick" x="${moveX(12) + STEP / 2}" y="${CHART.bottom + 13}">set</text><text class="tick" x="${moveX(13) + STEP / 2}" y="${CHART.bottom + 13}">clear</text>
${bars}</svg>
${dataTable(
  `${FIELD_LABELS[field]}, relative change`,
  ['Change', 'Listings', 'Held back'],
  MOVE_BUCKETS.map(({ id, label }) => [
    filterLink(`move=${field}:${id}`, label),
    html`${formatNumber(of(id).going)}`,
    html`${formatNumber(of(id).held)}`,
  ]),
)}</figure>`;
}

const STEP = 31;
/** Between the moves and the bars for amounts that are set or cleared. */
const GAP = 18;

function moveX(index: number): number {
  return CHART.left + index * STEP + (index >= 12 ? GAP : 0);
}

/** Names of the borders between bars. */
const TICKS: readonly (readonly [at: number, text: string])[] = [
  [1, '−50'],
  [2, '−20'],
  [3, '−10'],
  [4, '−5'],
  [5, '−1'],
  [6, '0 %'],
  [7, '1'],
  [8, '5'],
  [9, '10'],
  [10, '20'],
  [11, '50'],
];

function sideOf(id: MoveBucket): string {
  if (id.startsWith('down')) return 'down';
  return id.startsWith('up') ? 'up' : 'other';
}

/** The height of a bar of `count` where the highest one has `most`; a bar of 1 can be seen too. */
function barHeight(count: number, most: number): number {
  if (count === 0) return 0;
  return Math.max(2, Math.round((count / most) * (CHART.bottom - CHART.top)));
}

/** Margins in percent of the cost, before and after. */
export function marginChart({ margins, fees }: Pick<PageDigest, 'margins' | 'fees'>): Markup {
  const { before, after } = margins;
  const most = Math.max(1, ...before.values(), ...after.values());
  const step = (CHART.width - 2 * CHART.left) / MARGIN_BUCKETS.length;
  const bars = MARGIN_BUCKETS.map(({ id, label }, index) => {
    const [was, is] = [before.get(id) ?? 0, after.get(id) ?? 0];
    const x = CHART.left + index * step;
    const [wasHeight, isHeight] = [barHeight(was, most), barHeight(is, most)];
    const about = `Margin ${label}: ${compact(was)} before, ${compact(is)} after`;
    return html`<a href="#margin=${id}" data-filter="margin=${id}" aria-label="${about}"><title>${about}</title>
<rect class="hit" x="${x}" y="${CHART.top}" width="${step}" height="${CHART.bottom - CHART.top}"/>
<rect class="bar was" x="${x + 4}" y="${CHART.bottom - wasHeight}" width="${step / 2 - 5}" height="${wasHeight}"/>
<rect class="bar ${id === 'below' ? 'bad' : 'is'}" x="${x + step / 2}" y="${CHART.bottom - isHeight}" width="${step / 2 - 5}" height="${isHeight}"/>
${is === 0 ? html`` : html`<text class="n" x="${x + (step * 3) / 4 - 2}" y="${CHART.bottom - isHeight - 3}">${compact(is)}</text>`}</a>
<text class="tick" x="${x + step / 2}" y="${CHART.bottom + 13}">${MARGIN_TICKS[id]}</text>`;
  });
  return html`<figure class="chart" id="margins"><figcaption>Margin of the minimum over ${expenseOf(fees)}, in % of the cost: <span class="key was">before</span> <span class="key is">after</span></figcaption>
<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="group" aria-label="Margins before and after"><path class="axis" d="M${CHART.left} ${CHART.bottom + 0.5}H${CHART.width - 4}"/>${bars}</svg>
${dataTable(
  'Listings by margin, in percent of the cost',
  ['Margin', 'Before', 'After'],
  MARGIN_BUCKETS.map(({ id, label }) => [
    filterLink(`margin=${id}`, label),
    html`${formatNumber(before.get(id) ?? 0)}`,
    html`${formatNumber(after.get(id) ?? 0)}`,
  ]),
)}</figure>`;
}

/** What a margin is counted from: fees count where somebody has said them. */
export function expenseOf({ said, unsaid }: PageDigest['fees']): string {
  if (said === 0) return 'the cost';
  return unsaid === 0 ? 'cost and fees' : 'the cost, and the fees where they are known';
}

const MARGIN_TICKS: Readonly<Record<MarginBucket, string>> = {
  below: '< 0',
  m0: '0–5',
  m5: '5–10',
  m10: '10–20',
  m20: '20–50',
  m50: '50–100',
  m100: '100+',
  unknown: 'none',
};

/** A picture's figures, closed until somebody wants them. */
function dataTable(caption: string, head: readonly string[], rows: readonly (readonly Markup[])[]): Markup {
  return html`<details class="data"><summary>Figures</summary><table><caption>${caption}</caption><thead><tr>${head.map(
    (text) => html`<th scope="col">${text}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...others]) =>
      html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td class="num">${cell}</td>`)}</tr>`,
  )}</tbody></table></details>`;
}

/** A link that filters the table; without a script it leads nowhere. `filter` is written as in the fragment. */
export function filterLink(filter: string, text: string): Markup {
  return html`<a href="#${filter}" data-filter="${filter}">${text}</a>`;
}

/** A filter as a fragment has it, of any text. */
export function filterOf(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'))}`;
}

/** A bar of up to three parts in a line of a table. Units: rows. */
export function stackedBar(
  parts: readonly { readonly kind: string; readonly count: number }[],
  most: number,
): Markup {
  let x = 0;
  const rects = parts.map(({ kind, count }) => {
    const width = count === 0 ? 0 : Math.max(1, (count / most) * 120);
    const rect = html`<rect class="bar ${kind}" x="${round(x)}" y="2" width="${round(width)}" height="8"/>`;
    x += width;
    return rect;
  });
  return html`<svg class="line" viewBox="0 0 123 12" width="123" height="12" aria-hidden="true">${rects}</svg>`;
}

function round(number: number): string {
  return String(Math.round(number * 10) / 10);
}

/** Shape: `940`, `1.2k`, `34k`, `1.2M`. */
function compact(number: number): string {
  if (number < 1000) return String(number);
  const [size, sign] = number < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const part = number / size;
  return `${part < 9.95 ? part.toFixed(1) : Math.round(part)}${sign}`;
}
