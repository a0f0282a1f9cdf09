import { describeValue } from '../../domain/describe-value.ts';
import { FIELDS } from '../../domain/fields.ts';
import { type Change, changesOf, listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';
import { csvBlocks } from './csv-blocks.ts';

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
  ...FIELDS.flatMap((field) => [`${field}_before`, `${field}_after`]),
  'attempts',
  'http_status',
  'completed_at',
];

/** `results.csv`: what became of every row of the sheet, once per listing, in the order of the sheet. */
export function renderResults(outcomes: Iterable<Outcome>): Iterable<string> {
  return csvBlocks(records(outcomes));
}

function* records(outcomes: Iterable<Outcome>): Generator<readonly string[]> {
  yield HEADER;
  for (const outcome of outcomes) yield toRecord(outcome);
}

function toRecord({
  entry,
  status,
  reason,
  message,
  attempts,
  httpStatus,
  completedAt,
}: Outcome): readonly string[] {
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
    ...toCells(changesOf(entry)),
    String(attempts),
    httpStatus === undefined ? '' : String(httpStatus),
    completedAt === undefined ? '' : new Date(completedAt).toISOString(),
  ];
}

/** For most rows: no change in any field. */
const NO_CHANGES: readonly string[] = FIELDS.flatMap(() => ['', '']);

/** Before and after of every field. */
function toCells(changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return NO_CHANGES;
  return FIELDS.flatMap((field) => {
    const change = changes.find((candidate) => candidate.field === field);
    return change ? [describeValue(field, change.before), describeValue(field, change.after)] : ['', ''];
  });
}
