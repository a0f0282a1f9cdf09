import { z } from 'zod';
import * as is from './document.ts';

/** How a sheet was read. */
export const readingSchema = z.object({
  encoding: is.text,
  encoding_by: is.text.describe('flag, bom, nul_pattern, strict or guessed'),
  delimiter: is.text,
  quote: is.text.describe('", \' or none'),
  delimiter_by: is.text.describe('flag, sep_line or found'),
  header_line: is.count.describe('Physical line, from 1'),
  lines_above: z.array(is.count),
  columns: z.record(is.text, is.text).describe('Header texts by field'),
  ignored_columns: is.texts.describe('Headers of columns that are not used'),
  decimal_signs: z.record(is.text, z.enum(['.', ','])).describe('By field'),
  as_of: z.iso
    .date()
    .optional()
    .describe('The day for which valid_from and valid_to were read; missing if the sheet has neither'),
  changes_on: z.iso
    .date()
    .optional()
    .describe('The first day on which other rows of the sheet count; missing if none does'),
  date_order: z.enum(['dmy', 'mdy', 'ymd']).optional().describe('Of its dates; missing if none needs one'),
});

export type ReadingJson = is.Document<typeof readingSchema>;

/** The sheet of a run. */
export const sheetSchema = z.object({
  path: is.text.describe('As given; for apply and undo the run folder'),
  sha256: is.text.describe('Of the bytes that were read, as hex'),
  rows: is.count.describe('Rows below the header, ignored ones included'),
});

const line = is.positive.describe('Physical line on which the row starts');

export const checkSummarySchema = is.printed('check', 'How a sheet is read, and what is wrong with it', {
  exit_code: is.exitCode,
  job: is.job,
  sheet: sheetSchema,
  reading: readingSchema
    .extend({ packed: is.yesOrNo.describe('The file was packed by gzip') })
    .describe('How the sheet was read'),
  unsettled: is.list(
    'Columns, and lines beside the table, of which somebody has to settle what they say about the amounts before a run that nobody watches uses the sheet',
    {
      header: is.text.describe('The header of the column, or the text of the line'),
      why: is.text.describe('A clause with that as its subject'),
    },
  ),
  counts: is.object('Rows by kind', {
    row: is.count.describe('Rows that can be used'),
    invalid: is.count,
    duplicate: is.count,
    ignored: is.count,
  }),
  invalid: is.list("Rows that can't be used as they are written, the first 10,000", {
    line,
    sku: is.textOrNull,
    problems: z.array(z.object({ reason: is.text.describe('As in results.csv'), message: is.forPeople })),
  }),
  ignored: is.list('Lines that are not rows: totals, repeated headers, footers; the first 10,000', {
    line,
    reason: is.text,
    message: is.forPeople,
  }),
  notices: z.array(is.forPeople),
});

/** What `check` finds, version 1, as `--json` prints it. */
export type CheckSummary = is.Document<typeof checkSummarySchema>;
