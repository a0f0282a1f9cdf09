import { type SheetColumn, toSheetColumns } from '../../../src/run/sheet/sheet-columns.ts';
import { type SheetDigest, SheetTally } from '../../../src/run/sheet/tally-sheet.ts';
import { ColumnLooks } from '../../../src/sheet/column-looks.ts';
import type { SheetOptions } from '../../../src/sheet/sheet-options.ts';
import { read, type WholeSheet } from '../../sheet/support.ts';

interface DescribedSheet extends WholeSheet {
  readonly digest: SheetDigest;
  readonly columns: readonly SheetColumn[];
}

/** A sheet as a job's is described before anything is judged of it. */
export async function describeSheet(
  content: string | Uint8Array,
  options: Partial<SheetOptions> = {},
): Promise<DescribedSheet> {
  const { rows, reading } = await read(content, options);
  const tally = new SheetTally();
  const looks = new ColumnLooks();
  for (const row of rows) {
    tally.add(row);
    looks.add(row);
  }
  const columns = toSheetColumns(reading, looks.result(), { map: new Map(), ...options });
  return { rows, reading, digest: tally.result(), columns };
}
