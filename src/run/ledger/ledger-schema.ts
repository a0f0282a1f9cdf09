import { z } from 'zod';
import { CHANGE_KINDS } from '../../domain/change-kind.ts';
import { FIELDS, MONEY_FIELDS } from '../../domain/fields.ts';
import { isListingId, type ListingId } from '../../domain/listing.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { STATUSES } from '../../domain/status.ts';
import { approvalSchema } from '../folder/approval-schema.ts';
import { figuresSchema } from '../folder/figures-schema.ts';

const count = z.int().min(0);
const value = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const listingId = z
  .string()
  .refine(isListingId)
  .transform((id) => id as ListingId);

const accountSchema = z.object({ base_url: z.string(), key_fingerprint: z.string() }).nullable();

/** A line of `runs.ndjson`: a run that ended, or was found killed. A newer version may have added keys. */
export const recordSchema: z.ZodType<RunRecord> = z.looseObject({
  kind: z.literal('run'),
  version: z.literal(1),
  id: z.string(),
  command: z.enum(['sync', 'diff', 'undo', 'apply']),
  dry_run: z.boolean(),
  job: z.string().nullable(),
  account: accountSchema,
  by: z.object({ user: z.string().nullable(), host: z.string().nullable(), ci: z.string().nullable() }),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  exit_code: z.int().nullable(),
  verdict: z.enum(['ok', 'attention', 'failed', 'killed']),
  stopped: z.object({ code: z.string(), rules: z.array(z.string()), message: z.string() }).nullable(),
  folder: z.string().nullable(),
  sheet: z
    .object({
      path: z.string(),
      sha256: z.string(),
      rows: count,
      columns: z.record(z.string(), z.string()),
      figures: figuresSchema.nullable(),
    })
    .nullable(),
  counts: z
    .object({
      outcomes: count,
      attention: count,
      by_status: z.partialRecord(z.enum(STATUSES), count),
      by_reason: z.record(z.string(), count),
    })
    .nullable(),
  changes: z.partialRecord(z.enum(FIELDS), z.partialRecord(z.enum(CHANGE_KINDS), count)),
  requests: z.object({ reads: count, writes: count, retries: count, throttled: count }).nullable(),
  settings: z.record(z.string(), z.string().nullable()),
  drift: z.object({ drifted: count, contested: count, recomputed: count }).nullable(),
  news: z.object({ fresh: count, still: count, since: z.iso.datetime().nullable(), well: count }).nullable(),
  undone_runs: z.array(z.iso.datetime()).optional(),
  approval: approvalSchema.nullable(),
  moves: z.partialRecord(z.enum(MONEY_FIELDS), z.number()),
  change_lines: count.optional(),
});

/** Likewise: a run that is to send something has begun. The line of that name that follows says how it ended. */
export const begunSchema = z.looseObject({
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

/** Its values in columns; only as much is checked as reading it takes. */
const valuesSchema = z.custom<ValuesLine>((line) => {
  const { ids, ...columns } = line as Partial<ValuesLine>;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return false;
  return FIELDS.every((field) => columns[field] === undefined || Array.isArray(columns[field]));
});

/** Values of many listings, column by column; `"-"`: nothing was agreed on. */
export interface ValuesLine
  extends Partial<Record<(typeof FIELDS)[number], readonly z.infer<typeof value>[]>> {
  readonly kind: 'values';
  readonly ids: readonly ListingId[];
}

/** The last line of `agreed.ndjson`: without it the file is not whole. */
const endSchema = z.object({ kind: z.literal('end') });

export type AttentionLine = z.infer<typeof attentionSchema>;
export type DriftLine = z.infer<typeof driftSchema>;
export type DoubtLine = z.infer<typeof doubtSchema>;

const STATE_SCHEMAS = {
  attention: attentionSchema,
  drift: driftSchema,
  doubt: doubtSchema,
  values: valuesSchema,
  end: endSchema,
} as const;

export type StateLine = AttentionLine | DriftLine | DoubtLine | ValuesLine | z.infer<typeof endSchema>;

/** `undefined`: no line of that file. */
export function parseStateLine(text: string): StateLine | undefined {
  const json = parseJson(text);
  const kind = (json as { readonly kind?: unknown } | null)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(STATE_SCHEMAS, kind)) return undefined;
  return STATE_SCHEMAS[kind as keyof typeof STATE_SCHEMAS].safeParse(json).data as StateLine | undefined;
}

/** `undefined`: it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
