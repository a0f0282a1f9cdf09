import { z } from 'zod';
import { FIELDS, MONEY_FIELDS } from '../../domain/fields.ts';
import type { SheetFigures } from '../../domain/run-record.ts';

const count = z.int().min(0);

/** As plans and the history hold it. */
export const figuresSchema: z.ZodType<SheetFigures> = z.object({
  folder: z.string().nullable(),
  place: z.string().optional(),
  size: count,
  modified: z.iso.datetime().nullable(),
  skus: count,
  sets: z.partialRecord(z.enum(FIELDS), count),
  medians: z.partialRecord(z.enum(MONEY_FIELDS), z.number()),
});
