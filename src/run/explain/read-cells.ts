import { basename, join, resolve } from 'node:path';
import { formatCents } from '../../domain/cents.ts';
import type { Explanation } from '../../domain/documents/commands.ts';
import { PricesheetError } from '../../domain/errors.ts';
import { formatShare } from '../../domain/fees.ts';
import { describeValue, FIELDS } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import { openSheetText } from '../../sheet/open-sheet-text.ts';
import { readRecords } from '../../sheet/parse-records.ts';
import { openSource } from '../../sheet/read-source.ts';
import type { PlanFile } from '../folder/plan-file.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';

interface Run {
  readonly plan: PlanFile | undefined;
  /** The folder into which the run may have moved the sheet. */
  readonly doneTo: string | undefined;
}

interface Place {
  readonly cwd: string;
  readonly disk: Disk;
  readonly shell: Shell;
}

/** The cells of each row, unchanged: from the plan, or from the sheet if it is still what the run read. `cells_missing`: why there are none. */
export async function readCells(rows: readonly PlannedEntry[], run: Run, place: Place) {
  const lines = new Set(rows.flatMap(({ cells, line }) => (cells ? [] : [line])));
  const sheet = lines.size > 0 ? await readSheetAgain(lines, run, place) : new Map<number, Cells>();
  const isText = typeof sheet === 'string';
  return (entry: PlannedEntry): CellFacts => {
    const cells = entry.cells ?? (isText ? undefined : sheet.get(entry.line));
    const missing = isText ? sheet : 'the sheet has no row there';
    return {
      cells_from: entry.cells ? 'plan' : cells ? 'sheet' : 'nowhere',
      cells: cells ? cells.map((text, at) => explainCell(text, at, { entry, plan: run.plan })) : null,
      cells_missing: cells ? null : missing,
    };
  };
}

type CellFacts = Pick<Explanation['rows'][number], 'cells' | 'cells_from' | 'cells_missing'>;
type Cells = readonly string[];

function explainCell(
  text: string,
  at: number,
  { entry, plan }: { readonly entry: PlannedEntry; readonly plan: PlanFile | undefined },
) {
  const { shape, sheet } = plan?.head ?? {};
  const header = shape?.header[at] ?? '';
  // Rows of an undo or an apply have canonical columns.
  const name = sheet?.columns ? nameOf(header, sheet.columns) : header.replace(/_cents$/, '');
  const field = sheet?.columns || OWN_NAMES.includes(name ?? '') ? name : null;
  return { header, field, text, read_as: text.trim() === '' ? null : readAs(field, entry) };
}

const OWN_NAMES: readonly (string | null)[] = [...FIELDS, 'sku', 'listing_id', 'currency'];

function nameOf(header: string, columns: Readonly<Record<string, string>>): string | null {
  return Object.keys(columns).find((field) => columns[field] === header) ?? null;
}

/** The value that was read from a cell, if the plan shows it. */
function readAs(field: string | null, { changes, before, fees }: PlannedEntry): string | null {
  if (field === 'fee') return fees?.perUnit === undefined ? null : formatCents(fees.perUnit);
  if (field === 'fee_percent') return fees?.share === undefined ? null : `${formatShare(fees.share)} %`;
  const known = FIELDS.find((each) => each === field);
  const change = changes.find((each) => each.field === known);
  const value = change ? change.after : known && before?.[known];
  return known === undefined || value === undefined ? null : describeValue(known, value);
}

/** The cells of some lines of the very sheet that the run read, or why there are none. */
async function readSheetAgain(
  lines: ReadonlySet<number>,
  { plan, doneTo }: Run,
  { cwd, disk, shell }: Place,
): Promise<ReadonlyMap<number, Cells> | string> {
  const { command, sheet, shape } = plan?.head ?? {};
  if (!sheet || !shape || (command !== 'sync' && command !== 'diff')) return 'the plan does not hold them';
  if (sheet.path === '-') return 'the plan does not hold them, and standard input is not kept';
  let why = 'is not there any more';
  const moved = doneTo === undefined ? [] : [join(doneTo, basename(sheet.path))];
  try {
    for (const path of [sheet.path, ...moved].map((each) => resolve(cwd, each))) {
      if (!disk.existsSync(path) || !disk.statSync(path).isFile()) continue;
      const source = await openSource(path, { cwd, stdin: NO_INPUT });
      const map = new Map(Object.entries(sheet.columns ?? {})) as ColumnMap;
      why = 'has changed since';
      if (source.sha256 !== sheet.sha256) continue;
      const { dialect, table, text } = await openSheetText(source, {
        shell,
        map,
        delimiter: shape.delimiter,
      });
      why = "can't be read again without the flags of the run";
      if (table.header.join('\0') !== shape.header.join('\0')) continue;
      const found = new Map<number, Cells>();
      for await (const records of readRecords(text(), { dialect, name: source.name, firstLine: 1 }))
        for (const { line, cells } of records) if (lines.has(line)) found.set(line, cells);
      return found;
    }
  } catch (error) {
    if (!(error instanceof PricesheetError)) throw error;
    why = `can't be read again: ${error.message}`;
  }
  return `the plan does not hold them, and "${sheet.path}" ${why}`;
}

const NO_INPUT: AsyncIterable<Uint8Array> = {
  async *[Symbol.asyncIterator]() {},
};
