import { PRICE_KINDS, type PriceKind } from '../../domain/price-outcome.ts';
import { describeMove } from '../tally/describe-prices.ts';
import type { Force, PriceDigest } from '../tally/tally-prices.ts';
import { formatNumber } from '../text/format-numbers.ts';
import { filterLink, stackedBar } from './charts.ts';
import { html, type Markup } from './markup.ts';
import { PRICE_LABELS } from './price-labels.ts';

/**
 * What becomes of prices, as far as bounds decide it: how many of each kind, and how far they have to move at least. `counts`: rows by
 * kind and status; `prices`: what is known of the amounts.
 */
export function priceTable(
  counts: ReadonlyMap<PriceKind, ReadonlyMap<string, number>>,
  prices: PriceDigest,
): Markup {
  if (counts.size === 0) return html``;
  const lines = PRICE_KINDS.flatMap((kind) => {
    const byStatus = [...(counts.get(kind) ?? [])];
    const total = byStatus.reduce((sum, [, rows]) => sum + rows, 0);
    const held = byStatus.reduce((sum, [status, rows]) => (status === 'held' ? sum + rows : sum), 0);
    return total === 0 ? [] : [{ kind, going: total - held, held }];
  });
  const most = Math.max(...lines.map(({ going, held }) => going + held));
  return html`<table class="group" id="prices"><caption>What becomes of prices, as far as minimum and maximum decide it</caption>
<thead><tr><th scope="col">price</th><td></td><th scope="col" class="num">updates</th><th scope="col" class="num"><span class="key held">held</span></th><th scope="col">at the median</th><th scope="col">at most</th></tr></thead><tbody>${lines.map(
    ({ kind, going, held }) =>
      html`<tr><th scope="row">${filterLink(`price=${kind}`, PRICE_LABELS[kind])}</th><td>${stackedBar(
        [
          { kind: SIDES[kind] ?? 'other', count: going },
          { kind: 'held', count: held },
        ],
        most,
      )}</td><td class="num">${formatNumber(going)}</td><td class="num">${formatNumber(held)}</td><td>${describeForces(kind, prices, median)}</td><td>${describeForces(kind, prices, largest)}</td></tr>`,
  )}</tbody></table>`;
}

const SIDES: Readonly<Partial<Record<PriceKind, string>>> = { rise: 'up', fall: 'down' };

/** Of updates that go out; a line for each currency. */
function describeForces(
  kind: PriceKind,
  prices: PriceDigest,
  describe: (force: Force, currency: string) => string,
): string {
  if (kind !== 'rise' && kind !== 'fall') return '';
  return [...prices.going[kind]].map(([currency, force]) => describe(force, currency)).join('; ');
}

function median({ medianCents, medianTenths }: Force, currency: string): string {
  return describeMove(medianCents, medianTenths, currency);
}

function largest({ largestCents, largestTenths, largest: { line } }: Force, currency: string): string {
  return `${describeMove(largestCents, largestTenths, currency)}, line ${line}`;
}
