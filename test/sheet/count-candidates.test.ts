import { expect, it } from 'vitest';
import { idOf } from '../support/an-account.ts';
import { read } from './support.ts';

interface Line {
  readonly sku?: string;
  readonly cost?: string;
  readonly currency?: string;
  readonly platform?: string;
  readonly status?: string;
  readonly reason?: string;
}

const HEADER = 'sku,cost,currency,platform,listing_id,status,reason,message';

/** A line of a retry file, for the listing of that number: one of those that a SKU may mean, unless it says something else. */
function toLine(
  { sku = 'MUG', cost = '6.50', currency = '', platform = '', ...remarks }: Line,
  number: number,
): string {
  const { status = 'ambiguous', reason = 'several_listings' } = remarks;
  return [sku, cost, currency, platform, idOf(number), status, reason, ''].join(',');
}

const CHECKED = { status: 'ok', reason: 'checked' };

it.each<[string, readonly Line[], readonly unknown[]]>([
  ['the one that is left', [{}], [1]],
  ['two that are left', [{}, {}], [2, 2]],
  ['the status of one was changed', [{ status: 'fixed' }, {}], [2, 2]],
  ['the status of all was changed', [{ status: 'fixed' }, { status: 'fixed' }], [2, 2]],
  ['the reason of all was changed', [{ reason: '' }, { reason: 'fine' }], [2, 2]],
  ['status and reason of one were changed', [CHECKED, {}], [2, 2]],
  ['the remarks of one were cleared', [{}, { status: '', reason: '' }], [2, 2]],
  ['the remarks are in capitals', [{ status: ' AMBIGUOUS ' }, { reason: ' SEVERAL_LISTINGS ' }], [2, 2]],
  ['the cost of one was changed', [{}, { cost: '6.60' }], [2, 2]],
  ['one can not be read', [{ cost: 'six' }, {}], ['invalid', 2]],
  ['the platform of one was filled in', [{}, { platform: 'amazon' }], [2, 2]],
  ['one was another row of the sheet', [{}, { status: 'blocked', reason: 'max_change' }], [1, undefined]],
  ['one was not found', [{}, { status: 'not_found', reason: 'sku_not_listed' }], [1, undefined]],
  ['they are in two currencies', [{ currency: 'usd' }, { currency: 'eur' }, { currency: 'usd' }], [2, 1, 2]],
  ['one is of another SKU', [{}, { sku: 'CUP' }], [1, 1]],
  ['none says that it was offered', [CHECKED, CHECKED], [undefined, undefined]],
])('counts the candidates of a retry file that are left: %s', async (_name, lines, counts) => {
  const { rows } = await read(
    `${[HEADER, ...lines.map((line, index) => toLine(line, index + 1))].join('\n')}\n`,
  );
  expect(rows.map((row) => (row.kind === 'row' ? row.candidates : row.kind))).toEqual(counts);
});
