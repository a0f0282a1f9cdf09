import type { Fact } from './page-facts.ts';

const LABELS: Readonly<Record<string, string>> = {
  encoding: 'Encoding',
  encoding_by: 'Encoding determined by',
  delimiter: 'Delimiter',
  delimiter_by: 'Delimiter determined by',
  quote: 'Quotes',
  header_line: 'Header on line',
  lines_above: 'Lines above the header',
  ignored_columns: 'Ignored columns',
  decimal_signs: 'Decimal signs',
};

/** How a sheet was read, for people, as `summary.json` has it. Nothing where none was. */
export function describeReadingFacts(reading: object | undefined, sha256: string): readonly Fact[] {
  if (!reading) return [];
  const values = new Map(Object.entries(reading));
  const facts = Object.entries(LABELS).flatMap(([key, label]): readonly Fact[] => {
    const text = toText(values.get(key));
    return text === '' ? [] : [[label, text]];
  });
  return [...facts, ['SHA-256', sha256]];
}

/** Which header became which field. */
export function describeColumns(reading: object | undefined): readonly Fact[] {
  const columns = new Map(Object.entries(reading ?? {})).get('columns');
  return Object.entries(columns ?? {}).map(([field, header]) => [field, String(header)] as const);
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => String(item)).join(', ');
  if (typeof value !== 'object') return value === '\t' ? 'tab' : String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key} "${item}"`)
    .join(', ');
}
