import { z } from 'zod';

const must = (expected: string) => ({ error: `must be ${expected}` });
const id = z.guid(must('an identifier in UUID format'));
const text = z.string(must('a text')).min(1, must('a text that is not empty'));
const count = z.int(must('a whole number')).nonnegative(must('zero or more'));
const cents = z.int(must('whole cents or null')).nonnegative(must('zero cents or more')).nullable();
const percent = z.exactOptional(z.number(must('a percentage')).min(-100, must('-100 or more')));
const platform = z.enum(['amazon', 'walmart'], must('"amazon" or "walmart"'));
const flag = z.boolean(must('true or false'));

const listing = z.strictObject({
  id,
  object: z.literal('listing', must('"listing"')),
  platform,
  channel: id,
  status: z.enum(['active', 'inactive'], must('"active" or "inactive"')),
  sku: text,
  currency: z.string(must('a text')).regex(/^[a-z]{3}$/, must('a three-letter lower-case currency code')),
  current_price: cents,
  current_shipping: cents,
  cost: cents,
  minimum_price: cents,
  maximum_price: cents,
  strategy: id.nullable(),
  repricing: flag,
  manual_price: cents,
  created: count,
  sandbox: z.exactOptional(z.strictObject({ manual_price_due_in_ms: z.number(must('milliseconds')) })),
});

const strategy = z.strictObject({
  id,
  object: z.literal('strategy', must('"strategy"')),
  name: text,
  type: text,
  platform,
  created_at: count,
  sandbox: z.exactOptional(
    z.strictObject({
      profit_based: z.exactOptional(flag),
      recompute: z.exactOptional(z.strictObject({ minimum_percent: percent, maximum_percent: percent })),
    }),
  ),
});

const channel = z.strictObject({
  id,
  object: z.literal('channel', must('"channel"')),
  type: text,
  platform,
  created_at: count,
});

/** The JSON shape of a catalogue, strict: an unknown field is a mistake. References are checked elsewhere. */
export const catalogueSchema = z.strictObject({
  listings: z.array(listing, must('a list')),
  strategies: z.array(strategy, must('a list')),
  channels: z.array(channel, must('a list')),
});
