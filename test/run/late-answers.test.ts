import { describe, expect, it } from 'vitest';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { anAccount } from '../support/an-account.ts';
import { turn } from '../support/gate.ts';
import { inShort, muchLater, openLateShop, openShop, readResults } from './support.ts';

const SHEET = 'sku,cost,minimum_price\nSKU-1,6.40,11.00\n';

type Loss = Pick<FaultRule, 'answer' | 'reset' | 'delayMs'>;

const LISTED = anAccount([{}]).listings[0];
const AS_BEFORE: Loss = { answer: { status: 202, body: LISTED } };

const LOSSES: readonly (readonly [name: string, loss: Loss])[] = [
  ...[503, 408, 409, 429, 302].map((status) => [`answered ${status}`, { answer: { status } }] as const),
  ['reset', { reset: true }],
  ['answered with nonsense', { answer: { status: 200, body: 'Welcome' } }],
  ['answered with another SKU', { answer: { status: 200, body: { ...LISTED, sku: 'SKU-2' } } }],
  ['never answered', { delayMs: 1 }],
  ['accepted, with the values from before', AS_BEFORE],
];

/**
 * A listing whose updates are lost, all attempts of the first. What waits in there arrives when the test says so; where it is not `late`, it
 * never does.
 */
async function openLate(loss: Loss, late: boolean) {
  const rule: FaultRule = {
    match: { method: 'POST' },
    times: loss === AS_BEFORE ? 1 : 2,
    ...loss,
    ...(late && loss.delayMs === undefined && { lateMs: 1 }),
  };
  const shop = await openLateShop({ listings: [{}], faults: { rules: [rule] } });
  const settings = { service: { retries: 1, timeoutMs: loss.delayMs === undefined ? 10_000 : 100 } };
  return { ...shop, settings, arrive: late ? shop.arrive : turn };
}

const LATE_OR_NEVER = [
  ['and arrives later', true],
  ['and never arrives', false],
] as const;

describe.each(LOSSES)('an update that is %s', (_name, loss) => {
  const [reason, attempts] = loss === AS_BEFORE ? ['answer_differs', '1'] : ['answer_lost', '2'];
  describe.each(LATE_OR_NEVER)('%s', (_when, late) => {
    it('is unconfirmed, and an undo is not sure of anything before nothing can arrive any more', async () => {
      const { sync, undo, values, arrive, settings } = await openLate(loss, late);
      const before = values();
      const run = await sync(SHEET, { settings });
      expect([inShort(run), run.exitCode]).toEqual([[`2 unconfirmed ${reason}`], 3]);
      expect(readResults(run)[0]).toMatchObject({ attempts });
      const early = await undo(run.folder);
      expect([inShort(early), early.exitCode]).toEqual([['2 unconfirmed may_arrive'], 3]);
      expect(readResults(early)[0]?.['message']).toMatch(
        /^An update that the run sent may still arrive .* undo the run once more after \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
      );
      await arrive();
      expect(values()).toEqual(late ? { ...before, cost: 640, minimum_price: 1100 } : before);
      const soon = await undo(run.folder);
      expect([inShort(soon), soon.exitCode]).toEqual([['2 unconfirmed may_arrive'], 3]);
      expect(values()).toEqual(before);
      const settled = await undo(run.folder, { host: muchLater() });
      expect([inShort(settled), settled.exitCode]).toEqual([['2 unchanged'], 0]);
      expect(values()).toEqual(before);
    });

    it('is given back for good by an undo after that time', async () => {
      const { sync, undo, values, arrive, settings } = await openLate(loss, late);
      const before = values();
      const run = await sync(SHEET, { settings });
      await arrive();
      const undone = await undo(run.folder, { host: muchLater() });
      expect([inShort(undone), undone.exitCode]).toEqual([[late ? '2 updated' : '2 unchanged'], 0]);
      expect(values()).toEqual(before);
    });

    it('is settled by an apply of the run', async () => {
      const { sync, apply, values, arrive, posts, settings } = await openLate(loss, late);
      const before = values();
      const run = await sync(SHEET, { settings });
      const sent = posts().length;
      await arrive();
      const applied = await apply(run.folder);
      expect(inShort(applied)).toEqual([late ? '2 updated already_updated' : '2 updated']);
      expect(applied.exitCode).toBe(0);
      expect(values()).toEqual({ ...before, cost: 640, minimum_price: 1100 });
      if (loss.delayMs === undefined) expect(posts().length - sent).toBe(late ? 0 : 1);
    });
  });

  it('may arrive after it was sent again by an apply, and then an undo of that is not sure either', async () => {
    const { sync, apply, undo, values, arrive, settings } = await openLate(loss, true);
    const before = values();
    const run = await sync(SHEET, { settings });
    const applied = await apply(run.folder);
    expect(inShort(applied)).toEqual(['2 updated']);
    expect(inShort(await undo(applied.folder))).toEqual(['2 unconfirmed may_arrive']);
    expect(values()).toEqual(before);
    await arrive();
    expect(values()).toEqual({ ...before, cost: 640, minimum_price: 1100 });
    expect(inShort(await undo(applied.folder, { host: muchLater() }))).toEqual(['2 updated']);
    expect(values()).toEqual(before);
  });
});

describe('an update that was sent again', () => {
  it.each([
    ['reset', { reset: true }],
    ['answered 503', { answer: { status: 503 } }],
  ] as const)('is updated, and an undo reckons with the first attempt, which was %s', async (_name, loss) => {
    const { sync, undo, values, arrive } = await openLate({ ...loss }, true);
    const before = values();
    const run = await sync(SHEET, { settings: { service: { retries: 2 } } });
    expect(inShort(run)).toEqual(['2 updated']);
    const early = await undo(run.folder);
    expect([inShort(early), early.exitCode]).toEqual([['2 unconfirmed may_arrive'], 3]);
    expect(values()).toEqual(before);
    await arrive();
    expect(values()).toMatchObject({ cost: 640 });
    expect(inShort(await undo(run.folder, { host: muchLater() }))).toEqual(['2 updated']);
    expect(values()).toEqual(before);
  });

  it('does not stop at listings that it gave back, of which another attempt may still arrive', async () => {
    const rules = [{ match: { method: 'POST' }, times: 5, answer: { status: 503 } }] as const;
    const { sync, undo, values } = await openShop({ listings: [{}, {}, {}, {}, {}], faults: { rules } });
    const before = values();
    const rows = [1, 2, 3, 4, 5].map((number) => `SKU-${number},6.40\n`).join('');
    const settings = { service: { concurrency: 5 } };
    const run = await sync(`sku,cost\n${rows}`, { settings });
    expect(new Set(readResults(run).map(({ status }) => status))).toEqual(new Set(['updated']));
    const undone = await undo(run.folder, { settings: { maxFailures: { kind: 'count', count: 1 } } });
    expect(undone).toMatchObject({ exitCode: 3, stop: undefined });
    expect(new Set(readResults(undone).map(({ reason }) => reason))).toEqual(new Set(['may_arrive']));
    expect(values()).toEqual(before);
  });
});
