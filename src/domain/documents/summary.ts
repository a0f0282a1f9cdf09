import { z } from 'zod';
import { FIELDS, MONEY_FIELDS } from '../fields.ts';
import type { UnknownPrice } from '../judge-price.ts';
import type { Obstacle } from '../listing.ts';
import { BUCKET_COUNT, CHANGE_KINDS } from '../moves.ts';
import * as is from './document.ts';
import { approvalSchema, driftCountsSchema } from './ledger.ts';

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
    .describe('The first day on which other rows or notes of the sheet count; missing if none does'),
  date_order: z.enum(['dmy', 'mdy', 'ymd']).optional().describe('Of its dates; missing if none needs one'),
});

export type ReadingJson = is.Document<typeof readingSchema>;

/** The sheet of a run. */
const sheetSchema = z.object({
  path: is.text.describe('As given; for apply and undo the run folder'),
  sha256: is.text.describe('Of the bytes that were read, as hex'),
  rows: is.count.describe('Rows below the header, ignored ones included'),
});

const line = is.positive.describe('Physical line on which the row starts');

export const checkSummarySchema = is.printed('check', 'How a sheet is read, and what is wrong with it', {
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

const seconds = z.number().min(0);

export const fieldChangesSchema = z
  .object({
    changes: is.count,
    kinds: is
      .perKey(CHANGE_KINDS, is.count)
      .partial()
      .describe(
        'How many amounts went up or down, and how many values were set (from nothing or 0), cleared, replaced, or switched on or off; a kind of change that did not occur is left out',
      ),
    buckets: z
      .array(is.count)
      .length(BUCKET_COUNT)
      .describe(
        'How many amounts moved how far, from the largest fall to the largest rise; the edges are in bucket_edges_percent. A move that is exactly at an edge is in the bucket further from 0. All 0 for fields that are not amounts',
      ),
  })
  .meta({ id: 'field_changes' });

const place = { line: is.positive.describe('Of the sheet'), sku: is.text, listing_id: is.text };

const move = z
  .object({
    ...place,
    field: z.enum(MONEY_FIELDS),
    before_cents: is.count,
    after_cents: is.count,
    percent: z.number().describe('To a tenth; negative if the amount falls'),
  })
  .meta({ id: 'move' });

const changesSchema = is.object('What was changed; if nothing was sent, what would have been', {
  total: is.count.describe('Fields of listings'),
  bucket_edges_percent: z.array(z.number()).describe('Where one bucket ends and the next begins'),
  by_field: is.perKey(FIELDS, fieldChangesSchema).partial().describe('Only fields that change'),
  biggest: is.object(
    'The amounts that move furthest, by percent, furthest first; of each listing one at most',
    { down: z.array(move).max(5), up: z.array(move).max(5) },
  ),
});

const ofPrice = seconds.nullable().describe('Of the price, to a tenth; null if every price is 0');

const priceForces = z
  .object({
    count: is.count,
    by_currency: z
      .record(
        is.text,
        z.object({
          count: is.positive,
          median_cents: is.count.describe('Of two in the middle the larger'),
          largest_cents: is.count,
          median_percent: ofPrice,
          largest_percent: ofPrice,
          largest: z.object(place).describe('The row that has to move furthest in money'),
        }),
      )
      .describe('How far they have to move at least, by currency'),
  })
  .meta({ id: 'price_forces' });

const obstacles = {
  repricing_off: is.count.describe('Repricing is off'),
  no_minimum: is.count.describe('No minimum price is set'),
  no_shipping: is.count.describe('The current shipping is not known'),
} satisfies Record<Obstacle, typeof is.count>;

const unknownPrices = {
  no_price: is.count.describe('The service gives no current price'),
  computed: is.count.describe('A strategy may compute the bound that would decide'),
  inverted: is.count.describe('The minimum is above the price and the maximum below it'),
  new_platform: is.count.describe('It is not documented whether bounds include shipping there'),
} satisfies Record<UnknownPrice, typeof is.count>;

const priceSum = z
  .object({
    fall: priceForces.describe("The maximum is below today's price"),
    rise: priceForces.describe("The minimum is above today's price"),
    manual: is.object("A manual price is in force, and the bounds don't move the price", {
      count: is.count,
      up: is.count.describe("It is above today's price"),
      down: is.count.describe('It is below'),
      same: is.count.describe('The price has it'),
      unknown: is.count.describe("Today's price is not known"),
    }),
    within: is.count.describe('The bounds leave the price where it is'),
    not_repriced: is.object(
      'The listing is not repriced, so its price stays; a listing may have several obstacles',
      { count: is.count, ...obstacles },
    ),
    unknown: is.object('What happens to the price is unknown', { count: is.count, ...unknownPrices }),
  })
  .meta({ id: 'price_sum' });

const pricesSchema = is.object(
  "What happens to the prices of the listings, as far as that follows from their bounds: today's price is compared with what the listing holds after the update, on Amazon with shipping",
  {
    going: priceSum.describe('Of updates that were made, would be, or were not sent because the run stopped'),
    held: priceSum.describe('Of updates that wait for a person'),
  },
);

/** How the listings of a run were found. */
export const lookupSchema = z.object({
  by: z.enum(['sku', 'scan']),
  why: is.forPeople,
  reads_expected: is.countOrNull,
  parts: is.positive.optional().describe('Parts of the account that were paged at once'),
  probes: is.count.optional().describe('SKUs that were looked up to find where the parts begin'),
});

const phase = z.object({
  phase: z.enum(['read', 'find', 'plan', 'ask', 'send', 'follow', 'write']),
  seconds,
  requests: is.count,
  seconds_at_the_rate: seconds.describe(
    'Seconds in which requests were ready to go, and only the rate held them up',
  ),
});

export const summarySchema = z
  .object({
    version: z.literal(1),
    pricesheet: is.text.describe('The version of the program'),
    command: z.enum(['sync', 'diff', 'apply', 'undo']),
    dry_run: is.yesOrNo.describe('Nothing was to be sent'),
    declined: is.yesOrNo.describe('Somebody was asked whether to send, and said no; never for a program'),
    exit_code: is.count.describe('What the program ended with, but for 10 of --exit-code'),
    headline: is.text.describe('The outcome of the updates, for people: 12 listings would change'),
    summary: is.texts.max(5).describe('What the run did and what it found, in a few sentences for people'),
    sheet: sheetSchema.extend({
      job: is.job,
      reading: readingSchema.nullable().describe('How the sheet was read; null if none was, as by undo'),
    }),
    account: is.account,
    strategies: z
      .record(is.text, is.text)
      .describe('Names of repricing strategies by id, if the rows name strategies'),
    settings: z
      .record(is.text, is.setting)
      .describe('Every setting by its flag, and where its value comes from; none of them secret'),
    counts: z.object({
      outcomes: is.count.describe('Lines of results.csv: a row with several listings counts once for each'),
      attention: is.count.describe('Outcomes that need attention'),
      by_status: is.byStatus,
      by_reason: z.record(is.text, is.count).describe('Only reasons that occur'),
    }),
    changes: changesSchema,
    price_outcome: pricesSchema,
    follow_up: is.objectOrNull(
      'Manual prices that were sent, by what the listings showed afterwards; null if none was sent or none followed up',
      {
        reflected: is.count.describe('The current price was seen to show the manual price'),
        pending: is.count.describe('It was not, by the time the run ended'),
        no_effect: is.count.describe(
          "It can't be: the listing is not repriceable, or its manual price is another by now",
        ),
      },
    ),
    approval: approvalSchema,
    drift: driftCountsSchema
      .nullable()
      .describe(
        'Fields that somebody else changed since sheet and service last agreed on them; null for apply and undo, and if the plan could not be made',
      ),
    attention_news: is.objectOrNull(
      'How counts.attention differs from the last run of the job; null if no earlier run is known',
      {
        new: is.count.describe('Outcomes that need attention and did not last time'),
        still: is.count.describe('Outcomes that need attention as they did last time'),
        since: is.momentOrNull.describe(
          'When the run began in which the first of those needed it first; null if there are none',
        ),
        well: is.count.describe('Outcomes that needed attention last time and no longer do'),
        new_rows: z
          .array(z.object({ line: z.int().describe('Of the sheet'), sku: is.text }))
          .max(20)
          .describe('The first of the new ones'),
      },
    ),
    notices: is.texts.describe('Sentences for people, about what stopped nothing'),
    stopped: is.objectOrNull('What kept the plan from being sent, or ended the run before its time', {
      ...is.stop,
      apply: is.textOrNull.describe('The run folder, if apply can send what is left of the plan'),
    }),
    lookup: lookupSchema.nullable().describe('How the listings were found; null if it did not come to that'),
    rereads_expected: is.countOrNull.describe(
      'Reads that look at listings again before they are updated (the setting "reread"); null if that could not be known',
    ),
    requests: z.object({
      reads: is.count,
      writes: is.count,
      retries: is.count.describe('Attempts after the first'),
      throttled: is.count.describe('Answers with status 429'),
    }),
    rate: is.object('Requests per second', {
      setting: z.union([z.number(), z.literal('auto')]),
      learned_per_second: z.number().nullable(),
      refused: is.count,
      held_by_concurrency: is.yesOrNo,
    }),
    times: z.object({
      started_at: is.moment,
      finished_at: is.moment,
      seconds: seconds.describe(
        'From started_at to finished_at, the reading of the sheet or run folder included, and the time at a question; waiting for another run on the account comes before',
      ),
      phases: z
        .array(phase)
        .describe(
          'What the time went to, in the order of the run. read: reading the sheet; find: finding the listings; plan; ask: a person reads the plan and answers; send: sending the updates; write: writing the files',
        ),
    }),
    folder: is.text.describe('Absolute path of the run folder'),
    files: z
      .partialRecord(
        z.enum(['results', 'retry', 'undo', 'report', 'review', 'summary', 'plan', 'outcomes', 'log']),
        is.text,
      )
      .describe('The files that were written into the run folder, by what they are'),
  })
  .meta({
    title: 'summary.json of pricesheet, version 1',
    description: `What a run leaves in summary.json, and what sync, diff, apply and undo print with --json. ${is.STABLE}`,
  });

/** `summary.json`, version 1. */
export type Summary = is.Document<typeof summarySchema>;

export type Lookup = is.Document<typeof lookupSchema>;
export type ChangesSummary = Summary['changes'];
export type FieldChanges = is.Document<typeof fieldChangesSchema>;
export type BigMove = is.Document<typeof move>;
export type PricesSummary = Summary['price_outcome'];
export type PriceSumSummary = PricesSummary['going'];
export type PriceForcesByCurrency = is.Document<typeof priceForces>;
export type PriceForces = PriceForcesByCurrency['by_currency'][string];
export type RateSummary = Summary['rate'];
export type PhaseSummary = is.Document<typeof phase>;
