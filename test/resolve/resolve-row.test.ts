import { describe, expect, it } from 'vitest';
import type { Listing, Sku } from '../../src/domain/listing.ts';
import {
  type DuplicateRow,
  type IgnoredRow,
  type InvalidRow,
  LIKE_A_TOTAL,
  type Row,
} from '../../src/domain/row.ts';
import type { ResolvedRow } from '../../src/domain/stages.ts';
import { createStrategyFinder } from '../../src/resolve/find-strategy.ts';
import { type LookupResult, type MatchContext, resolveRow } from '../../src/resolve/match-row.ts';
import { aListing, aRow, cents, listingId, sku } from '../support/builders.ts';
import { listed } from '../support/listed.ts';

const requested = { cost: cents(700) };
const invalid: InvalidRow = {
  kind: 'invalid',
  line: 3,
  cells: ['A', '-1'],
  target: { sku: sku('A') },
  problems: [{ reason: 'money_negative', message: 'cost "-1" is negative' }],
};
const ignored: IgnoredRow = { kind: 'ignored', line: 4, cells: ['', ''], reason: 'note', message: 'blank' };
const duplicate: DuplicateRow = {
  kind: 'duplicate',
  line: 5,
  cells: ['A', '1'],
  target: { sku: sku('A') },
  reason: 'repeats',
  message: 'Line 2 says the same',
};

const context: MatchContext = {
  findStrategy: createStrategyFinder([]),
  channels: [],
  filters: {},
  match: 'all',
};

function lookups(
  found: Readonly<Record<string, readonly Listing[] | string>>,
): ReadonlyMap<Sku, LookupResult> {
  return new Map(
    Object.entries(found).map(([text, answer]) => [
      sku(text),
      typeof answer === 'string' ? { kind: 'failed', message: answer } : { kind: 'found', listings: answer },
    ]),
  );
}

function inShort(results: readonly ResolvedRow[]): readonly string[] {
  return results.map((result) => {
    if (result.kind === 'resolved') return `${result.row.line} ${result.listing.id.slice(-1)}`;
    if (result.kind === 'unresolved') return `${result.row.line} ${result.status} ${result.reason}`;
    return `${result.line} ${result.kind}`;
  });
}

function resolveRows(
  rows: readonly Row[],
  found: ReadonlyMap<Sku, LookupResult>,
  given: MatchContext,
): readonly ResolvedRow[] {
  return rows.flatMap((row) => resolveRow(row, ({ sku: text }) => found.get(text), given));
}

describe('resolveRow', () => {
  it('keeps the order of the sheet, once per listing and once where there is none', () => {
    const rows: readonly Row[] = [
      aRow({ line: 2, sku: 'B', requested }),
      invalid,
      ignored,
      duplicate,
      aRow({ line: 6, sku: 'A', requested }),
      aRow({ line: 7, sku: 'C', requested }),
    ];
    const found = lookups({
      A: [aListing({ id: listingId(1), sku: sku('A') })],
      B: [aListing({ id: listingId(3), sku: sku('B') }), aListing({ id: listingId(2), sku: sku('B') })],
      C: [],
    });
    expect(inShort(resolveRows(rows, found, context))).toEqual(
      listed('2 3, 2 2, 3 invalid, 4 ignored, 5 duplicate, 6 1, 7 not_found sku_not_listed'),
    );
  });

  it('leaves a row that sets nothing unchanged, whether its SKU was looked up or not', () => {
    const rows = [aRow({ sku: 'A' }), aRow({ sku: 'B' })];
    expect(inShort(resolveRows(rows, lookups({ A: [] }), context))).toEqual([
      '2 unchanged nothing_to_set',
      '2 unchanged nothing_to_set',
    ]);
  });

  it('skips a row whose SKU was not reached, and never calls it not found', () => {
    const rows = [aRow({ line: 2, sku: 'A', requested }), aRow({ line: 3, sku: 'B', requested })];
    expect(inShort(resolveRows(rows, lookups({ A: [] }), context))).toEqual([
      '2 not_found sku_not_listed',
      '3 skipped not_looked_up',
    ]);
  });

  it('fails a row whose lookup failed, with what the service said', () => {
    const [result] = resolveRows([aRow({ sku: 'A', requested })], lookups({ A: 'it broke' }), context);
    expect(result).toMatchObject({ status: 'failed', reason: 'lookup_failed', message: 'it broke' });
  });

  it('does not take a row for a total because of another remark', () => {
    const notices = [{ reason: 'rounded', message: 'cost was rounded' } as const];
    const row = { ...aRow({ line: 4, sku: 'A', requested }), notices };
    expect(inShort(resolveRows([row], lookups({ A: [] }), context))).toEqual(['4 not_found sku_not_listed']);
  });

  it('is not certain of a SKU without its zeros where a part of the account was searched', () => {
    const listing = aListing({ sku: sku('0012') });
    const row = aRow({ sku: '12', requested, target: { listingId: listing.id } });
    const reasonsWhere = (isOfPart: boolean) =>
      resolveRow(row, () => ({ kind: 'found', listings: [listing], isOfPart }), context).map(
        (result) => result.kind === 'resolved' && result.row.notices.map(({ reason }) => reason),
      );
    expect(reasonsWhere(false)).toEqual([['sku_rewritten']]);
    expect(reasonsWhere(true)).toEqual([['sku_damaged']]);
  });

  describe('of a row that looks like a total', () => {
    const notices = [{ reason: LIKE_A_TOTAL, message: 'looks like the others' } as const];
    const row = { ...aRow({ line: 4, sku: 'Total', requested }), notices };

    it('leads to the listing of exactly that SKU', () => {
      const found = lookups({ Total: [aListing({ id: listingId(1), sku: sku('Total') })] });
      expect(inShort(resolveRows([row], found, context))).toEqual(['4 1']);
    });

    it.each([
      ['nothing is listed', []],
      ['only one in other letters is listed', [aListing({ sku: sku('TOTAL') })]],
    ])('leads to nothing where %s, and asks for no attention', (_name, listings) => {
      const found = resolveRows([row], lookups({ Total: listings }), context);
      expect(found).toEqual([
        {
          kind: 'ignored',
          line: 4,
          cells: row.cells,
          reason: 'total',
          message: 'The row is a total ("Total"): no listing has this SKU',
        },
      ]);
    });
  });
});
