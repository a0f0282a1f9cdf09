import { describe, expect, it } from 'vitest';
import {
  channelPageSchema,
  listingPageSchema,
  listingSchema,
  strategyPageSchema,
} from '../../src/service/schemas.ts';
import { listingId } from '../support/builders.ts';
import { wireListing, wirePage } from './support.ts';

const NOT_IDS = ['', '..', '../x', '/', `${listingId(1)}/x`, `${listingId(1)}?x=1`, ` ${listingId(1)}`, 'x'];

/** The fields of a listing that nothing is done with. */
function without(field: string): object {
  return Object.fromEntries(Object.entries(wireListing(1)).filter(([name]) => name !== field));
}

describe('listingSchema', () => {
  it('takes a listing as it is documented', () => {
    expect(listingSchema.parse(wireListing(3, { manual_price: 1234, strategy: 's' }))).toEqual({
      id: listingId(3),
      sku: 'MUG-01',
      platform: 'amazon',
      channel: 'c0000000-0000-4000-8000-000000000001',
      status: 'active',
      currency: 'usd',
      currentPrice: 1500,
      currentShipping: 0,
      values: {
        cost: 600,
        minimum_price: 1000,
        maximum_price: 2000,
        strategy: 's',
        repricing: true,
        manual_price: 1234,
      },
    });
  });

  it.each([
    ['fields that are new', wireListing(1, { fulfilment: 'fba', tags: ['x'] }), {}],
    ['a platform that is new', wireListing(1, { platform: 'ebay' }), { platform: 'ebay' }],
    ['a status that is new', wireListing(1, { status: 'paused' }), { status: 'paused' }],
    ['no current price', wireListing(1, { current_price: null }), { currentPrice: null }],
    ['no field for the current price', without('current_price'), { currentPrice: null }],

    ['a SKU with blanks around it', wireListing(1, { sku: ' a ' }), { sku: ' a ' }],
    ['an id in capitals', wireListing(1, { id: 'ABCDEF00-0000-4000-8000-00000000000A' }), {}],
  ])('takes one with %s', (_, raw, expected) => {
    expect(listingSchema.parse(raw)).toMatchObject(expected);
  });

  const money = ['cost', 'minimum_price', 'maximum_price', 'manual_price'];

  it.each(money)('takes %s as whole cents or null', (field) => {
    const valuesOf = (value: unknown) => listingSchema.parse(wireListing(1, { [field]: value })).values;
    expect(valuesOf(null)).toMatchObject({ [field]: null });
    expect(valuesOf(0)).toMatchObject({ [field]: 0 });
    expect(valuesOf(Number.MAX_SAFE_INTEGER)).toMatchObject({ [field]: Number.MAX_SAFE_INTEGER });
  });

  it.each(
    money.flatMap((field) => ['1299', 12.99, true, {}, [], 2 ** 53].map((value) => [field, value] as const)),
  )('refuses %s of %j', (field, value) => {
    expect(listingSchema.safeParse(wireListing(1, { [field]: value })).success).toBe(false);
  });

  const unusable = {
    ...{
      object: ['strategy'],
      sku: [null, 7],
      currency: ['dollars', '', null],
      repricing: ['true', 1, null],
    },
    ...{ strategy: [7], current_price: ['free', 1.5], id: NOT_IDS },
  };

  it.each(
    Object.entries(unusable).flatMap(([field, values]) => values.map((value) => [field, value] as const)),
  )('refuses %s of %j', (field, value) => {
    expect(listingSchema.safeParse(wireListing(1, { [field]: value })).success).toBe(false);
  });
});

describe('strategyPageSchema and channelPageSchema', () => {
  const strategy = {
    id: listingId(1),
    object: 'strategy',
    name: 'Buy Box',
    type: 'buy_box',
    platform: 'amazon',
    created_at: 1_700_000_000,
  };
  const channel = { id: listingId(1), object: 'channel', type: 'x', platform: 'walmart', created_at: 1 };
  const strategies = (...raw: readonly object[]) => strategyPageSchema.safeParse(wirePage(raw));
  const channels = (...raw: readonly object[]) => channelPageSchema.safeParse(wirePage(raw));

  it('take objects as they are documented', () => {
    const { id, name, type, platform } = strategy;
    expect(strategies(strategy).data?.data).toEqual([{ id, name, type, platform }]);
    expect(channels(channel).data?.data).toEqual([{ id, type: 'x', platform: 'walmart' }]);
  });

  it.each([
    ['null', null],
    ['missing', undefined],
  ])('take a type that is %s', (_name, type) => {
    expect(strategies({ ...strategy, type }).data?.data).toMatchObject([{ type: null }]);
    expect(channels({ ...channel, type }).data?.data).toMatchObject([{ type: null }]);
  });

  it.each(NOT_IDS)('refuse the id %j', (id) => {
    expect(strategies({ ...strategy, id }).success).toBe(false);
    expect(channels({ ...channel, id }).success).toBe(false);
  });
});

describe('listingPageSchema', () => {
  it('takes an envelope, with fields that are new', () => {
    const raw = { ...wirePage([wireListing(1)], true), total: 17 };
    expect(listingPageSchema.parse(raw)).toMatchObject({ has_more: true, data: [{ id: listingId(1) }] });
    expect(listingPageSchema.parse(wirePage([]))).toMatchObject({ has_more: false, data: [] });
  });

  it.each([
    ['no object', { has_more: false, data: [] }],
    ['another object', { object: 'page', has_more: false, data: [] }],
    ['no has_more', { object: 'list', data: [] }],
    ['has_more as a text', { object: 'list', has_more: 'false', data: [] }],
    ['no data', { object: 'list', has_more: false }],
    ['one object that is no listing', wirePage([wireListing(1), {}])],
  ])('refuses one with %s', (_, raw) => {
    expect(listingPageSchema.safeParse(raw).success).toBe(false);
  });
});
