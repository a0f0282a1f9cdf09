import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { type CheckFacts, renderCheckScreen } from '../../report/render-check-screen.ts';
import { type CheckReport, check } from '../../run/check.ts';
import { describeReading } from '../../run/describe-reading.ts';
import { saveMapping } from '../../run/save-mapping.ts';
import type { Context } from '../context.ts';
import { readSettings } from '../read-settings.ts';
import { DEFAULT_CONFIG_FILE } from '../read-sources.ts';
import { MATCH_SETTINGS, READING_SETTINGS } from '../settings.ts';
import { toSheetOptions } from './sheet-options.ts';

export async function runCheck(path: string, context: Context): Promise<number> {
  const { sources, stdio, json, quiet, print, paint } = context;
  const { values } = readSettings({ ...READING_SETTINGS, currency: MATCH_SETTINGS.currency }, sources);
  const report = await check(path, toSheetOptions(values, values.currency), stdio);
  const saved = context.options['saveMapping'] === true ? keepMapping(report, context) : [];
  if (json) print(`${JSON.stringify(toJson(report, saved), null, 2)}\n`);
  else if (!quiet || report.exitCode !== 0) print(renderCheckScreen(toFacts(report, saved), paint));
  return report.exitCode;
}

function keepMapping({ reading }: CheckReport, { options, stdio, job }: Context): readonly string[] {
  if (job === undefined)
    throw new UsageError(['--save-mapping needs to know whose columns these are; pass --job NAME']);
  const file = typeof options['config'] === 'string' ? options['config'] : DEFAULT_CONFIG_FILE;
  saveMapping(resolve(stdio.cwd, file), job, reading);
  return [`The columns are kept in ${file} for the job "${job}"`];
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
const QUOTE_NAMES = { '"': 'double', "'": 'single', none: 'none' } as const;

function toFacts(report: CheckReport, saved: readonly string[]): CheckFacts {
  const { sheet, counts, first, invalid, ignored, notices, reading } = report;
  return {
    path: sheet.path,
    counts,
    facts: describeFacts(report),
    columns: [...reading.columns].map(([meaning, { header, inCents }]) => ({
      header,
      meaning: inCents ? `${meaning}, in cents` : meaning,
    })),
    first,
    invalid,
    ignored,
    notices: [...notices, ...saved],
  };
}

function describeFacts({ reading, packed }: CheckReport): CheckFacts['facts'] {
  const { encoding, dialect, dialectBy, table, decimalSigns } = reading;
  const decimals = [...decimalSigns].map(([field, sign]) => `${field} "${sign}"`).join(', ');
  const delimiter = DELIMITER_NAMES[dialect.delimiter] ?? `"${dialect.delimiter}"`;
  const above = table.above.map(({ line }) => line);
  return [
    ...(packed ? [['Packed', 'gzip'] as const] : []),
    [
      'Encoding',
      `${encoding.encoding.replace(/^utf/, 'UTF')}${encoding.by === 'guessed' ? ', guessed' : ''}`,
    ],
    ['Delimiter', dialectBy === 'sep_line' ? `${delimiter}, as the first line says` : delimiter],
    ['Quotes', QUOTE_NAMES[dialect.quote]],
    ['Header', table.headerless ? 'none; the columns go by their letters' : `line ${table.headerLine}`],
    ...(above.length === 0
      ? []
      : [
          [
            'Above it',
            `${above.length === 1 ? '1 line that is no row' : `${above.length} lines that are no rows`}: ${above.join(', ')}`,
          ] as const,
        ]),
    ...(decimals === '' ? [] : [['Decimals', decimals] as const]),
  ];
}

function toJson(report: CheckReport, saved: readonly string[]): object {
  const { sheet, packed, reading, counts, invalid, ignored, notices, exitCode } = report;
  return {
    version: 1,
    exit_code: exitCode,
    sheet,
    reading: { packed, ...describeReading(reading) },
    counts,
    invalid: invalid.map(({ line, target, problems }) => ({ line, sku: target?.sku ?? null, problems })),
    ignored,
    notices: [...notices, ...saved],
  };
}
