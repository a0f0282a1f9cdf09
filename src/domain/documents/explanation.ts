import { z } from 'zod';
import * as is from './document.ts';
import { lookupSchema } from './summary.ts';

const said = z.object({ status: is.text, reason: is.text, message: is.forPeople });

const row = z.object({
  line: is.positive,
  sku: is.text,
  cells: z
    .array(
      z.object({
        header: is.text,
        field: is.textOrNull.describe('What the column was taken for'),
        text: is.text,
        read_as: is.textOrNull.describe('The value that was read from it, if the plan shows it'),
      }),
    )
    .nullable(),
  cells_from: z.enum(['plan', 'sheet', 'nowhere']),
  cells_missing: is.textOrNull.optional().describe('Why there are no cells, for people'),
  listing: z
    .object({
      id: is.text,
      sku: is.text,
      platform: is.text,
      channel: is.text,
      currency: is.text,
    })
    .nullable(),
  changes: is.list('Values as in results.csv', { field: is.text, before: is.text, after: is.text }),
  sent_along: is.list('Values that were sent along as they are', { field: is.text, value: is.text }),
  fees: is.objectOrNull('What guard rules count beside the cost; null if nobody said any', {
    per_unit: is.textOrNull.describe("For a unit, as a decimal text in the listing's currency"),
    percent: is.textOrNull.describe('Of the price, as a decimal text'),
  }),
  price: is.objectOrNull(
    'What happens to the price, as the plan had it; null if nothing is sent, and if the plan does not say what the listing sold for',
    {
      outcome: z.enum(['fall', 'rise', 'manual', 'within', 'not_repriced', 'unknown']),
      message: is.forPeople,
    },
  ),
  rules: z.array(
    z.object({ rule: is.text, said: z.enum(['passed', 'let_pass', 'against']), detail: is.forPeople }),
  ),
  notices: z.array(is.forPeople),
  planned: said.nullable().describe('What the plan said of the row, if its outcome is another'),
  requests: is.list('As far as the log names them', {
    kind: z.enum(['lookup', 'update', 'read_back']),
    at: is.moment,
    method: z.enum(['GET', 'POST']),
    target: is.text.describe('Path and query'),
    attempt: is.positive,
    http_status: is.countOrNull,
    fault: is.textOrNull.describe('What was wrong with the answer, or that there was none'),
  }),
  outcome: said
    .extend({
      attempts: is.count,
      http_status: is.countOrNull,
      completed_at: is.momentOrNull,
      follow_up: z
        .string()
        .regex(/^(reflected|pending|no_effect: .+)$/)
        .nullable()
        .describe('As in results.csv; null if no manual price was followed up, or it is not known'),
    })
    .nullable(),
  curl: is.object('Commands that make the same requests by hand; they take the key from a variable', {
    lookup: is.text.optional(),
    update: is.text.optional(),
    read_back: is.text.optional(),
  }),
});

export const explanationSchema = is.printed(
  'explain',
  "One SKU's way through a run, as far as the run's files show it",
  {
    exit_code: is.exitCode,
    folder: is.text.describe('As given'),
    sku: is.text.describe('As given'),
    run: z.object({
      command: is.text,
      dry_run: is.yesOrNo,
      created_at: is.momentOrNull.describe('null if the run ended before its plan was made'),
      sheet: z.object({
        path: is.text.describe('As given; for apply and undo the run folder'),
        sha256: is.text,
      }),
      base_url: is.textOrNull,
      lookup: lookupSchema
        .partial({ reads_expected: true })
        .nullable()
        .describe('How the listings were found'),
      exit_code: is.countOrNull.describe('null if the run was cut short before it could say'),
      violations: is.list('Run rules that the plan breaks', { rule: is.text, message: is.forPeople }),
      notes: z.array(is.forPeople).describe('Remarks about the files'),
    }),
    rows: z.array(row).describe('One for each row of the SKU and each listing that it led to'),
  },
);

/** One SKU's way through a run, as far as the run's files say: what `--json` prints. */
export type Explanation = is.Document<typeof explanationSchema>;
