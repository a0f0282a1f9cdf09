import type { Field } from '../../src/domain/fields.ts';
import type { Catalogue, Listing, Platform, Strategy } from '../../src/sandbox/catalogue.ts';
import type { Random } from '../../src/sandbox/random.ts';
import type { Values } from './account.ts';

/** What a row is there for, and so what has to become of it where nothing is in the way. */
export type RowKind =
  | 'update'
  | 'unchanged'
  | 'blank'
  | 'blocked'
  | 'not_found'
  | 'invalid'
  | 'ambiguous'
  | 'repeats'
  | 'contradicts';

export interface ScenarioRow {
  readonly kind: RowKind;
  /** Of the sheet. */
  readonly line: number;
  readonly sku: string;
  /** The one listing that the row speaks of, where it does. */
  readonly listingId: string | undefined;
  /** What the listing has to hold in the end. */
  readonly desired: Partial<Values>;
}

export interface Scenario {
  readonly catalogue: Catalogue;
  readonly sheet: string;
  readonly rows: readonly ScenarioRow[];
  /** Listings whose strategy computes bounds upon a cost, before or after the sheet. */
  readonly computing: ReadonlySet<string>;
}

type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>;

const COLUMNS = [
  'sku',
  'cost',
  'min',
  'max',
  'strategy',
  'repricing',
  'manual_price',
  'currency',
  'platform',
] as const;

const CHANNELS = {
  amazon: 'c0000000-0000-4000-8000-000000000001',
  walmart: 'c0000000-0000-4000-8000-000000000002',
} as const;

const STRATEGIES: readonly Strategy[] = [
  aStrategy(1, 'Buy Box', 'amazon'),
  aStrategy(2, 'Lowest', 'amazon'),
  {
    ...aStrategy(3, 'Margin', 'amazon'),
    sandbox: { recompute: { minimum_percent: 40, maximum_percent: 300 } },
  },
  aStrategy(4, 'Buy Box', 'walmart'),
  aStrategy(5, 'Lowest', 'walmart'),
];

function aStrategy(number: number, name: string, platform: Platform): Strategy {
  const id = `50000000-0000-4000-8000-00000000000${number}`;
  return { id, object: 'strategy', name, type: 'rule', platform, created_at: 1_700_000_000 + number };
}

const COMPUTING = STRATEGIES[2]?.id;

/** How often a row is there for what. */
const KINDS: readonly (readonly [RowKind, number])[] = [
  ['update', 64],
  ['unchanged', 10],
  ['blank', 3],
  ['blocked', 4],
  ['not_found', 6],
  ['invalid', 3],
  ['ambiguous', 4],
  ['repeats', 4],
  ['contradicts', 2],
];

/** An account and a sheet for it. Every amount is even, so that odd ones can be told to be somebody else's. */
export function drawScenario(random: Random, rows: number): Scenario {
  const listings: Listing[] = [];
  const drawn: { readonly row: Omit<ScenarioRow, 'line'>; readonly cells: Partial<Cells> }[] = [];
  const add = (fields: Partial<Listing> = {}) => {
    const listing = drawListing(random, listings.length, fields);
    listings.push(listing);
    return listing;
  };
  while (drawn.length < rows) {
    const kind = drawKind(random);
    const listing = add();
    const { id: listingId, sku, platform, currency } = listing;
    const row = { kind, sku, listingId, desired: {} };
    const cells = { sku, currency };
    switch (kind) {
      case 'update':
      case 'repeats': {
        const wish = drawWish(random, listing);
        const update = { ...row, kind: 'update', desired: wish.desired } as const;
        const written = { ...cells, ...wish.cells };
        drawn.push({ row: update, cells: written });
        if (kind === 'repeats') drawn.push({ row: { ...row, desired: wish.desired }, cells: written });
        // A twin of another spelling, which nobody must touch.
        if (random.chance(0.1) && sku !== sku.toLowerCase()) add({ sku: sku.toLowerCase() });
        break;
      }
      case 'unchanged':
        drawn.push({
          row: { ...row, desired: { cost: listing.cost, minimum_price: listing.minimum_price } },
          cells: { ...cells, cost: toMajor(listing.cost), min: toMajor(listing.minimum_price) },
        });
        break;
      case 'blank':
        drawn.push({ row, cells });
        break;
      case 'blocked':
        drawn.push({ row, cells: { ...cells, min: toMajor((listing.minimum_price ?? 0) * 2) } });
        break;
      case 'not_found':
        drawn.push({
          row: { ...row, sku: `${sku}-NOT`, listingId: undefined },
          cells: { ...cells, sku: `${sku}-NOT`, cost: '5.00' },
        });
        break;
      case 'invalid':
        drawn.push({ row, cells: { ...cells, cost: 'n/a' } });
        break;
      case 'ambiguous': {
        const other = platform === 'amazon' ? 'walmart' : 'amazon';
        const twin = add({ sku, platform: other, channel: CHANNELS[other], strategy: null });
        const wish = drawWish(random, listing);
        const namesPlatform = random.chance(0.5);
        // The row names the currency of the listing that it means.
        const isClear = namesPlatform || twin.currency !== currency;
        const named = { ...cells, ...wish.cells, ...(namesPlatform && { platform }) };
        drawn.push(
          isClear
            ? { row: { ...row, kind: 'update', desired: wish.desired }, cells: named }
            : { row: { ...row, listingId: undefined }, cells: named },
        );
        break;
      }
      case 'contradicts':
        drawn.push({ row, cells: { ...cells, cost: '5.02' } }, { row, cells: { ...cells, cost: '5.04' } });
        break;
    }
  }
  const lines = drawn.map(({ cells }) => COLUMNS.map((column) => cells[column] ?? '').join(','));
  return {
    catalogue: { listings, strategies: STRATEGIES, channels: drawChannels() },
    sheet: `${COLUMNS.join(',')}\n${lines.join('\n')}\n`,
    rows: drawn.map(({ row }, index) => ({ ...row, line: index + 2 })),
    computing: findComputing(
      listings,
      drawn.map(({ row }) => row),
    ),
  };
}

function drawKind(random: Random): RowKind {
  const tickets = KINDS.flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));
  return random.pick(tickets as [RowKind]);
}

function drawListing(random: Random, index: number, fields: Partial<Listing>): Listing {
  const platform = random.pick<Platform>(['amazon', 'walmart']);
  const strategies = STRATEGIES.filter((strategy) => strategy.platform === platform).map(({ id }) => id);
  const hasManual = random.chance(0.3);
  return {
    id: random.uuid(),
    object: 'listing',
    platform,
    channel: CHANNELS[platform],
    status: 'active',
    sku: drawSku(random, index),
    currency: random.chance(0.9) ? 'usd' : 'eur',
    current_price: 2000,
    current_shipping: random.pick([0, 0, 400]),
    cost: random.chance(0.9) ? 2 * random.integer(250, 450) : null,
    minimum_price: 2 * random.integer(600, 700),
    maximum_price: random.chance(0.9) ? 2 * random.integer(1300, 1500) : null,
    strategy: random.chance(0.6) ? (random.pick([...strategies] as [string]) ?? null) : null,
    repricing: random.chance(0.8),
    manual_price: hasManual ? 2 * random.integer(800, 900) : null,
    created: 1_750_000_000 - index,
    ...fields,
  };
}

/** SKUs that are easily mistaken for others. */
function drawSku(random: Random, index: number): string {
  return random.pick([
    `SKU-${index}`,
    `000${index}`,
    `${index}E2`,
    `Größe ${index}/A&B=C+D`,
    `=${index}+1`,
    `A ${index}%20`,
  ]);
}

interface Wish {
  readonly desired: Partial<Values>;
  readonly cells: Partial<Cells>;
}

/** One to four fields, at least one of which is not as it was. */
function drawWish(random: Random, listing: Listing): Wish {
  const options: (readonly [Field, (typeof COLUMNS)[number], Values[Field], string])[] = [];
  const offer = (field: Field, column: (typeof COLUMNS)[number], value: Values[Field], text: string) => {
    if (listing[field] !== value) options.push([field, column, value, text]);
  };
  const money = (field: Field, column: (typeof COLUMNS)[number], value: number) =>
    offer(field, column, value, toMajor(value));
  if (listing.cost !== null) money('cost', 'cost', listing.cost + 2 * random.integer(1, 20));
  money('minimum_price', 'min', (listing.minimum_price ?? 0) + 2 * random.integer(1, 30));
  if (listing.maximum_price !== null)
    money('maximum_price', 'max', listing.maximum_price - 2 * random.integer(1, 30));
  offer('repricing', 'repricing', !listing.repricing, listing.repricing ? 'no' : 'yes');
  const strategy = random.pick(
    STRATEGIES.filter(({ platform }) => platform === listing.platform) as [Strategy],
  );
  offer('strategy', 'strategy', strategy.id, random.chance(0.5) ? strategy.name : strategy.id);
  if (listing.manual_price !== null) {
    money('manual_price', 'manual_price', listing.manual_price + 2 * random.integer(1, 10));
    if (random.chance(0.3)) offer('manual_price', 'manual_price', null, 'null');
  }
  if (random.chance(0.05)) offer('strategy', 'strategy', null, 'null');
  const count = random.integer(1, Math.min(4, options.length));
  const chosen = new Map<Field, (typeof options)[number]>();
  for (let draw = 0; draw < count; draw++) {
    const option = random.pick(options as [(typeof options)[number]]);
    chosen.set(option[0], option);
  }
  // A sheet says more than what is to change.
  const { minimum_price: minimum } = listing;
  if (random.chance(0.4) && !chosen.has('minimum_price'))
    chosen.set('minimum_price', ['minimum_price', 'min', minimum, toMajor(minimum)]);
  const picked = [...chosen.values()];
  return {
    desired: Object.fromEntries(picked.map(([field, , value]) => [field, value])),
    cells: Object.fromEntries(picked.map(([, column, , text]) => [column, text])),
  };
}

function toMajor(cents: number | null): string {
  return cents === null ? '' : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

function drawChannels(): Catalogue['channels'] {
  return (['amazon', 'walmart'] as const).map((platform, index) => ({
    id: CHANNELS[platform],
    object: 'channel',
    type: 'marketplace',
    platform,
    created_at: 1_700_000_000 + index,
  }));
}

function findComputing(
  listings: readonly Listing[],
  rows: readonly Omit<ScenarioRow, 'line'>[],
): ReadonlySet<string> {
  const before = listings.filter(({ strategy }) => strategy === COMPUTING).map(({ id }) => id);
  const after = rows.flatMap(({ listingId, desired }) =>
    listingId !== undefined && desired.strategy === COMPUTING ? [listingId] : [],
  );
  return new Set([...before, ...after]);
}
