import { z } from 'zod';
import { FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import { isListingId, type ListingId } from '../../domain/listing.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { STATUSES } from '../../domain/status.ts';
import { figuresSchema } from '../folder/values-json.ts';

const count = z.int().min(0);
const value = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const listingId = z.custom<ListingId>((id) => typeof id === 'string' && isListingId(id));
const accountSchema = z.object({ base_url: z.string(), key_fingerprint: z.string() }).nullable();
const part = z.looseObject({});

/**
 * A run that ended, or was found killed. As much is checked as reading it takes: what is only shown is what the run wrote. A newer version
 * may have added keys.
 */
const recordSchema = z.looseObject({
  kind: z.literal('run'),
  version: z.literal(1),
  id: z.string(),
  command: z.enum(['sync', 'diff', 'undo', 'apply']),
  dry_run: z.boolean(),
  job: z.string().nullable(),
  account: accountSchema,
  by: part,
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  exit_code: z.int().nullable(),
  verdict: z.enum(['ok', 'attention', 'failed', 'killed']),
  stopped: z.looseObject({ code: z.string(), rules: z.array(z.string()), message: z.string() }).nullable(),
  folder: z.string().nullable(),
  sheet: z
    .looseObject({ path: z.string(), sha256: z.string(), columns: part, figures: figuresSchema.nullable() })
    .nullable(),
  counts: z.looseObject({ by_status: z.record(z.string(), count), by_reason: part }).nullable(),
  changes: z.record(z.string(), z.record(z.string(), count)),
  requests: part.nullable(),
  settings: part,
  drift: part.nullable(),
  news: part.nullable(),
  undone_runs: z.array(z.iso.datetime()).optional(),
  approval: part.nullable(),
  moves: part,
  change_lines: count.optional(),
});

/** Likewise: a run that is to send something has begun. The line of that name that follows says how it ended. */
const begunSchema = z.looseObject({
  kind: z.literal('begun'),
  version: z.literal(1),
  id: z.string(),
  command: z.enum(['sync', 'undo', 'apply']),
  job: z.string().nullable(),
  account: accountSchema,
  folder: z.string(),
  started_at: z.iso.datetime(),
});

export type BegunRun = z.infer<typeof begunSchema>;

/** A line of `runs.ndjson`. */
export const runSchema = z.discriminatedUnion('kind', [recordSchema, begunSchema]) as unknown as z.ZodType<
  RunRecord | BegunRun
>;

const ofField = {
  line: z.int(),
  sku: z.string(),
  listing_id: listingId,
  field: z.enum(FIELDS),
};

/** A line of `changes.ndjson`. Money in cents. */
export const changeSchema = z.looseObject({
  run: z.string(),
  at: z.iso.datetime().nullable(),
  ...ofField,
  currency: z.string().nullable(),
  was: value,
  is: value,
  /** Missing: the run itself. */
  by: z.enum(['strategy', 'others']).optional(),
});

export type ChangeLine = z.infer<typeof changeSchema>;

/** The first line of `agreed.ndjson`. */
export const headSchema = z.looseObject({
  kind: z.literal('agreed'),
  version: z.literal(2),
  /** The last run that it knows of. */
  run: z.string().nullable(),
  /** The run that began it again, if the one before it could not be read: of earlier runs there are no doubts. */
  since: z.string().optional(),
  at: z.iso.datetime(),
});

/** A row that needs attention. */
const attentionSchema = z.object({
  kind: z.literal('attention'),
  line: z.int(),
  sku: z.string(),
  listing_id: listingId.nullable(),
  status: z.enum(STATUSES),
  reason: z.string(),
  since: z.iso.datetime(),
  /** Runs in a row. */
  nights: z.int().min(1),
});

/** A field that somebody else had changed since sheet and service last agreed on it. */
const driftSchema = z.object({
  kind: z.literal('drift'),
  ...ofField,
  verdict: z.enum(['drifted', 'contested', 'recomputed']),
  agreed: value,
  live: value,
  sheet: value,
  since: z.iso.datetime(),
  /** In how many runs in a row it had been changed again, this one included. */
  nights: z.int().min(1),
  /** The run gave it the sheet's value. */
  overwritten: z.boolean(),
});

/** A change that a run may have made, and that nobody saw: it was killed, or the answer was lost. */
const doubtSchema = z.object({
  kind: z.literal('doubt'),
  run: z.string(),
  ...ofField,
  currency: z.string(),
  was: value,
  is: value,
  /** A strategy may have computed any value: `is` is what was there. */
  computed: z.literal(true).optional(),
});

/** A column of values, of which only as much is checked as reading it takes; `"-"`: nothing was agreed on. */
const columnSchema = z.custom<readonly FieldValue[]>(Array.isArray).optional();
const columns = Object.fromEntries(FIELDS.map((field) => [field, columnSchema]));

/** Values of many listings, column by column. */
const valuesSchema = z.object({
  kind: z.literal('values'),
  ids: z.custom<readonly ListingId[]>(
    (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
  ),
  ...(columns as Record<Field, typeof columnSchema>),
});

/** A line of `agreed.ndjson` behind the first. The last one says that the file is whole. */
export const stateSchema = z.discriminatedUnion('kind', [
  attentionSchema,
  driftSchema,
  doubtSchema,
  valuesSchema,
  z.object({ kind: z.literal('end') }),
]);

export type AttentionLine = z.infer<typeof attentionSchema>;
export type DriftLine = z.infer<typeof driftSchema>;
export type DoubtLine = z.infer<typeof doubtSchema>;
export type ValuesLine = z.infer<typeof valuesSchema>;

/** `undefined`: no line of that kind. Shape: JSON. */
export function parseLine<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
