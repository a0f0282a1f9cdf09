import { z } from 'zod';
import { toCents } from '../../domain/cents.ts';
import { type Fees, WHOLE_SHARE } from '../../domain/fees.ts';
import { FIELDS, type FieldValue } from '../../domain/fields.ts';
import { readReason, readReasons } from '../../domain/reasons.ts';
import type { Change } from '../../domain/stages.ts';

/** Changes as files hold them: `{"cost":[1000,1299]}`, before and after, money in cents. */
export type ChangesJson = Readonly<Record<string, readonly [FieldValue, FieldValue]>>;

export function toChangesJson(changes: readonly Change[]): ChangesJson {
  const json: Record<string, readonly [FieldValue, FieldValue]> = {};
  for (const { field, before, after } of changes) json[field] = [before, after];
  return json;
}

/** Converts back what `toChangesJson` is known to have written. */
export function fromChangesJson(changes: ChangesJson): readonly Change[] {
  const found: Change[] = [];
  for (const field of FIELDS) {
    const pair = changes[field];
    if (pair) found.push({ field, before: pair[0], after: pair[1] });
  }
  return found;
}

const cents = z.int().transform(toCents).nullable();
const money = z.tuple([cents, cents]).optional();

/** Parses changes, in the order of `FIELDS`. */
export const changesSchema = z
  .strictObject({
    cost: money,
    minimum_price: money,
    maximum_price: money,
    strategy: z.tuple([z.string().nullable(), z.string().nullable()]).optional(),
    repricing: z.tuple([z.boolean(), z.boolean()]).optional(),
    manual_price: money,
  })
  .transform((record) => fromChangesJson(record as ChangesJson));

/** The value of each field of a listing. */
export const valuesSchema = z.object({
  cost: cents,
  minimum_price: cents,
  maximum_price: cents,
  strategy: z.string().nullable(),
  repricing: z.boolean(),
  manual_price: cents,
});

/** Fees as files hold them: `{"per_unit":30,"thousandths_of_percent":15000}`. Units: cents. */
export interface FeesJson {
  readonly per_unit?: number | undefined;
  readonly thousandths_of_percent?: number | undefined;
}

export function toFeesJson({ perUnit, share }: Fees): FeesJson {
  return { per_unit: perUnit, thousandths_of_percent: share };
}

/** Converts back what `toFeesJson` is known to have written. */
export function fromFeesJson({ per_unit: perUnit, thousandths_of_percent: share }: FeesJson): Fees {
  return { perUnit: perUnit === undefined ? undefined : toCents(perUnit), share };
}

export const feesSchema = z
  .strictObject({
    per_unit: z.int().nonnegative().optional(),
    thousandths_of_percent: z.int().nonnegative().lt(WHOLE_SHARE).optional(),
  })
  .transform(fromFeesJson);

/** Reasons as files hold them. */
export const reasonsSchema = z.string().transform(readReasons);

/** The one reason of a notice. */
export const reasonSchema = z.string().transform(readReason);
