import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { anAccount, BUY_BOX, withComputedBounds } from '../support/test-sandbox.ts';
import { inShort, muchLater, openLateShop } from './support.ts';

const LISTING: Partial<Listing> = { strategy: BUY_BOX, repricing: true };
const SHEET = 'sku,cost,repricing\nSKU-1,7.00,no\n';

/** The first attempt is answered 503 and arrives when the test says so; of the second one the service ignores the cost. */
function openHalfTaken(second: Partial<FaultRule>) {
  const match = { method: 'POST' } as const;
  return openLateShop({
    catalogue: withComputedBounds(anAccount([LISTING])),
    faults: {
      rules: [
        { match, times: 1, answer: { status: 503 }, lateMs: 1 },
        { match, skip: 1, times: 1, ignore: ['cost'], ...second },
      ],
    },
  });
}

describe('an update of which a later attempt was taken in part, and an earlier one may arrive afterwards', () => {
  const WAYS: readonly (readonly [name: string, second: Partial<FaultRule>, outcome: string])[] = [
    ['the answer shows the part', {}, 'unconfirmed answer_differs'],
    ['it is read back', { when: 'after', answer: { status: 503 } }, 'conflict changed_meanwhile'],
  ];

  it.each(WAYS)('is given back with bounds computed upon it: %s', async (_name, second, outcome) => {
    const { sync, undo, values, arrive } = await openHalfTaken(second);
    const before = values();
    const run = await sync(SHEET, { settings: { service: { retries: 1 } } });
    expect(inShort(run)).toEqual([`2 ${outcome}`]);
    expect(values()).toEqual({ ...before, repricing: false });
    await arrive();
    expect(values()).toEqual({
      ...before,
      cost: 700,
      minimum_price: 770,
      maximum_price: 1400,
      repricing: false,
    });
    const undone = await undo(run.folder, { host: muchLater() });
    expect(inShort(undone)).toEqual(['2 updated']);
    expect(values()).toEqual(before);
  });

  it.each(WAYS)('is left alone if others have set what was not seen of it: %s', async (_name, second) => {
    const { sandbox, sync, undo, values } = await openHalfTaken(second);
    const run = await sync(SHEET, { settings: { service: { retries: 1 } } });
    sandbox.changeListing(sandbox.snapshot().listings[0]?.id ?? '', { cost: 777 });
    const before = values();
    expect(inShort(await undo(run.folder, { host: muchLater() }))).toEqual(['2 conflict changed_meanwhile']);
    expect(values()).toEqual({ ...before, cost: 777, repricing: false });
  });
});
