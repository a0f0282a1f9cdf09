import { z } from 'zod';
import { FIELDS, MONEY_FIELDS } from '../fields.ts';
import { CHANGE_KINDS } from '../moves.ts';
import { STATUSES } from '../status.ts';
import * as is from './document.ts';

/** Of a row or field that is open. */
export const nights = is.positive.describe('Runs in a row');

const ofField = {
  line: z.int(),
  sku: is.text,
  listing_id: is.listingId,
  field: z.enum(FIELDS),
};

/** A row that needs attention. */
export const attentionSchema = z.object({
  kind: z.literal('attention'),
  line: z.int(),
  sku: is.text,
  listing_id: is.listingId.nullable(),
  status: z.enum(STATUSES),
  reason: is.text,
  since: is.moment,
  nights,
});

/** A field that somebody else had changed since sheet and service last agreed on it. */
export const driftSchema = z.object({
  kind: z.literal('drift'),
  ...ofField,
  verdict: z.enum(['drifted', 'contested', 'recomputed']),
  agreed: is.value,
  live: is.value,
  sheet: is.value,
  since: is.moment,
  nights: nights.describe('Runs in a row in which it had been changed again, this one included'),
  overwritten: is.yesOrNo.describe("The run gave it the sheet's value"),
});

/** A change that a run may have made, and that nobody saw: it was killed, or the answer was lost. */
export const doubtSchema = z.object({
  kind: z.literal('doubt'),
  run: is.text,
  ...ofField,
  currency: is.text,
  was: is.value,
  is: is.value,
  computed: z
    .literal(true)
    .optional()
    .describe('A strategy may have computed any value: is has what was there'),
});

/** A change of a field, as it was seen to hold. */
export const changeSchema = z.object({
  run: is.text.describe('The run that made or noticed it'),
  at: is.momentOrNull.describe('When the change was seen to hold; null if it was found out later'),
  ...ofField,
  currency: is.textOrNull.describe('Of the listing; null for a change that a run only noticed'),
  was: is.value,
  is: is.value,
});

/** How many fields somebody else had changed since they were last as the sheet says. */
export const driftCountsSchema = z.object({
  drifted: is.count.describe(
    'Fields that somebody else changed while the sheet still says what was agreed on',
  ),
  contested: is.count.describe('Fields that the sheet and somebody else changed'),
  recomputed: is.count.describe('Bounds that a strategy computed'),
});

/** Which updates of a plan a person approved, and by which file. */
export const approvalSchema = is.objectOrNull('What apply --only was to send; null if all of the plan was', {
  path: is.text.describe('The review file, as it was given'),
  sha256: is.text.describe('Of its bytes'),
  modified: is.moment.describe('When it was last modified'),
  owner: is.textOrNull.describe(
    'The user whom the file belongs to, as the system names it; null if files have no owner. No more is known of who approved',
  ),
  host: is.textOrNull.describe('The machine on which it was used'),
  approved: is.count.describe('How many updates it approves'),
  rejected: is.count.optional().describe('How many it rejects; missing if it is not known'),
  of: is.count.describe('How many updates of the plan it could approve'),
});

/** What later runs of the job compare their sheet with. */
export const sheetFiguresSchema = z.object({
  size: is.count.describe('In bytes'),
  modified: is.momentOrNull.describe('When the file was last modified; null for standard input'),
  skus: is.count.describe('Distinct SKUs that the rows set something of'),
  sets: is.perKey(FIELDS, is.count).partial().describe('How many rows set each field'),
  medians: is
    .perKey(MONEY_FIELDS, z.number())
    .partial()
    .describe('The median of each field of amounts, in cents, to the nearest tenth of a percent'),
  currencies: is.texts
    .optional()
    .describe('Which currencies the amounts were taken to be in; missing if that is not known'),
});

/** A run that ended, or was found killed. What is added has to be optional: lines of earlier versions lack it. */
export const runRecordSchema = z
  .object({
    kind: z.literal('run'),
    version: z.literal(1),
    id: is.text.describe(
      'Its name in the history, and that of its run folder if that was named automatically',
    ),
    command: z.enum(['sync', 'diff', 'undo', 'apply']),
    dry_run: is.yesOrNo,
    job: is.job,
    account: is.account.nullable(),
    by: z.object({
      user: is.textOrNull,
      host: is.textOrNull,
    }),
    started_at: is.moment,
    finished_at: is.moment,
    exit_code: z.int().nullable().describe('null if it was killed'),
    verdict: z
      .enum(['ok', 'attention', 'failed', 'killed'])
      .describe('How it went. killed: it could not say how it ended'),
    stopped: z
      .object({
        code: is.text.describe('guard, or the code of the error that ended the run'),
        rules: is.texts,
        message: is.text,
      })
      .nullable(),
    folder: is.textOrNull.describe('Its run folder as an absolute path, if it came to have one'),
    sheet: z
      .object({
        path: is.text.describe('As the user gave it'),
        sha256: is.text.describe("Of the sheet's bytes, also if its plan was applied later"),
        rows: is.count,
        columns: z.record(is.text, is.text).describe("The header of each field's column"),
        figures: sheetFiguresSchema.nullable().describe('null if the run read no sheet itself'),
      })
      .nullable(),
    counts: z
      .object({
        outcomes: is.count,
        attention: is.count,
        by_status: is.perKey(STATUSES, is.count).partial(),
        by_reason: z.record(is.text, is.count),
      })
      .nullable(),
    changes: is
      .perKey(FIELDS, is.perKey(CHANGE_KINDS, is.count).partial())
      .partial()
      .describe('How many fields went up, down and so on'),
    requests: z
      .object({ reads: is.count, writes: is.count, retries: is.count, throttled: is.count })
      .nullable(),
    settings: z
      .record(is.text, is.textOrNull)
      .describe('The settings that differ from the defaults, by flag'),
    drift: driftCountsSchema.nullable().describe('How many fields somebody else had changed'),
    news: is.objectOrNull(
      'How the rows that need attention differ from those of the run before; null if it is not known',
      {
        fresh: is.count.describe('Rows that need attention and did not in the run before'),
        still: is.count.describe('Rows that did, too'),
        since: is.momentOrNull.describe('Since when the first of these does'),
        well: is.count.describe('Rows that need it no longer'),
      },
    ),
    undone_runs: z
      .array(is.moment)
      .optional()
      .describe('When the runs began that an undo took back as a whole, or was to; missing if it is no undo'),
    approval: approvalSchema,
    moves: is
      .perKey(MONEY_FIELDS, z.number())
      .partial()
      .describe(
        'By how much half of the amounts of a field moved since sheet and service last agreed: 1.05 for 5 % up',
      ),
    change_lines: is.count
      .optional()
      .describe('How many lines it has in changes.ndjson; missing if it is not known'),
  })
  .meta({ id: 'run', description: 'A run, as its line in runs.ndjson' });

/** What the history keeps of a run, in the words of its files. */
export type RunRecord = is.Document<typeof runRecordSchema>;
export type SheetFigures = is.Document<typeof sheetFiguresSchema>;
export type DriftCounts = is.Document<typeof driftCountsSchema>;
export type Approval = NonNullable<RunRecord['approval']>;
export type RunBy = RunRecord['by'];
export type Verdict = RunRecord['verdict'];
