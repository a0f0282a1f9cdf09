import { FIELDS } from '../../domain/fields.ts';
import { formatAmount, formatCount, formatNumber } from '../text/format-numbers.ts';
import { expenseOf, filterLink, filterOf, marginChart, moveChart, stackedBar } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { FIELD_LABELS } from './move-buckets.ts';
import type { PageFacts } from './page-facts.ts';
import type { CurrencyMargins, Move, PageDigest } from './page-tally.ts';
import { priceTable } from './price-table.ts';
import { currencyOf, type RowLook, toChangeCell } from './row-cells.ts';

/** Everything that shows the changes as a whole: how far they go, where they are, what they do to margins. */
export function renderPictures(
  digest: PageDigest,
  { facts, look }: { readonly facts: PageFacts; readonly look: RowLook },
): Markup {
  if (digest.moves.size === 0 && digest.others.size === 0) return html``;
  return html`<details id="pictures" class="fold" data-paper><summary><h2>Pictures</h2></summary>
<div class="charts">${FIELDS.flatMap((field) => {
    const counts = digest.moves.get(field);
    return counts ? [moveChart(field, counts)] : [];
  })}${hasMargins(digest) ? marginChart(digest) : html``}</div>
${priceTable(digest.prices, facts.prices)}
${othersLine(digest)}
${digest.margins.after.size === 0 ? html`` : html`<p class="note" id="of-updates">Margins and strategies cover updates only: the plan does not record what other listings hold.${unsaidFees(digest.fees)}</p>`}
<div class="groups">${renderGroups(digest, facts)}${renderCurrencyMargins(digest)}</div>
<div class="moves">${renderMoved(digest, look)}</div>
</details>`;
}

function hasMargins({ margins }: PageDigest): boolean {
  return margins.after.size > 0;
}

function othersLine({ others }: PageDigest): Markup {
  if (others.size === 0) return html``;
  const phrase = [...others].map(([field, { going, held }], index) => {
    const text = `${FIELD_LABELS[field]} changes in ${formatCount(going, 'listing')}${held > 0 ? `, held back in ${formatNumber(held)}` : ''}`;
    return html`${index === 0 ? '' : '; '}${filterLink(`field=${field}`, text)}`;
  });
  return html`<p class="note" id="other-changes">${phrase}.</p>`;
}

const MAX_GROUPS = 12;

function renderGroups({ groups, platforms }: PageDigest, { strategyNames }: PageFacts): readonly Markup[] {
  return (['strategy', 'channel', 'currency'] as const).flatMap((by) => {
    const all = [...groups[by]].sort(([, one], [, other]) => totalOf(other) - totalOf(one));
    if (all.length === 0) return [];
    const most = Math.max(...all.map(([, group]) => totalOf(group)));
    const left = all.length - MAX_GROUPS;
    return [
      html`<table class="group" id="by-${by}"><caption>Updates by ${by}${left > 0 ? html`<span class="screen">, the ${MAX_GROUPS} largest of ${all.length}</span>` : html``}</caption>
<thead><tr><th scope="col">${by}</th><td></td><th scope="col" class="num"><span class="key up">up</span></th><th scope="col" class="num"><span class="key down">down</span></th><th scope="col" class="num"><span class="key other">other</span></th></tr></thead><tbody>${all
        .slice(0, MAX_GROUPS)
        .map(([key, group]) => {
          const name = key === '' ? 'none' : (by === 'strategy' && strategyNames.get(key)) || key;
          const platform = by === 'channel' ? platforms.get(key) : undefined;
          return html`<tr><th scope="row">${filterLink(filterOf(by, key), name)}${platform === undefined ? html`` : html` <small>${platform}</small>`}</th><td>${stackedBar(
            [
              { kind: 'up', count: group.up },
              { kind: 'down', count: group.down },
              { kind: 'other', count: group.other },
            ],
            most,
          )}</td><td class="num">${formatNumber(group.up)}</td><td class="num">${formatNumber(group.down)}</td><td class="num">${formatNumber(group.other)}</td></tr>`;
        })}</tbody>${onPaper(all.length)}</table>`,
    ];
  });
}

/** The style keeps the first of them on paper. */
const MAX_ON_PAPER = 5;

function onPaper(count: number): Markup {
  const left = count - MAX_ON_PAPER;
  if (left <= 0) return html``;
  return html`<tfoot class="paper"><tr><td colspan="5">and ${formatNumber(left)} more</td></tr></tfoot>`;
}

function totalOf({ up, down, other }: { up: number; down: number; other: number }): number {
  return up + down + other;
}

/** Nothing is assumed where nothing is said. */
function unsaidFees({ said, unsaid }: PageDigest['fees']): string {
  if (said === 0 || unsaid === 0) return '';
  return ` ${formatCount(unsaid, 'update has', 'updates have')} no known fee, so the margin there is over the cost alone.`;
}

function renderCurrencyMargins({
  currencyMargins: margins,
  fees,
}: Pick<PageDigest, 'currencyMargins' | 'fees'>): Markup {
  if (margins.size === 0) return html``;
  return html`<table class="group" id="margin-means"><caption>Mean margin of the minimum over ${expenseOf(fees)}, for each currency</caption>
<thead><tr><th scope="col">currency</th><th scope="col" class="num">before</th><th scope="col" class="num">after</th><th scope="col" class="num">below 0</th><th scope="col" class="num">updates</th></tr></thead><tbody>${[
    ...margins,
  ].map(
    ([currency, sums]) =>
      html`<tr><th scope="row">${currency}</th><td class="num">${meanOf(sums, 'beforeCents')}</td><td class="num">${meanOf(sums, 'afterCents')}</td><td class="num">${formatNumber(sums.belowBefore)} → ${formatNumber(sums.belowAfter)}</td><td class="num">${formatNumber(sums.count)}</td></tr>`,
  )}</tbody></table>`;
}

function meanOf(sums: Readonly<CurrencyMargins>, side: 'beforeCents' | 'afterCents'): string {
  return formatAmount(Math.round(sums[side] / sums.count));
}

function renderMoved({ moved }: PageDigest, look: RowLook): readonly Markup[] {
  return [
    renderMoves('ups', { title: 'Biggest moves up', moves: moved.ups }, look),
    renderMoves('downs', { title: 'Biggest moves down', moves: moved.downs }, look),
  ];
}

interface MovesInput {
  readonly title: string;
  readonly moves: readonly Move[];
}

function renderMoves(id: string, { title, moves }: MovesInput, look: RowLook): Markup {
  if (moves.length === 0) return html``;
  const most = Math.max(...moves.map(({ percent }) => Math.abs(percent)));
  return html`<table class="group" id="${id}"><caption>${title}</caption>
<thead><tr><th scope="col" class="num">line</th><th scope="col">sku</th><th scope="col">field</th><th scope="col" class="num">before → after</th><th scope="col" class="num">change</th><td></td></tr></thead><tbody>${moves.map(
    ({ row, change, percent }) => {
      const cell = toChangeCell(change, look);
      const currency = currencyOf(row, look);
      return html`<tr><td class="num">${row.line}</td><th scope="row">${filterLink(filterOf('q', row.sku), row.sku)}${row.status === 'held' ? html` <small>held</small>` : html``}</th><td>${FIELD_LABELS[change.field]}</td><td class="num">${cell.before}\u00a0→ ${cell.after}${currency === '' ? '' : `\u00a0${currency}`}</td><td class="num">${cell.percent}</td><td>${stackedBar([{ kind: percent > 0 ? 'up' : 'down', count: Math.abs(percent) }], most)}</td></tr>`;
    },
  )}</tbody></table>`;
}
