/** A row's cells by the name of their column; what is not given stays empty. */
export type CellsByColumn = Readonly<Record<string, string>>;

export interface ExportFormat {
  /** A comma where nothing is said. */
  readonly delimiter?: string;
  /** A line feed where nothing is said. */
  readonly end?: string;
  /** Every cell, or only those that need it. */
  readonly quotes?: 'all' | 'needed' | 'none';
  /** Lines that stand above the header. */
  readonly above?: readonly string[];
  /** Lines between the header and the rows. */
  readonly below?: readonly string[];
}

/**
 * An export of many columns, from the few cells that matter. So the columns stand as the program writes them, and a test is
 * not lost in delimiters.
 *
 * Errors: `Error` where a cell's column is not in the header.
 */
export function writeExport(
  header: readonly string[],
  rows: readonly CellsByColumn[],
  { delimiter = ',', end = '\n', quotes = 'needed', above = [], below = [] }: ExportFormat = {},
): string {
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => writeCell(cell, { delimiter, quotes })).join(delimiter);
  const records = rows.map((row) => line(cellsOf(header, row)));
  return [...above, line(header), ...below, ...records].map((text) => `${text}${end}`).join('');
}

function cellsOf(header: readonly string[], row: CellsByColumn): readonly string[] {
  const unknown = Object.keys(row).find((name) => !header.includes(name));
  if (unknown !== undefined) throw new Error(`The export has no column "${unknown}"`);
  return header.map((name, index) => (header.indexOf(name) === index ? (row[name] ?? '') : ''));
}

function writeCell(
  cell: string,
  { delimiter, quotes }: { readonly delimiter: string; readonly quotes: 'all' | 'needed' | 'none' },
): string {
  const needed = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return quotes === 'all' || (quotes === 'needed' && needed) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Western European text as Windows writes it, for characters that windows-1252 and ISO 8859-1 have in common. */
export function inLatin1(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
