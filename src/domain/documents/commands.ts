import { z } from 'zod';
import { checkSummarySchema } from './check-summary.ts';
import * as is from './document.ts';

export const completionSchema = is.printed('completion', 'A script that completes commands in a shell', {
  shell: z.enum(['bash', 'zsh', 'fish']),
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

export const sandboxSchema = is.printed('sandbox', 'Where the local service is, as soon as it serves', {
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
    exit_code: is.exitCode,
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
          cost: amount,
          minimum_price: amount,
          maximum_price: amount,
          strategy: is.textOrNull.optional().describe("A strategy's id"),
          repricing: is.yesOrNo.optional(),
          manual_price: amount,
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
