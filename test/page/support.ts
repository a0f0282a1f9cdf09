import type { PageRow } from '../../src/report/page/page-row.ts';
import { cents, listingId } from '../support/builders.ts';

/** A row of the page with nothing special about it. */
export function aPageRow({ n = 0, ...fields }: Partial<PageRow> = {}): PageRow {
  return {
    n,
    line: n + 2,
    sku: `SKU-${n}`,
    status: 'planned',
    reason: '',
    message: '',
    listing: { id: listingId(n + 1), platform: 'amazon', channel: 'c1', currency: 'usd' },
    changes: [{ field: 'cost', before: cents(600), after: cents(630) }],
    live: { cost: cents(600), minimum_price: cents(1000), strategy: null },
    ...fields,
  };
}

/** A row whose cost moves by so many percent. */
export function aMove(n: number, percent: number): PageRow {
  return aPageRow({
    n,
    changes: [{ field: 'cost', before: cents(10_000), after: cents(10_000 + percent * 100) }],
  });
}
