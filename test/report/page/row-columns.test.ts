import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../../src/domain/fields.ts';
import { readReasons } from '../../../src/domain/reasons.ts';
import type { PageRow } from '../../../src/report/page/page-row.ts';
import { toPageRow } from '../../../src/report/page/page-row.ts';
import { ColumnWriter, readColumns } from '../../../src/report/page/row-columns.ts';
import { cents } from '../../support/builders.ts';
import { NAUGHTY_TEXTS } from '../../support/naughty-text.ts';
import { EVERY_STATUS } from '../support.ts';

/** Through text and back. */
function carry(rows: readonly PageRow[]): readonly PageRow[] {
  const writer = new ColumnWriter();
  for (const row of rows) writer.add(row);
  return readColumns(JSON.parse(JSON.stringify(writer.result())));
}

/** What the page has of a row: without what it is not told. */
function told({ listing, live, changes, pins = {}, computed = {}, ...row }: PageRow): object {
  const { id = '', platform, channel, currency } = listing ?? {};
  return {
    ...row,
    pins,
    computed,
    changes: FIELDS.flatMap((field) => changes.find((change) => change.field === field) ?? []),
    listing: listing && { id: changes.length > 0 ? id : '', platform, channel, currency },
    live: live && { cost: live.cost, minimum_price: live.minimum_price, strategy: live.strategy },
  };
}

describe('readColumns', () => {
  it('gives back rows of every status as they were written', () => {
    const rows = EVERY_STATUS.map(toPageRow);
    expect(carry(rows)).toEqual(rows.map(told));
  });

  it('gives back texts as they were, whatever they hold', () => {
    const [first] = EVERY_STATUS.map(toPageRow);
    if (!first) throw new Error('There is a row');
    const rows = NAUGHTY_TEXTS.map(({ text }, n) => ({
      ...first,
      n,
      sku: text,
      message: text,
      reason: readReasons(text),
    }));
    expect(carry(rows)).toEqual(rows.map(told));
  });

  it('gives back the fees of rows, of which one part or both may be said', () => {
    const [first] = EVERY_STATUS.map(toPageRow);
    if (!first) throw new Error('There is a row');
    const said = [{ perUnit: cents(30) }, undefined, { share: 15_000 }, { perUnit: cents(0), share: 350 }];
    const rows = said.map((fees, n) => ({ ...first, n, fees }));
    expect(carry(rows).map(({ fees }) => fees)).toEqual(said);
  });

  it('gives back rows with gaps between them', () => {
    const rows = EVERY_STATUS.map(toPageRow).filter((_, index) => index % 3 === 1);
    expect(carry(rows).map(({ n, line }) => [n, line])).toEqual(rows.map(({ n, line }) => [n, line]));
  });

  it('gives back nothing of nothing', () => {
    expect(carry([])).toEqual([]);
  });
});
