import { z } from 'zod';
import type { Field } from '../../domain/fields.ts';
import { FIELDS, isMoneyField } from '../../domain/fields.ts';
import { isListingId, type ListingId } from '../../domain/listing.ts';
import { STATUSES } from '../../domain/status.ts';
import type { AgreedLine } from './agreed-values.ts';

const value = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const listingId = z
  .string()
  .refine(isListingId)
  .transform((id) => id as ListingId);

/** Whether a field can have a value: money is in whole cents, and never negative. */
function fits(field: Field, value: unknown): boolean {
  if (value === null) return true;
  if (isMoneyField(field)) return Number.isSafeInteger(value) && Number(value) >= 0;
  return typeof value === (field === 'strategy' ? 'string' : 'boolean');
}

/** A change that was seen to hold. Money in cents. `by`: who made it, if not the run itself. */
const changeSchema = z.looseObject({
  kind: z.literal('change'),
  at: z.iso.datetime().nullable(),
  line: z.int(),
  sku: z.string(),
  listing_id: listingId,
  currency: z.string(),
  field: z.enum(FIELDS),
  was: value,
  is: value,
  by: z.literal('strategy').optional(),
});

const DRIFT_VERDICTS = ['drifted', 'contested', 'recomputed'] as const;

/** A field that somebody else had changed since sheet and service last agreed on it. */
const driftSchema = z.looseObject({
  kind: z.literal('drift'),
  line: z.int(),
  sku: z.string(),
  listing_id: listingId,
  field: z.enum(FIELDS),
  verdict: z.enum(DRIFT_VERDICTS),
  agreed: value,
  live: value,
  sheet: value,
  /** In how many runs in a row it had been changed again, this one included. */
  nights: z.int().min(1),
  /** The run gave it the sheet's value. */
  overwritten: z.boolean(),
});

/** A row that needs attention. */
const attentionSchema = z.looseObject({
  kind: z.literal('attention'),
  line: z.int(),
  sku: z.string(),
  listing_id: listingId.nullable(),
  status: z.enum(STATUSES),
  reason: z.string(),
  since: z.iso.datetime(),
  nights: z.int().min(1),
});

/** Only as much is checked as reading it takes: there may be a million values, and the file has a seal. */
const agreedSchema = z.custom<AgreedLine>((line) => {
  const { ids, ...columns } = line as Partial<AgreedLine>;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return false;
  return FIELDS.every((field) => columns[field] === undefined || isColumn(columns[field]));
});

function isColumn(values: unknown): boolean {
  return Array.isArray(values) && values.every((each) => each === null || typeof each !== 'object');
}

export type ChangeLine = z.infer<typeof changeSchema>;
export type DriftLine = z.infer<typeof driftSchema>;
export type AttentionLine = z.infer<typeof attentionSchema>;

/** A line of a run's file in the history, below the first. */
export type HistoryLine = ChangeLine | DriftLine | AttentionLine | AgreedLine;

const SCHEMAS = {
  change: changeSchema,
  drift: driftSchema,
  attention: attentionSchema,
  agreed: agreedSchema,
} as const;

/**
 * `undefined` for a line of a kind that a newer version may have added. Errors: `SyntaxError` also for a change of a known field to
 * what that can't be.
 */
export function parseHistoryLine(text: string): HistoryLine | undefined {
  const json: unknown = JSON.parse(text);
  const kind = (json as { readonly kind?: unknown } | null)?.kind;
  const schema =
    typeof kind === 'string' && kind in SCHEMAS ? SCHEMAS[kind as keyof typeof SCHEMAS] : undefined;
  const line = schema?.safeParse(json).data as HistoryLine | undefined;
  if (line?.kind === 'change' && !(fits(line.field, line.was) && fits(line.field, line.is)))
    throw new SyntaxError(`A change of ${line.field} has a value that it can't have`);
  return line;
}

/** Names a field of a listing among those of a run. */
export function fieldKey({
  listing_id,
  field,
}: {
  readonly listing_id: string;
  readonly field: Field;
}): string {
  return `${listing_id} ${field}`;
}
