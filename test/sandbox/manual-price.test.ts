import { describe, expect, test } from 'vitest';
import {
  buildCatalogue,
  buildListing,
  createFakeClock,
  ids,
  onWalmart,
  openSandbox,
  show,
  strategies,
  update,
} from './support.ts';

const SECOND = 1000;
const LONGEST = 180 * SECOND;
describe('a manual price, sections 3, 4.4 rule 3 and 8', () => {
  test.each([
    ['amazon, including shipping', {}, 2000 - 399],
    ['walmart, without shipping', onWalmart, 2000],
    ['amazon, shipping above it', { current_shipping: 2500 }, 0],
  ])('is stored at once and reflected later: %s', async (_name, fields, reflected) => {
    const clock = createFakeClock();
    const before = buildListing(1, fields);
    const sandbox = await openSandbox([before], { now: clock.now });
    expect(await update(sandbox, 1, 'currency=usd&manual_price=2000')).toEqual({
      ...before,
      manual_price: 2000,
    });
    clock.advance(30 * SECOND - 1);
    expect(await show(sandbox, 1)).toEqual({ ...before, manual_price: 2000 });
    clock.advance(LONGEST - 30 * SECOND + 1);
    expect(await show(sandbox, 1)).toEqual({ ...before, manual_price: 2000, current_price: reflected });
  });

  test('sent again waits anew, and the earlier one never shows', async () => {
    const clock = createFakeClock();
    const sandbox = await openSandbox([buildListing(1)], { now: clock.now });
    await update(sandbox, 1, 'currency=usd&manual_price=2000');
    clock.advance(29 * SECOND);
    await update(sandbox, 1, 'currency=usd&manual_price=2500');
    clock.advance(30 * SECOND - 1);
    expect(await show(sandbox, 1)).toMatchObject({ manual_price: 2500, current_price: 1899 });
    clock.advance(LONGEST);
    expect(await show(sandbox, 1)).toMatchObject({ manual_price: 2500, current_price: 2101 });
  });

  test.each([
    ['cleared', 'currency=usd&manual_price='],
    ['switched off', 'repricing=false'],
    ['left without a minimum', 'currency=usd&minimum_price='],
  ])('never shows when %s before its time', async (_name, query) => {
    const clock = createFakeClock();
    const sandbox = await openSandbox([buildListing(1)], { now: clock.now });
    await update(sandbox, 1, 'currency=usd&manual_price=2000');
    await update(sandbox, 1, query);
    clock.advance(LONGEST);
    expect(await show(sandbox, 1)).toMatchObject({ current_price: 1899 });
  });

  test.each([
    ['switched on', { repricing: false }, 'repricing=true'],
    ['given a minimum', { minimum_price: null }, 'currency=usd&minimum_price=1200'],
    [
      'given the cost that its minimum comes from',
      { strategy: ids.bold, cost: null },
      'currency=usd&cost=700',
    ],
  ])('waits for a listing to be %s, and shows after a delay from then on', async (_name, fields, query) => {
    const clock = createFakeClock();
    const sandbox = await openSandbox([], {
      now: clock.now,
      catalogue: buildCatalogue([buildListing(1, { ...fields, manual_price: 2000 })], {
        strategies: strategies.map((strategy) =>
          strategy.id === ids.bold ? { ...strategy, sandbox: { profit_based: true } } : strategy,
        ),
      }),
    });
    await update(sandbox, 1, 'currency=usd&manual_price=2000');
    clock.advance(LONGEST);
    expect(await show(sandbox, 1)).toMatchObject({ current_price: 1899 });
    await update(sandbox, 1, query);
    clock.advance(30 * SECOND - 1);
    expect(await show(sandbox, 1)).toMatchObject({ current_price: 1899 });
    clock.advance(LONGEST);
    expect(await show(sandbox, 1)).toMatchObject({ current_price: 2000 - 399 });
  });
});

describe('strategies that recompute bounds', () => {
  const recomputing = strategies.map((strategy) =>
    strategy.id === ids.bold
      ? { ...strategy, sandbox: { recompute: { minimum_percent: 20, maximum_percent: 55.5 } } }
      : strategy,
  );
  const bold = { strategy: ids.bold };
  test.each([
    ['a cost', bold, 'currency=usd&cost=1001', { cost: 1001, minimum_price: 1201, maximum_price: 1557 }],
    ['the strategy', {}, `strategy=${ids.bold}`, { ...bold, minimum_price: 840, maximum_price: 1089 }],
    [
      'a cost and a minimum',
      bold,
      'currency=usd&cost=1000&minimum_price=5',
      { cost: 1000, minimum_price: 5, maximum_price: 1555 },
    ],
    ['neither', bold, 'repricing=false', { repricing: false }],
    ['a cost under another strategy', {}, 'currency=usd&cost=1000', { cost: 1000 }],
  ])('on an update with %s', async (_name, fields, query, changed) => {
    const listing = buildListing(1, fields);
    const sandbox = await openSandbox([], {
      catalogue: buildCatalogue([listing], { strategies: recomputing }),
    });
    expect(await update(sandbox, 1, query)).toEqual({ ...listing, ...changed });
    expect(await show(sandbox, 1)).toEqual({ ...listing, ...changed });
  });
});
