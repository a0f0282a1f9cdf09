import { basename, join, resolve } from 'node:path';
import { formatCents } from '../../domain/cents.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { PricesheetError } from '../../domain/errors.ts';
import { formatShare } from '../../domain/fees.ts';
import { FIELDS } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { ExplainedCells } from '../../report/screen/explanation.ts';
import { openSheetText } from '../../sheet/open-sheet-text.ts';
import { readRecords } from '../../sheet/parse-records.ts';
import { openSource, type Source } from '../../sheet/read-source.ts';
import type { PlanHead, PlannedEntry } from '../folder/plan-schema.ts';
import type { LoggedReading } from '../folder/read-logged-requests.ts';

/** The cells of a row, unchanged. */
export type CellsOf = (
  entry: Pick<PlannedEntry, 'line'> & Partial<Pick<PlannedEntry, 'cells' | 'changes' | 'before' | 'fees'>>,
) => ExplainedCells;

interface Wanted {
  readonly head: PlanHead | undefined;
  readonly reading: LoggedReading | undefined;
  readonly lines: ReadonlySet<number>;
  /** The folder into which the run may have moved the sheet. */
  readonly doneTo?: string | undefined;
}

interface Place {
  readonly cwd: string;
  readonly disk: Disk;
  readonly shell: Shell;
}

/** Finds the cells of rows: in the plan, or in the sheet if it is still what the run read. */
export async function openCells(wanted: Wanted, place: Place): Promise<CellsOf> {
  const { head } = wanted;
  const sheet = await readSheetAgain(wanted, place);
  const fields = new Map(Object.entries(head?.sheet.columns ?? {}).map(([field, text]) => [text, field]));
  return ({ line, cells: planned, changes = [], before, fees }) => {
    const cells = planned ?? (typeof sheet === 'string' ? undefined : sheet.cells.get(line));
    if (!cells) {
      const why = typeof sheet === 'string' ? sheet : NOT_ON_LINE;
      return { cells_from: 'nowhere', cells: null, cells_missing: why };
    }
    const header =
      (planned ? head?.shape.header : undefined) ?? (typeof sheet === 'string' ? [] : sheet.header);
    const readAs = (field: string | null): string | null => {
      if (field === 'fee') return fees?.perUnit === undefined ? null : formatCents(fees.perUnit);
      if (field === 'fee_percent') return fees?.share === undefined ? null : `${formatShare(fees.share)} %`;
      const known = FIELDS.find((each) => each === field);
      const change = changes.find((each) => each.field === known);
      const value = change ? change.after : known && before?.[known];
      return known === undefined || value === undefined ? null : describeValue(known, value);
    };
    return {
      cells_from: planned ? 'plan' : 'sheet',
      cells: cells.map((text, at) => {
        const name = header[at] ?? '';
        const field = fields.get(name) ?? (head?.sheet.columns ? null : fieldOfOwn(name));
        return { header: name, field, text, read_as: text.trim() === '' ? null : readAs(field) };
      }),
    };
  };
}

/** Rows of an undo or an apply have canonical columns. */
function fieldOfOwn(header: string): string | null {
  const name = header.replace(/_cents$/, '');
  return [...FIELDS, 'sku', 'listing_id', 'currency'].find((field) => field === name) ?? null;
}

const NOT_ON_LINE = 'the sheet has no row there';

interface SheetCells {
  readonly header: readonly string[];
  readonly cells: ReadonlyMap<number, readonly string[]>;
}

/** The cells of some lines, or why they are unavailable. */
async function readSheetAgain(
  { head, reading, lines, doneTo }: Wanted,
  { cwd, disk, shell }: Place,
): Promise<SheetCells | string> {
  if (!head || (head.command !== 'sync' && head.command !== 'diff')) return 'the plan does not hold them';
  const { path, columns } = head.sheet;
  if (path === '-') return 'the plan does not hold them, and standard input is not kept';
  try {
    const source = await findSource(head.sheet, doneTo, { cwd, disk });
    if (typeof source === 'string') return `the plan does not hold them, and "${path}" ${source}`;
    const { dialect, table, text } = await openSheetText(source, {
      shell,
      map: new Map(Object.entries(columns ?? {})) as Parameters<typeof openSheetText>[1]['map'],
      ...(reading && {
        encoding: reading.encoding,
        delimiter: reading.delimiter,
        quote: reading.quote,
        headerRow: reading.header_line,
      }),
    });
    const cells = new Map<number, readonly string[]>();
    for await (const records of readRecords(text(), { dialect, name: source.name, firstLine: 1 }))
      for (const record of records) if (lines.has(record.line)) cells.set(record.line, record.cells);
    return { header: table.header, cells };
  } catch (error) {
    if (error instanceof PricesheetError)
      return `the plan does not hold them, and the sheet can't be read again: ${error.message}`;
    throw error;
  }
}

/** The very sheet that the run read, or why there is none. */
async function findSource(
  { path, sha256 }: PlanHead['sheet'],
  doneTo: string | undefined,
  { cwd, disk }: Omit<Place, 'shell'>,
): Promise<Source | string> {
  let why = 'is not there any more';
  for (const each of [path, ...(doneTo === undefined ? [] : [join(doneTo, basename(path))])]) {
    const absolute = resolve(cwd, each);
    if (!disk.existsSync(absolute) || !disk.statSync(absolute).isFile()) continue;
    const source = await openSource(absolute, { cwd, stdin: NO_INPUT });
    if (source.sha256 === sha256) return source;
    why = 'has changed since';
  }
  return why;
}

const NO_INPUT: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
};
