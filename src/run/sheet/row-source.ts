import type { Sku } from '../../domain/listing.ts';
import { groupBy, inBatches } from '../../domain/lists.ts';
import { skuGroup } from '../../domain/rewritten-sku.ts';
import { type Row, type RowsBySku, type SheetRow, targetKey } from '../../domain/row.ts';
import type { DuplicatePolicy } from '../../domain/settle-duplicates.ts';
import type { CarriedOver, ListingIdentity } from '../../domain/stages.ts';
import { type RowFacts, RowFactsCollector, setsAnyField } from '../../resolve/row-facts.ts';
import type { DisagreeingLines } from '../../sheet/distinguish-rows.ts';
import type { Sheet } from '../../sheet/scan-sheet.ts';
import { findContradictions, settleRows } from '../../sheet/settle-rows.ts';
import { eachInSlices, inSlices } from '../disk/in-slices.ts';

type Batches<T> = () => AsyncIterable<readonly T[]>;

/** The rows of a run, in order. They are never all in memory, and can be iterated repeatedly. */
export interface RowSource {
  /** Number of rows, ignored ones included. */
  readonly count: number;
  /** Number of sheet rows: fewer if there is one row for each listing that a sheet row matched. */
  readonly sheetRows: number;
  readonly facts: RowFacts;
  /** Without their cells. */
  readonly rowsBySku: RowsBySku<Row | CarriedOver>;
  /** Rows that were refused because others for the same listing say something else. */
  readonly disagreeing: DisagreeingLines;
  batches: Batches<Row | CarriedOver>;
}

interface SheetRowsOptions {
  /** Of the sheet's rows, unchanged. */
  readonly count: number;
  readonly facts: RowFacts;
  readonly duplicates: DuplicatePolicy;
}

/** Opens the rows of a sheet, with repeated and contradicting rows marked. Errors: `SheetError`. */
export async function toSheetRows(
  sheet: Sheet,
  { count, facts, duplicates }: SheetRowsOptions,
): Promise<RowSource> {
  const repeated = await collectRowsBySku(sheet.rows, facts);
  const settle = settleRows(repeated, duplicates);
  const settled = repeated.map(settle);
  async function* batches(): AsyncGenerator<readonly Row[]> {
    for await (const rows of sheet.rows()) yield rows.map(settle);
  }
  return {
    count,
    sheetRows: count,
    facts: withoutUnused(facts, repeated, settled),
    rowsBySku: groupBySku(settled),
    disagreeing: findDisagreeing(repeated, settled, duplicates),
    batches,
  };
}

/** Opens rows that are not from a sheet, in the order of its lines. */
export async function toRowSource(rows: () => Iterable<Row | CarriedOver>): Promise<RowSource> {
  const collector = new RowFactsCollector();
  let [count, sheetRows, line] = [0, 0, -1];
  await eachInSlices(rows(), (row) => {
    collector.add(row);
    count++;
    if (row.line !== line) sheetRows++;
    line = row.line;
  });
  const facts = await inSlices(collector.result());
  async function* batches(): AsyncGenerator<readonly (Row | CarriedOver)[]> {
    yield* inBatches(rows(), BATCH_ROWS);
  }
  const rowsBySku = groupBySku(await collectRowsBySku(batches, facts));
  return { count, sheetRows, facts, rowsBySku, disagreeing: new Map(), batches };
}

const BATCH_ROWS = 5000;

function findDisagreeing(
  before: readonly Row[],
  after: readonly Row[],
  duplicates: DuplicatePolicy,
): DisagreeingLines {
  const refused = before.filter((row, at) => row.kind === 'row' && after[at]?.kind === 'invalid');
  const others = duplicates === 'error' ? findContradictions(after) : [];
  return new Map([
    ...refused.map((row) => [row.line, targetKey(row) ?? ''] as const),
    ...others.map(({ line, target }) => [line, target.sku] as const),
  ]);
}

async function collectRowsBySku<T extends Row | CarriedOver>(
  batches: Batches<T>,
  { hasRepeated, isRepeated }: RowFacts,
): Promise<readonly T[]> {
  const repeated: T[] = [];
  if (!hasRepeated) return repeated;
  for await (const rows of batches()) {
    for (const row of rows) {
      if ('target' in row && row.target && isRepeated(row.target.sku)) repeated.push({ ...row, cells: [] });
    }
  }
  return repeated;
}

function groupBySku(rows: readonly (Row | CarriedOver)[]): RowSource['rowsBySku'] {
  const skuOf = (row: Row | CarriedOver) => ('target' in row ? row.target?.sku : undefined);
  const withSku = rows.filter((row) => skuOf(row) !== undefined);
  return groupBy(withSku, (row) => skuGroup(skuOf(row) as Sku));
}

/** SKUs whose rows were all refused are not looked up. */
function withoutUnused(facts: RowFacts, before: readonly Row[], after: readonly Row[]): RowFacts {
  const used = skusOf(after);
  const unused = new Set([...skusOf(before)].filter((sku) => !used.has(sku)));
  if (unused.size === 0) return facts;
  return {
    ...facts,
    skus: facts.skus - unused.size,
    isWanted: (sku) => facts.isWanted(sku) && !unused.has(sku),
  };
}

function skusOf(rows: readonly Row[]): ReadonlySet<Sku> {
  return new Set(rows.flatMap((row) => (row.kind === 'row' && setsAnyField(row) ? [row.target.sku] : [])));
}

interface ListingRow {
  readonly line: number;
  readonly cells: readonly string[];
  readonly listing: Pick<ListingIdentity, 'id' | 'sku'>;
}

/** The part of a row that names its listing by id, for rows that are made from a plan; amounts are in cents. */
export function rowOfListing({ line, cells, listing: { id, sku } }: ListingRow) {
  return {
    kind: 'row',
    line,
    cells,
    target: { sku, listingId: id },
    moneyInCents: true,
  } as const satisfies Partial<SheetRow>;
}
