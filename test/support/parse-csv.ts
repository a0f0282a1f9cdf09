import { parse } from 'csv-parse/sync';

type Record = Readonly<globalThis.Record<string, string>>;

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter of a file of a run: the first sign in its header line that can be one. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n');
  return [...header].find((sign) => DELIMITERS.includes(sign)) ?? ',';
}

/** The records of a file that a run wrote, by column, read by nothing of the program's own; each cell as it is written. */
export function parseCsv(text: string, cast: (cell: string) => string = (cell) => cell): readonly Record[] {
  return parse(text, { columns: true, bom: true, delimiter: delimiterOf(text), cast });
}
