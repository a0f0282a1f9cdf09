import { z } from 'zod';
import { toCents } from '../../domain/cents.ts';
import { type Fees, WHOLE_SHARE } from '../../domain/fees.ts';

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
