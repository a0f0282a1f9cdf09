import { z } from 'zod';
import { eachField } from '../fields.ts';
import { COMPLETION_SHELLS } from '../quote-word.ts';
import * as is from './document.ts';
import { checkSummarySchema, lookupSchema } from './summary.ts';

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
  cells_from: z.enum(['plan', 'nowhere']),
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
});

export const explanationSchema = is.printed(
  'explain',
  "One SKU's way through a run, as far as the run's files show it",
  {
    folder: is.text.describe('As given'),
    sku: is.text.describe('As given'),
    run: z.object({
      command: is.text,
      dry_run: is.yesOrNo,
      created_at: is.moment,
      sheet: z.object({
        path: is.text.describe('As given; for apply and undo the run folder'),
        sha256: is.text,
      }),
      base_url: is.text,
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

export const completionSchema = is.printed('completion', 'A script that completes commands in a shell', {
  shell: z.enum(COMPLETION_SHELLS),
  script: is.text,
});

const channel = z.object({
  id: is.text,
  type: is.textOrNull,
  platform: is.text,
});

export const listChannelsSchema = is.printed('list channels', "The account's channels", {
  channels: z.array(channel).describe('Newest first'),
});

export const listStrategiesSchema = is.printed('list strategies', "The account's repricing strategies", {
  strategies: z.array(channel.extend({ name: is.text })).describe('Newest first'),
});

export const sandboxSchema = is.printedBefore('sandbox', 'Where the local service is, as soon as it serves', {
  base_url: is.text,
  api_key: is.text.describe('Of the local service alone; no secret'),
  env_file: is.textOrNull.describe('The file that --write-env has written; null without it'),
});

const finding = z.object({
  check: is.text.describe('What was looked at, in a word'),
  status: z
    .enum(['ok', 'warning', 'problem'])
    .describe('A problem keeps runs from working; a warning is worth knowing'),
  message: is.forPeople,
  advice: is.forPeople.nullable().describe('What to do about it, for people'),
});

/** The result of one check of `doctor`. */
export type Finding = is.Document<typeof finding>;

export const doctorSchema = is.printed('doctor', 'What a run needs, and whether it is there', {
  exit_code: is.count.describe('0, or what a run would end with'),
  program: z.object({ version: is.text, node: is.text, platform: is.text }),
  checks: z.array(finding),
  settings: z.record(is.text, is.setting).describe('By flag name; never the key'),
});

/** All that `doctor` found, as `--json` prints it. */
export type Diagnosis = is.Document<typeof doctorSchema>;

export const initSchema = is.printed(
  'init',
  'Which files were written, what doctor and check say, and how to run it every night',
  {
    exit_code: is.count.describe('That of doctor, or else that of check'),
    files: is.list('The file of variables, then the config file', {
      path: is.text.describe('Absolute'),
      written: is.yesOrNo.describe('false: it was there already, and was not changed'),
    }),
    doctor: doctorSchema,
    check: checkSummarySchema,
    next: is.text.describe('The command that shows what would change'),
    schedule: z.object({
      scheduler: z.enum(['cron', 'task']),
      steps: is.list("What to do, in this order; empty if a name can't be written into a schedule", {
        about: is.forPeople,
        text: is.text.describe('To be copied'),
      }),
      notes: z.array(is.forPeople),
    }),
  },
);

const amount = z
  .int()
  .nullable()
  .optional()
  .describe("In the service's own units, hundredths for most currencies");

export const exportSchema = is.printed(
  'export',
  "The account's listings; with --out, which puts them into a file as a sheet, the outcome of that",
  {
    notices: z.array(is.forPeople),
    listings: z
      .array(
        is.object('The fields that --fields names, of all fields that an update can set', {
          listing_id: is.text,
          sku: is.text,
          platform: is.text,
          channel: is.text,
          status: is.text,
          currency: is.text,
          ...eachField({
            money: amount,
            strategy: is.textOrNull.optional().describe("A strategy's id"),
            switch: is.yesOrNo.optional(),
          }),
        }),
      )
      .optional()
      .describe('Without --out'),
    file: is.text.optional().describe('With --out: the sheet that was written'),
    exported: is.count.optional().describe('With --out: listings in it'),
    left_out: z
      .array(z.object({ listing_id: is.text, sku: is.text, why: is.forPeople }))
      .optional()
      .describe("With --out: listings that a sheet can't hold"),
  },
);

/** What `export` found or wrote, as `--json` prints it. */
export type ExportDocument = is.Document<typeof exportSchema>;

export const errorSchema = z
  .object({
    version: z.literal(1),
    exit_code: is.count,
    error: z.object({
      code: is.errorCode,
      messages: z.array(is.forPeople),
      hint: is.forPeople.nullable(),
    }),
  })
  .meta({
    title: 'An error of pricesheet, version 1',
    description: 'What any command prints with --json if it fails before there is anything else to print.',
  });

export type ErrorJson = is.Document<typeof errorSchema>;
