import { FIELDS, type Field, isMoneyField } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import type { ExplainedChange } from '../../report/screen/explanation.ts';
import { readCsvRecords, splitCells } from '../disk/csv-records.ts';
import { resultsDelimiter } from './results-delimiter.ts';

/** A record of `results.csv`, as far as it is read back; texts are unchanged, but for amounts, which have a point. */
export interface ResultRecord {
  readonly line: number;
  readonly sku: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly listing_id: string;
  readonly platform: string;
  readonly channel: string;
  readonly currency: string;
  readonly attempts: string;
  readonly http_status: string;
  readonly completed_at: string;
  readonly follow_up: string;
  readonly changes: readonly ExplainedChange[];
}

/** Reads the wanted records of a run's `results.csv`; none if there is no such file. Errors: `DiskError`. */
export function readResults(
  path: string,
  disk: Disk,
  isWanted: (record: ResultRecord) => boolean,
): readonly ResultRecord[] {
  if (!disk.existsSync(path)) return [];
  const wanted: ResultRecord[] = [];
  let header: readonly string[] | undefined;
  let delimiter = '';
  for (const text of readCsvRecords(path, disk)) {
    delimiter ||= resultsDelimiter(text);
    const cells = splitCells(text, delimiter);
    if (!header) {
      header = cells;
      continue;
    }
    const record = toRecord(header, cells);
    if (isWanted(record)) wanted.push(record);
  }
  return wanted;
}

function toRecord(header: readonly string[], cells: readonly string[]): ResultRecord {
  const cell = (name: string): string => cells[header.indexOf(name)] ?? '';
  return {
    line: Number(cell('line')),
    sku: cell('sku'),
    status: cell('status'),
    reason: cell('reason'),
    message: cell('message'),
    listing_id: cell('listing_id'),
    platform: cell('platform'),
    channel: cell('channel'),
    currency: cell('currency'),
    attempts: cell('attempts'),
    http_status: cell('http_status'),
    completed_at: cell('completed_at'),
    follow_up: cell('follow_up'),
    changes: FIELDS.flatMap((field) => {
      const [before, after] = [cell(`${field}_before`), cell(`${field}_after`)];
      return before === '' && after === ''
        ? []
        : [{ field, before: withPoint(before, field), after: withPoint(after, field) }];
    }),
  };
}

/** The file has the decimal sign of the sheet. */
function withPoint(value: string, field: Field): string {
  return isMoneyField(field) ? value.replace(',', '.') : value;
}
