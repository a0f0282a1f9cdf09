import { z } from 'zod';
import { FIELDS } from '../fields.ts';
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
