import { z } from 'zod';
import { isListingId, type ListingId } from '../../domain/listing.ts';

const limitSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('count'), count: z.int().min(0), whole: z.int().optional() }),
  z.object({ kind: z.literal('percent'), percent: z.number().positive() }),
]);

const listingIdSchema = z
  .string()
  .refine(isListingId, 'not a UUID')
  .transform((id) => id as ListingId);

/** In the head of a plan that is sent in steps: what a run that goes on with it has to know. */
export const rampSchema = z.object({
  steps: z.array(limitSchema).readonly(),
  pause_ms: z.int().min(0),
  /** Which listings are in which step; a merged plan doesn't say. */
  cut: z
    .object({ picked: z.array(listingIdSchema).readonly(), up_to: z.array(z.int()).readonly() })
    .optional(),
  /** The last step that an earlier run of the plan has begun, from 0, and when its last update was settled. */
  begun: z.object({ step: z.int().min(0), settled_at: z.iso.datetime() }).optional(),
});

export type RampHead = z.infer<typeof rampSchema>;
