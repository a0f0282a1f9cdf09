import { z } from 'zod';
import { account, job, moment, text } from '../../domain/documents/document.ts';
import * as lines from '../../domain/documents/ledger.ts';
import { type RunRecord, runRecordSchema } from '../../domain/documents/ledger.ts';
import { FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';

/** A run that is to send something has begun. The line of that name that follows says how it ended. A newer version may have added keys. */
const begunSchema = z.looseObject({
  kind: z.literal('begun'),
  version: z.literal(1),
  id: text,
  command: z.enum(['sync', 'undo', 'apply']),
  job,
  account: account.nullable(),
  folder: text,
  started_at: moment,
});

export type BegunRun = z.infer<typeof begunSchema>;

/** A line of `runs.ndjson`. */
export const runSchema = z.discriminatedUnion('kind', [
  z.looseObject(runRecordSchema.shape),
  begunSchema,
]) as z.ZodType<RunRecord | BegunRun>;

/** A line of `changes.ndjson`. */
export const changeSchema = z.looseObject({
  ...lines.changeSchema.shape,
  /** Missing: the run itself. */
  by: z.enum(['strategy', 'others']).optional(),
});

export type ChangeLine = z.infer<typeof changeSchema>;

/** The first line of `agreed.ndjson`. */
export const headSchema = z.looseObject({
  kind: z.literal('agreed'),
  version: z.literal(2),
  /** The last run that it knows of. */
  run: text.nullable(),
  /** The run that began it again, if the one before it could not be read: of earlier runs there are no doubts. */
  since: text.optional(),
  at: moment,
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
  lines.attentionSchema,
  lines.driftSchema,
  lines.doubtSchema,
  valuesSchema,
  z.object({ kind: z.literal('end') }),
]);

export type AttentionLine = z.infer<typeof lines.attentionSchema>;
export type DriftLine = z.infer<typeof lines.driftSchema>;
export type DoubtLine = z.infer<typeof lines.doubtSchema>;
export type ValuesLine = z.infer<typeof valuesSchema>;

/** `undefined`: no line of that kind. Shape: JSON. */
export function parseLine<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
