import { z } from 'zod';
import { withoutByteOrderMark } from '../../domain/csv-cells.ts';
import type { Disk } from '../../domain/ports.ts';
import { readRecords } from '../../sheet/parse-records.ts';
import { readLines } from '../disk/read-lines.ts';

const cell = z.string().default('');
const filled = cell.transform((text) => text || null);

const placeSchema = z.object({
  line: z.coerce.number(),
  sku: cell,
  listing_id: filled,
  platform: filled,
  channel: filled,
  currency: filled,
});

const outcomeSchema = z.object({
  status: cell,
  reason: cell,
  message: cell,
  attempts: z.coerce.number(),
  http_status: filled.transform((text) => (text === null ? null : Number(text))),
  completed_at: filled,
  /** Null where no manual price was followed up, or it is not known. */
  follow_up: filled,
});

export type ResultOutcome = z.infer<typeof outcomeSchema>;

/** A record of `results.csv`, as far as it is read back. */
export type Result = z.infer<typeof placeSchema> & { readonly outcome: ResultOutcome };

/** Reads the wanted records of a run's `results.csv`; none if there is no such file. Errors: `DiskError`, `SheetError`. */
export async function readResults(
  path: string,
  disk: Disk,
  isWanted: (result: Result) => boolean,
): Promise<readonly Result[]> {
  if (!disk.existsSync(path)) return [];
  const [first = ''] = readLines(path, disk);
  const header = withoutByteOrderMark(first);
  // The file has the delimiter of the sheet.
  const delimiter = /^line(.+?)sku/.exec(header)?.[1] ?? ',';
  const names = header.split(delimiter);
  const wanted: Result[] = [];
  const dialect = { delimiter, quote: '"', padded: false } as const;
  for await (const records of readRecords(piecesOf(path, disk), { dialect, name: path, firstLine: 1 }))
    for (const { cells } of records) {
      const record = Object.fromEntries(names.map((name, at) => [name, cells[at]]));
      const place = placeSchema.safeParse(record);
      // The header is no result.
      if (!place.success) continue;
      const result = { ...place.data, outcome: outcomeSchema.parse(record) };
      if (isWanted(result)) wanted.push(result);
    }
  return wanted;
}

const PIECE_LINES = 1000;

/** A result may have line breaks in its cells: lines are no records. */
async function* piecesOf(path: string, disk: Disk): AsyncGenerator<string> {
  let lines: string[] = [];
  for (const line of readLines(path, disk)) {
    lines.push(`${line}\n`);
    if (lines.length < PIECE_LINES) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
