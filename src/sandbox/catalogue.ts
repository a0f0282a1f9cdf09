import { catalogueSchema } from './catalogue-schema.ts';
import { describeIssues } from './describe-issues.ts';
import { SandboxError } from './sandbox-error.ts';

const SHOWN_MISTAKES = 10;

export type Platform = 'amazon' | 'walmart';

/**
 * A listing as the service shows it, and what the sandbox remembers about it.
 *
 * Units: money in cents of `currency`; `created` in Unix seconds; `manual_price_due_in_ms` in milliseconds of the sandbox's clock.
 * Source: interface.md section 2.2; `current_price` and `current_shipping` may be null where they are not available (section 3).
 */
export interface Listing {
  readonly id: string;
  readonly object: 'listing';
  readonly platform: Platform;
  readonly channel: string;
  readonly status: 'active' | 'inactive';
  readonly sku: string;
  readonly currency: string;
  readonly current_price: number | null;
  readonly current_shipping: number | null;
  readonly cost: number | null;
  readonly minimum_price: number | null;
  readonly maximum_price: number | null;
  readonly strategy: string | null;
  readonly repricing: boolean;
  readonly manual_price: number | null;
  readonly created: number;
  /** Never shown in an answer: the manual price is stored, and reflected only after this much more time. */
  readonly sandbox?: { readonly manual_price_due_in_ms: number };
}

/** Source: interface.md section 2.3. `sandbox` is never shown in an answer. */
export interface Strategy {
  readonly id: string;
  readonly object: 'strategy';
  readonly name: string;
  readonly type: string;
  readonly platform: Platform;
  readonly created_at: number;
  readonly sandbox?: StrategyBehaviour;
}

/**
 * What a strategy does beyond being assigned.
 *
 * `profit_based`: the minimum comes from the cost, so that listings of this strategy are repriceable by their cost, not by `minimum_price`.
 * `recompute`: an update that sends `cost` or assigns the strategy sets `minimum_price` to cost + `minimum_percent` % and `maximum_price`
 * to cost + `maximum_percent` %, rounded half up, each unless it is left out here or sent in the same update, or the cost is null.
 */
export interface StrategyBehaviour {
  readonly profit_based?: boolean;
  readonly recompute?: { readonly minimum_percent?: number; readonly maximum_percent?: number };
}

/** Source: interface.md section 2.4. */
export interface Channel {
  readonly id: string;
  readonly object: 'channel';
  readonly type: string;
  readonly platform: Platform;
  readonly created_at: number;
}

/** All that a sandbox serves, as plain JSON data. Where creation times are equal, the order in these lists decides. */
export interface Catalogue {
  readonly listings: readonly Listing[];
  readonly strategies: readonly Strategy[];
  readonly channels: readonly Channel[];
}

/**
 * Makes a catalogue of parsed JSON: a file written by hand, or a saved `snapshot()`.
 *
 * Errors: `SandboxError` `invalid_catalogue` naming the first ten mistakes, each by its place, SKU and field: wrong types, unknown
 * fields, ids used twice, listings of unknown channels or strategies or of those of another platform.
 */
export function parseCatalogue(json: unknown): Catalogue {
  const parsed = catalogueSchema.safeParse(json);
  if (!parsed.success) throw invalid(describeIssues(json, parsed.error.issues));
  const mistakes = findMistakes(parsed.data);
  if (mistakes.length > 0) throw invalid(mistakes);
  return parsed.data;
}

function invalid(mistakes: readonly string[]): SandboxError {
  return new SandboxError('invalid_catalogue', `Cannot use the catalogue: ${mistakes.join('\n')}`);
}

/**
 * Checks what a schema can't: ids used twice, and listings whose channel or strategy does not exist or is of another platform.
 */
function findMistakes({ listings, strategies, channels }: Catalogue): readonly string[] {
  const mistakes: string[] = [];
  const report = (mistake: string) => mistakes.push(mistake);
  const channelPlatforms = indexPlatforms('channels', channels, report);
  const strategyPlatforms = indexPlatforms('strategies', strategies, report);
  indexPlatforms('listings', listings, report);
  for (const [index, listing] of listings.entries()) {
    if (mistakes.length >= SHOWN_MISTAKES) break;
    const complain = (field: string, problem: string) =>
      report(`listings[${index}] (sku "${listing.sku}"), ${field}: ${problem}`);
    checkReference(listing, 'channel', channelPlatforms, complain);
    checkReference(listing, 'strategy', strategyPlatforms, complain);
  }
  return mistakes.slice(0, SHOWN_MISTAKES);
}

function indexPlatforms(
  list: string,
  objects: readonly { readonly id: string; readonly platform: Platform }[],
  report: (mistake: string) => void,
): ReadonlyMap<string, Platform> {
  const platforms = new Map<string, Platform>();
  for (const [index, { id, platform }] of objects.entries()) {
    if (platforms.has(id)) report(`${list}[${index}], id: "${id}" is used twice`);
    platforms.set(id, platform);
  }
  return platforms;
}

function checkReference(
  listing: Listing,
  field: 'channel' | 'strategy',
  platforms: ReadonlyMap<string, Platform>,
  complain: (field: string, problem: string) => void,
): void {
  const id = listing[field];
  if (id === null) return;
  const platform = platforms.get(id);
  if (platform === undefined) complain(field, `"${id}" is not in the catalogue`);
  else if (platform !== listing.platform)
    complain(field, `"${id}" is of platform "${platform}", the listing of "${listing.platform}"`);
}
