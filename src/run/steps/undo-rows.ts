import { remarkMayArrive } from '../../domain/may-arrive.ts';
import type { SheetRow } from '../../domain/row.ts';
import { toDesired } from '../../domain/stages.ts';
import { undoRecords } from '../../report/files/render-undo.ts';
import type { PlanShape } from '../folder/plan-schema.ts';
import type { LineRestoration } from '../folder/to-restorations.ts';
import type { JobInput } from '../job/job.ts';
import { rowOfListing } from '../sheet/row-of-listing.ts';

/** The reverse is in cents, which are exact in every currency, however the sheet was written. */
const SHAPE = { delimiter: ',', decimalSign: '.', moneyUnit: 'cents', clearToken: 'null' } as const;

/** `ofSheet`: of the run that is undone, so that its files open in the same spreadsheet; missing if its folder is gone. */
export function undoShapeOf(
  restorations: readonly LineRestoration[],
  ofSheet?: Pick<PlanShape, 'delimiter' | 'decimalSign'>,
): JobInput['shape'] {
  const [header = []] = undoRecords(restorations, SHAPE);
  const { delimiter, decimalSign } = ofSheet ?? SHAPE;
  return { ...SHAPE, delimiter, decimalSign, header, listingIdAt: 0 };
}

/** The rows that give listings back what they held. */
export function* toUndoRows(restorations: readonly LineRestoration[]): Generator<SheetRow> {
  const records = undoRecords(restorations, SHAPE);
  records.next();
  for (const restoration of restorations) yield toRow(restoration, records.next().value ?? []);
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
