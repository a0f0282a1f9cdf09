import { EXTRA_CELL, MISSING_CELL } from '../../domain/csv-cells.ts';
import { dropRemarks, LISTING_ID, type RetryHeader, toRetryHeader } from '../../domain/own-sheets.ts';
import { listingOf, type Outcome, rowOf } from '../../domain/stages.ts';
import { csvFile } from './csv-file.ts';

/** The header and the delimiter of the sheet that the run read. */
export interface SheetShape {
  readonly header: readonly string[];
  readonly delimiter: string;
  /** The column that names the listing, if there is one. */
  readonly listingIdAt?: number | undefined;
  /** The costs in the sheet's rows are for that many pieces, although no cell says so. */
  readonly costPer?: number | undefined;
}

interface RetryOptions {
  /** Whether a row of the sheet led to several listings, and is meant for all of them. */
  readonly isOfSeveral: (line: number) => boolean;
}

/**
 * `retry.csv`: the rows that need attention, as the sheet had them, with the listing of each and with what is wrong. A row that may mean several
 * listings is there once for each of them, any other row once. A sheet that is itself a retry file has its old remarks replaced. `attention`
 * is gone through twice.
 */
export function renderRetry(
  attention: Iterable<Outcome>,
  shape: SheetShape,
  options: RetryOptions,
): Iterable<string> {
  return csvFile(toRecords(attention, shape, options), shape);
}

function* toRecords(
  attention: Iterable<Outcome>,
  { header, listingIdAt }: SheetShape,
  options: RetryOptions,
): Generator<readonly string[]> {
  const columns = toRetryHeader(header, listingIdAt);
  const { own, added } = columns;
  const width = findWidth(attention, header);
  const named = own.findLastIndex((text) => text.trim() !== '') + 1;
  yield [...fill(own, width, ''), ...added];
  for (const outcome of firstOfEachRow(attention, columns)) {
    const { entry, status, reason } = outcome;
    const cells = markRagged(dropRemarks(rowOf(entry).cells, header), { named, all: own.length });
    const filled = nameListing(fill(cells, width, ''), columns, idToName(outcome, options));
    yield [...filled, status, reason, describe(outcome)];
  }
}

/** A row that was meant for several listings stays so: what is repaired in it is to reach all of them. */
function idToName({ entry, status }: Outcome, { isOfSeveral }: RetryOptions): string {
  const { line } = rowOf(entry);
  return status !== 'ambiguous' && isOfSeveral(line) ? '' : (listingOf(entry)?.id ?? '');
}

function nameListing(
  cells: readonly string[],
  { added, listingIdAt }: RetryHeader,
  id: string,
): readonly string[] {
  if (added[0] === LISTING_ID) return [...cells, id];
  // Without a listing to name, a cell that is blank stays as it is written.
  if (id === '') return cells;
  return cells.map((cell, index) => (index === listingIdAt && cell.trim() === '' ? id : cell));
}

function describe({ entry, status, message }: Outcome): string {
  const listing = listingOf(entry);
  if (status !== 'ambiguous' || !listing) return message;
  const { platform, channel, currency } = listing;
  return `${message}; this row means the one on ${platform}, channel ${channel}, in ${currency}: delete the rows of the wrong ones`;
}

/** Cells of the widest row. */
function findWidth(attention: Iterable<Outcome>, header: readonly string[]): number {
  let width = dropRemarks(header, header).length;
  for (const { entry } of attention) width = Math.max(width, dropRemarks(rowOf(entry).cells, header).length);
  return width;
}

/**
 * The outcomes of a row are consecutive. Rows are compared by content: an undo has several rows of one line, and a plan that
 * was read back has several copies of one row.
 */
function* firstOfEachRow(
  outcomes: Iterable<Outcome>,
  { added, listingIdAt }: RetryHeader,
): Generator<Outcome> {
  const namesListings = added[0] === LISTING_ID || listingIdAt !== undefined;
  let last: string | undefined;
  for (const outcome of outcomes) {
    const { entry, status } = outcome;
    const { line, cells } = rowOf(entry);
    const candidate = status === 'ambiguous' && namesListings ? listingOf(entry)?.id : undefined;
    const row = [line, candidate, ...cells].join('\0');
    if (row !== last) yield outcome;
    last = row;
  }
}

/** A row that was refused for its number of cells is not to look whole here. */
function markRagged(
  cells: readonly string[],
  { named, all }: { readonly named: number; readonly all: number },
): readonly string[] {
  const marked = cells.map((cell, index) => (index >= all && cell.trim() === '' ? EXTRA_CELL : cell));
  return fill(marked, named, MISSING_CELL);
}

function fill(cells: readonly string[], width: number, filler: string): readonly string[] {
  return [...cells, ...Array.from({ length: Math.max(0, width - cells.length) }, () => filler)];
}
