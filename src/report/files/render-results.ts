import { describeValue } from '../../domain/fields.ts';
import { describeFollowUp } from '../../domain/follow-up.ts';
import { changesOf, listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';
import { csvFile } from './csv-file.ts';
import type { CellShape } from './render-undo.ts';
import { CHANGE_COLUMNS, toChangeCells } from './review-records.ts';

const HEADER = [
  'line',
  'sku',
  'status',
  'reason',
  'message',
  'listing_id',
  'platform',
  'channel',
  'currency',
  ...CHANGE_COLUMNS,
  'attempts',
  'http_status',
  'completed_at',
  // Others read the columns before it by their position.
  'follow_up',
];

/** How the file is written: so that a spreadsheet that opens the sheet opens it too. */
export interface ResultsShape extends Pick<CellShape, 'decimalSign'> {
  readonly delimiter: string;
}

/** `results.csv`: what became of every row of the sheet, once per listing, in the order of the sheet. */
export function renderResults(outcomes: Iterable<Outcome>, shape: ResultsShape): Iterable<string> {
  return csvFile(toRecords(outcomes, shape), shape);
}

function* toRecords(outcomes: Iterable<Outcome>, shape: ResultsShape): Generator<readonly string[]> {
  yield HEADER;
  for (const outcome of outcomes) yield toRecord(outcome, shape);
}

function toRecord(
  { entry, status, reason, message, attempts, httpStatus, completedAt, followUp }: Outcome,
  shape: ResultsShape,
): readonly string[] {
  const row = rowOf(entry);
  const listing = listingOf(entry);
  return [
    String(row.line),
    skuOf(entry),
    status,
    reason,
    message,
    listing?.id ?? '',
    listing?.platform ?? '',
    listing?.channel ?? '',
    listing?.currency ?? '',
    ...toChangeCells(changesOf(entry), (field, value) => describeValue(field, value, shape)),
    String(attempts),
    httpStatus === undefined ? '' : String(httpStatus),
    completedAt === undefined ? '' : new Date(completedAt).toISOString(),
    describeFollowUp(followUp),
  ];
}
