const FIRST_COLUMN = 'line';

/** What separates the cells of a `results.csv`, from its header line: that of the sheet. */
export function resultsDelimiter(header: string): string {
  const delimiter = header.startsWith(FIRST_COLUMN) ? header[FIRST_COLUMN.length] : undefined;
  return delimiter ?? ',';
}
