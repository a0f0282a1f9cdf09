import { remarkMayArrive } from '../../domain/effects.ts';
import type { SheetRow } from '../../domain/row.ts';
import { toDesired } from '../../domain/stages.ts';
import { ListingColumnsTally, undoRecords } from '../../report/files/render-undo.ts';
import { eachInSlices } from '../disk/in-slices.ts';
import type { PlanShape } from '../folder/plan-schema.ts';
import type { LineRestoration } from '../folder/to-restorations.ts';
import type { JobInput } from '../job/job.ts';
import { rowOfListing, toRowSource } from '../sheet/row-source.ts';

/** The reverse is in cents, which are exact in every currency, however the sheet was written. */
const SHAPE = { delimiter: ',', decimalSign: '.', moneyUnit: 'cents', clearToken: 'null' } as const;

/**
 * Opens the rows that give listings back what they held. `ofSheet`: of the run that is undone, so that its files open in the same
 * spreadsheet; missing if its folder is gone.
 */
export async function openUndoRows(
  restorations: readonly LineRestoration[],
  ofSheet?: Pick<PlanShape, 'delimiter' | 'decimalSign'>,
): Promise<Pick<JobInput, 'rows' | 'shape'>> {
  const tally = new ListingColumnsTally();
  await eachInSlices(restorations, (each) => tally.add(each));
  const columns = tally.result();
  function* toRows(): Generator<SheetRow> {
    const records = undoRecords(restorations, columns, SHAPE);
    records.next();
    for (const restoration of restorations) yield toRow(restoration, records.next().value ?? []);
  }
  const [header = []] = undoRecords([], columns, SHAPE);
  const { delimiter, decimalSign } = ofSheet ?? SHAPE;
  return {
    rows: await toRowSource(toRows),
    shape: { ...SHAPE, delimiter, decimalSign, header, listingIdAt: 0 },
  };
}

function toRow(
  { line, listing, changes, expected, unsent, mayArriveUntil: until, remarks = [] }: LineRestoration,
  cells: readonly string[],
): SheetRow {
  return {
    ...rowOfListing({ line, cells, listing }),
    currency: listing.currency,
    requested: toDesired(changes, 'before'),
    expected,
    unsent,
    notices: [...(until === undefined ? [] : [remarkMayArrive(until)]), ...remarks],
  };
}
