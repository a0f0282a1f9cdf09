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

/** Of a line that is not as any version writes one. The message goes behind "a line of it" and the like. */
export class MisfitLineError extends Error {}

/**
 * `undefined` for a line that a newer version may have written: of a kind, or with a word for a field, a status and the like, that is
 * not known. Errors: `MisfitLineError` for any other line that is not as its kind is, or not JSON.
 */
export function parseHistoryLine(text: string): HistoryLine | undefined {
  const json = parseJson(text);
  const kind = (json as { readonly kind?: unknown } | null)?.kind;
  if (typeof kind !== 'string' || !Object.hasOwn(SCHEMAS, kind)) return undefined;
  const { data, error } = SCHEMAS[kind as keyof typeof SCHEMAS].safeParse(json);
  const line = data as HistoryLine | undefined;
  if (!line) {
    if (error?.issues.every((issue) => isNewWord(issue, json))) return undefined;
    const where = error?.issues[0]?.path.join('.') || 'its values';
    throw new MisfitLineError(`is not as lines of the kind "${kind}" are: ${where}`);
  }
  if (line.kind === 'change' && !(fits(line.field, line.was) && fits(line.field, line.is)))
    throw new MisfitLineError(`has a value that a ${line.field} can't have`);
  return line;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // JSON that is nested too deep is a RangeError.
    if (error instanceof SyntaxError || error instanceof RangeError) throw new MisfitLineError('is not JSON');
    throw error;
  }
}

/** Whether all that is wrong is a word that this version does not know, in a place that has one of several words. */
function isNewWord({ code, path }: z.core.$ZodIssue, json: unknown): boolean {
  const value = path.reduce<unknown>((at, key) => (at as Readonly<Record<PropertyKey, unknown>>)[key], json);
  return code === 'invalid_value' && typeof value === 'string';
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
