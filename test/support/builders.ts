import { type Cents, toCents } from '../../src/domain/cents.ts';
import type { Desired, Field, FieldValues } from '../../src/domain/fields.ts';
import type { Listing, ListingId, Sku, Strategy } from '../../src/domain/listing.ts';
import type { SheetRow } from '../../src/domain/row.ts';
import type { Change, Resolved, Update } from '../../src/domain/stages.ts';
import type { GivenFlags } from '../../src/report/text/format-command.ts';

/** Values of the domain with every field filled in, so that a test names only what it is about. */

export function cents(amount: number) {
  return toCents(amount);
}

/** Fields with their amounts as plain numbers, for long tables of cases. Units: cents. */
export type Plain<Fields> = {
  readonly [Name in keyof Fields]?: Cents extends Fields[Name] ? number | null : Fields[Name];
};

export function sku(text: string): Sku {
  return text as Sku;
}

/** A UUID that is easy to distinguish from its neighbours: `listingId(7)`. */
export function listingId(number: number): ListingId {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as ListingId;
}

/** What a test says of a listing. */
export type SomeListing = Partial<Omit<Listing, 'values'>> & { readonly values?: Plain<FieldValues> };

export function aListing({ values, ...fields }: SomeListing = {}): Listing {
  return {
    id: listingId(1),
    sku: sku('MUG-01'),
    platform: 'amazon',
    channel: 'c0000000-0000-4000-8000-000000000001',
    status: 'active',
    currency: 'usd',
    currentPrice: 1499,
    currentShipping: 0,
    ...fields,
    values: {
      cost: cents(600),
      minimum_price: cents(1000),
      maximum_price: cents(2000),
      strategy: null,
      repricing: true,
      manual_price: null,
      ...(values as Partial<FieldValues>),
    },
  };
}

export function aRow({
  sku: text = 'MUG-01',
  requested = {},
  ...fields
}: Partial<Omit<SheetRow, 'kind' | 'target' | 'requested'>> & {
  readonly sku?: string;
  readonly requested?: Plain<SheetRow['requested']>;
  readonly target?: Partial<SheetRow['target']>;
} = {}): SheetRow {
  return {
    kind: 'row',
    line: 2,
    cells: [text],
    moneyInCents: false,
    notices: [],
    ...fields,
    requested: requested as SheetRow['requested'],
    target: { sku: sku(text), ...fields.target },
  };
}

export function aResolved({
  listing = aListing(),
  desired: plain = {},
  ...fields
}: Partial<Omit<Resolved, 'kind' | 'desired'>> & { readonly desired?: Plain<Desired> } = {}): Resolved {
  const desired = plain as Desired;
  return {
    kind: 'resolved',
    row: aRow({ sku: listing.sku, requested: desired }),
    desired,
    ...fields,
    listing,
  };
}

/** An update of a listing to the given values, whether they differ or not. */
export function anUpdate(plain: Plain<FieldValues>, listing: Listing = aListing()): Update {
  const desired = plain as Partial<FieldValues>;
  const changes = (Object.keys(desired) as Field[]).map(
    (field): Change => ({ field, before: listing.values[field], after: desired[field] ?? null }),
  );
  const [first, ...more] = changes;
  if (!first) throw new Error('An update changes something');
  return {
    kind: 'update',
    resolved: aResolved({ listing, desired }),
    changes: [first, ...more],
    pins: [],
    exact: false,
    notices: [],
  };
}

export function aStrategy(fields: Partial<Strategy> = {}): Strategy {
  return {
    id: '50000000-0000-4000-8000-000000000001',
    name: 'Buy Box',
    type: 'buy_box',
    platform: 'amazon',
    ...fields,
  };
}

/** What a command was given, for the commands that follow from it, each of which takes these flags. */
export function aGiven(flags: readonly string[] = [], fields: Partial<GivenFlags> = {}): GivenFlags {
  const commands = ['sync', 'diff', 'apply', 'undo', 'check'];
  return { shell: 'posix', flags: [{ words: flags, commands }], allow: [], once: [], ...fields };
}
