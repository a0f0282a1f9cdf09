import { z } from 'zod';
import { parseStrictly } from './errors.ts';

const id = z.guid();
const text = z.string().min(1);
const seconds = z.int().nonnegative();
const cents = z.int().nonnegative().nullable();
const platform = z.enum(['amazon', 'walmart']);

/** The fields that updates and faults may set. Identity, SKU, platform, channel and creation never change. */
const settable = {
  status: z.enum(['active', 'inactive']),
  currency: z.string().regex(/^[a-z]{3}$/),
  current_price: cents,
  current_shipping: cents,
  cost: cents,
  minimum_price: cents,
  maximum_price: cents,
  strategy: id.nullable(),
  repricing: z.boolean(),
  manual_price: cents,
};

const listing = z.strictObject({
  id,
  object: z.literal('listing'),
  platform,
  channel: id,
  sku: text,
  ...settable,
  created: seconds,
  /** Never shown in an answer: the manual price is stored, and reflected only after this much more time. */
  sandbox: z.exactOptional(z.strictObject({ manual_price_due_in_ms: z.number() })),
});

/**
 * A listing as the service shows it, and what the sandbox remembers about it.
 *
 * Units: money in cents of `currency`; `created` in Unix seconds; `manual_price_due_in_ms` in milliseconds of the sandbox's clock.
 * Source: interface.md section 2.2; `current_price` and `current_shipping` may be null where they are not available (section 3).
 */
export type Listing = Readonly<z.infer<typeof listing>>;
export type Platform = Listing['platform'];

export const listingPatchSchema = z.strictObject(settable).exactPartial();
export type ListingPatch = Readonly<z.infer<typeof listingPatchSchema>>;

const percent = z.exactOptional(z.number().min(-100));

/**
 * What a strategy does beyond being assigned.
 *
 * `profit_based`: the minimum comes from the cost, so that listings of this strategy are repriceable by their cost, not by `minimum_price`.
 * `recompute`: an update that sends `cost` or assigns the strategy sets `minimum_price` to cost + `minimum_percent` % and `maximum_price`
 * to cost + `maximum_percent` %, rounded half up, each unless it is left out here or sent in the same update, or the cost is null.
 */
export type StrategyBehaviour = NonNullable<Strategy['sandbox']>;

const strategy = z.strictObject({
  id,
  object: z.literal('strategy'),
  name: text,
  type: text,
  platform,
  created_at: seconds,
  sandbox: z.exactOptional(
    z.strictObject({
      profit_based: z.exactOptional(z.boolean()),
      recompute: z.exactOptional(z.strictObject({ minimum_percent: percent, maximum_percent: percent })),
    }),
  ),
});

/** Source: interface.md section 2.3. `sandbox` is never shown in an answer. */
export type Strategy = Readonly<z.infer<typeof strategy>>;

const channel = z.strictObject({
  id,
  object: z.literal('channel'),
  type: text,
  platform,
  created_at: seconds,
});

/** Source: interface.md section 2.4. */
export type Channel = Readonly<z.infer<typeof channel>>;

const catalogueSchema = z
  .strictObject({
    listings: z.array(listing).readonly(),
    strategies: z.array(strategy).readonly(),
    channels: z.array(channel).readonly(),
  })
  .superRefine(({ listings, strategies, channels }, context) => {
    const complain = (path: readonly PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message });
    for (const [list, objects] of Object.entries({ listings, strategies, channels })) {
      const ids = new Set<string>();
      for (const [index, object] of objects.entries()) {
        if (ids.has(object.id)) complain([list, index, 'id'], `"${object.id}" is used twice`);
        ids.add(object.id);
      }
    }
    const platforms = {
      channel: new Map(channels.map((each) => [each.id, each.platform])),
      strategy: new Map(strategies.map((each) => [each.id, each.platform])),
    };
    for (const [index, each] of listings.entries())
      for (const field of ['channel', 'strategy'] as const) {
        const used = each[field];
        if (used !== null && platforms[field].get(used) !== each.platform)
          complain(['listings', index, field], `"${used}" is not a ${field} of platform "${each.platform}"`);
      }
  });

/** All that a sandbox serves, as plain JSON data. Where creation times are equal, the order in these lists decides. */
export type Catalogue = Readonly<z.infer<typeof catalogueSchema>>;

/**
 * Makes a catalogue of parsed JSON: a file written by hand, or a saved `snapshot()`. An unknown field is a mistake, and so are an id that is
 * used twice and a listing whose channel or strategy does not exist or is of another platform.
 *
 * Errors: `SandboxError` `invalid_catalogue`.
 */
export function parseCatalogue(json: unknown): Catalogue {
  return parseStrictly('catalogue', catalogueSchema, json);
}
