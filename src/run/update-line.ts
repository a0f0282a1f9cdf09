import type { FieldValues } from '../domain/fields.ts';
import type { Listing } from '../domain/listing.ts';
import type { SheetRow } from '../domain/row.ts';
import type { Change, Update } from '../domain/stages.ts';

/**
 * An update as a line that this very run reads back: its values in a fixed order, without their names, since to read the names
 * takes most of the time.
 */
export function toUpdateLine({ resolved, changes, pins, exact, notices }: Update): string {
  const { row, listing, desired } = resolved;
  return JSON.stringify([
    rowValues(row),
    listingValues(listing),
    // Nearly always the same object: they differ where a strategy is named.
    desired === row.wishes ? 0 : desired,
    changes.map(changeValues),
    pins.map(changeValues),
    exact,
    notices,
  ]);
}

type Line = readonly [
  RowValues,
  ListingValues,
  Update['resolved']['desired'] | 0,
  readonly ChangeValues[],
  readonly ChangeValues[],
  boolean,
  Update['notices'],
];

/** Takes the line as it is: nobody else has written it. */
export function parseUpdateLine(line: string): Update {
  const [rowGiven, listingGiven, desired, changes, pins, exact, notices] = JSON.parse(line) as Line;
  const row = toRow(rowGiven);
  return {
    kind: 'update',
    resolved: {
      kind: 'resolved',
      row,
      listing: toListing(listingGiven),
      desired: desired === 0 ? row.wishes : desired,
    },
    changes: changes.map(toChange) as [Change, ...Change[]],
    pins: pins.map(toChange),
    exact,
    notices,
  };
}

/** What most rows don't have. */
type Rare = Pick<SheetRow, 'currencyOneOf' | 'expected' | 'planned'>;

function rowValues({
  line,
  cells,
  target,
  moneyInCents,
  currency,
  wishes,
  notices,
  currencyOneOf,
  expected,
  planned,
}: SheetRow) {
  const { sku, listingId, platform, channel } = target;
  const rare: Rare | 0 =
    currencyOneOf || expected || planned
      ? {
          ...(currencyOneOf && { currencyOneOf }),
          ...(expected && { expected }),
          ...(planned && { planned }),
        }
      : 0;
  return [
    line,
    cells,
    sku,
    listingId,
    platform,
    channel,
    moneyInCents,
    currency,
    wishes,
    notices,
    rare,
  ] as const;
}

type RowValues = ReturnType<typeof rowValues>;

function toRow([
  line,
  cells,
  sku,
  listingId,
  platform,
  channel,
  moneyInCents,
  currency,
  wishes,
  notices,
  rare,
]: RowValues): SheetRow {
  return {
    kind: 'row',
    line,
    cells,
    // What was left out comes back as null.
    target: {
      sku,
      listingId: listingId ?? undefined,
      platform: platform ?? undefined,
      channel: channel ?? undefined,
    },
    moneyInCents,
    currency: currency ?? undefined,
    wishes,
    notices,
    ...(rare !== 0 && rare),
  };
}

function listingValues({
  id,
  sku,
  platform,
  channel,
  status,
  currency,
  currentPrice,
  currentShipping,
  values,
}: Listing) {
  const { cost, minimum_price, maximum_price, strategy, repricing, manual_price } = values;
  return [
    id,
    sku,
    platform,
    channel,
    status,
    currency,
    currentPrice,
    currentShipping,
    cost,
    minimum_price,
    maximum_price,
    strategy,
    repricing,
    manual_price,
  ] as const;
}

type ListingValues = ReturnType<typeof listingValues>;

function toListing([
  id,
  sku,
  platform,
  channel,
  status,
  currency,
  currentPrice,
  currentShipping,
  cost,
  minimum_price,
  maximum_price,
  strategy,
  repricing,
  manual_price,
]: ListingValues): Listing {
  const values: FieldValues = { cost, minimum_price, maximum_price, strategy, repricing, manual_price };
  return { id, sku, platform, channel, status, currency, currentPrice, currentShipping, values };
}

function changeValues({ field, before, after }: Change) {
  return [field, before, after] as const;
}

type ChangeValues = ReturnType<typeof changeValues>;

function toChange([field, before, after]: ChangeValues): Change {
  return { field, before, after };
}
