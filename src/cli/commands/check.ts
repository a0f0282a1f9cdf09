import { renderCheckScreen } from '../../report/render-check-screen.ts';
import { type CheckReport, check } from '../../run/check.ts';
import type { Context } from '../context.ts';
import { readSettings } from '../read-settings.ts';
import { READING_SETTINGS } from '../settings.ts';
import { toSheetOptions } from './sheet-options.ts';

export async function runCheck(path: string, context: Context): Promise<number> {
  const { sources, stdio, json, quiet, print, paint } = context;
  const { values } = readSettings(READING_SETTINGS, sources);
  const report = await check(path, toSheetOptions(values), stdio);
  if (json) print(`${JSON.stringify(toJson(report), null, 2)}\n`);
  else if (!quiet || report.exitCode !== 0) print(renderCheckScreen(toFacts(report), paint));
  return report.exitCode;
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

function toFacts({ sheet, reading, rows, notices }: CheckReport) {
  const { delimiter, headerLine, columns, decimalSigns, ignoredColumns } = reading;
  const decimals = [...decimalSigns].map(([field, sign]) => `${field} "${sign}"`).join(', ');
  return {
    path: sheet.path,
    rows,
    facts: [
      ['Encoding', 'UTF-8'],
      ['Delimiter', DELIMITER_NAMES[delimiter] ?? `"${delimiter}"`],
      ['Header', `line ${headerLine}`],
      ...(decimals === '' ? [] : [['Decimals', decimals] as const]),
    ] as const,
    columns: [
      ...[...columns].map(([meaning, { header, inCents }]) => ({
        header,
        meaning: inCents ? `${meaning}, in cents` : meaning,
      })),
      ...ignoredColumns.map((header) => ({ header, meaning: 'ignored' })),
    ],
    notices,
  };
}

function toJson({ sheet, reading, rows, notices, exitCode }: CheckReport): object {
  return {
    version: 1,
    exit_code: exitCode,
    sheet,
    reading: {
      encoding: 'utf-8',
      delimiter: reading.delimiter,
      header_line: reading.headerLine,
      columns: Object.fromEntries([...reading.columns].map(([name, { header }]) => [name, header])),
      ignored_columns: reading.ignoredColumns,
      decimal_signs: Object.fromEntries(reading.decimalSigns),
    },
    counts: countKinds(rows.map(({ kind }) => kind)),
    invalid: rows.flatMap((row) =>
      row.kind === 'invalid'
        ? [{ line: row.line, sku: row.target?.sku ?? null, problems: row.problems }]
        : [],
    ),
    ignored: rows.flatMap((row) => (row.kind === 'ignored' ? [{ line: row.line, reason: row.reason }] : [])),
    notices,
  };
}

function countKinds(kinds: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { row: 0, invalid: 0, duplicate: 0, ignored: 0 };
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
