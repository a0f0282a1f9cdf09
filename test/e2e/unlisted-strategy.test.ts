import { describe, expect, it } from 'vitest';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { goOn, openStage, type Stage } from '../support/open-stage.ts';
import { AMAZON_CHANNEL, anAccount, BUY_BOX, withComputedBounds } from '../support/test-sandbox.ts';

const GONE = '50000000-0000-4000-8000-00000000dead';
const SHEET = 'sku,cost,strategy\nSKU-1,6.40,Buy Box\nSKU-2,6.40,Buy Box\n';

/** Strategies that compute the bounds upon a cost or a strategy, one of which is to be deleted. */
function anAccountOf(listings: readonly Partial<Listing>[]): Catalogue {
  const account = anAccount(listings);
  const [first] = account.strategies;
  const strategies = [...account.strategies, ...(first ? [{ ...first, id: GONE, name: 'Old Box' }] : [])];
  return withComputedBounds({ ...account, strategies });
}

function onStage(listings: readonly Partial<Listing>[], sheet = SHEET) {
  return openStage([], sheet, { catalogue: anAccountOf(listings) });
}

/** The service goes on without it. */
function withoutIt(stage: Stage, rules: readonly FaultRule[] = []): Promise<Stage> {
  const account = stage.sandbox.snapshot();
  const strategies = account.strategies.filter(({ id }) => id !== GONE);
  return goOn(stage, { catalogue: { ...account, strategies }, faults: { rules } });
}

function shown({ sandbox }: Stage): readonly string[] {
  return sandbox
    .snapshot()
    .listings.map(({ cost, minimum_price, maximum_price, strategy }) =>
      [cost, minimum_price, maximum_price, strategy].join(' '),
    );
}

const inShort = ({ status, reason }: Readonly<Record<string, string>>) => `${status} ${reason}`.trim();

describe('a strategy that was deleted after a run had replaced it', () => {
  const BEFORE = { strategy: GONE, cost: 600, minimum_price: 1000, maximum_price: 2000 };

  const SILENT = { match: { method: 'POST', query: { strategy: GONE } }, times: 99, answer: { status: 422 } };

  it.each<readonly [string, readonly FaultRule[]]>([
    ['naming the parameter', []],
    ['without a reason', [SILENT]],
  ])('undo gives everything else back where the service refuses it, %s', async (_name, rules) => {
    let stage = await onStage([BEFORE, BEFORE]);
    expect((await stage.run('sync', 'costs.csv', '--out', 'made')).code).toBe(0);
    expect(shown(stage)).toEqual(Array.from({ length: 2 }, () => `640 704 1280 ${BUY_BOX}`));
    stage = await withoutIt(stage, rules);
    const { code, stdout } = await stage.run('undo', 'made', '--out', 'undone');
    expect(code).toBe(3);
    expect(shown(stage)).toEqual(Array.from({ length: 2 }, () => `600 1000 2000 ${BUY_BOX}`));
    expect(stdout.replaceAll('\n', ' ')).toContain(`The strategy ${GONE} was not given back`);
    expect(stdout).toContain('undo of made, 2 rows, 0 listings updated, 2 in part\n');
    expect(stdout).toContain('\nChanges made\n');
    expect(stdout).toContain('undo this run: pricesheet undo undone\n');
    const { results, journal, summary } = stage.readRun('undone');
    expect(results.map(inShort)).toEqual(Array.from({ length: 2 }, () => 'conflict strategy_refused'));
    // Cost, minimum and maximum of both.
    expect(summary.changes.total).toBe(6);
    expect(journal.map(({ kind }) => kind)).toEqual(['outcome', 'outcome', 'end']);
    expect((await stage.run('undo', 'undone')).code).toBe(0);
    expect(shown(stage)).toEqual(Array.from({ length: 2 }, () => `640 704 1280 ${BUY_BOX}`));
  });
});

describe('a list of strategies that answers 500', () => {
  const DOWN: FaultRule = { match: { path: '/strategies' }, times: 999, answer: { status: 500 } };
  const listings = [{ strategy: GONE }, { strategy: null }];

  it('keeps undo from nothing, which asks for it no more', async () => {
    let stage = await onStage(listings);
    const before = shown(stage);
    await stage.run('sync', 'costs.csv', '--out', 'made');
    stage = await goOn(stage, { faults: { rules: [DOWN] } });
    const { code, stdout } = await stage.run('undo', 'made', '--out', 'undone');
    expect([code, shown(stage)]).toEqual([0, before]);
    expect(stage.sandbox.requests.filter(({ path }) => path === '/strategies')).toEqual([]);
    // As the run knew them.
    expect(stdout).toMatch(/strategy +Buy Box +Old Box/);
  });

  it('leaves the names out of a sync that sets none, and is asked once', async () => {
    const sheet = 'sku,cost\nSKU-1,6.40\n';
    const stage = await openStage([{ strategy: BUY_BOX }], sheet, { faults: { rules: [DOWN] } });
    expect((await stage.run('sync', 'costs.csv', '--out', 'made')).code).toBe(0);
    expect(stage.sandbox.requests.filter(({ path }) => path === '/strategies')).toHaveLength(1);
    expect(stage.readRun('made').results[0]).toMatchObject({ status: 'updated', message: '' });
  });
});

describe('a sync that replaces a strategy which is in no list', () => {
  const unlisted = { strategy: GONE, channel: AMAZON_CHANNEL };

  it('says beforehand that it may not come back, in the dry run and on the row', async () => {
    let stage = await onStage([unlisted, {}]);
    stage = await withoutIt(stage);
    const { stdout } = await stage.run('diff', 'costs.csv', '--out', 'looked-at');
    expect(stdout.replaceAll('\n', ' ')).toContain(
      "A replaced strategy is not in the account's list (it may have been deleted) in 1 update",
    );
    const { results } = stage.readRun('looked-at');
    expect(results.map(({ message = '' }) => message.includes(GONE))).toEqual([true, false]);
    await stage.run('apply', 'looked-at', '--out', 'applied');
    expect(stage.readRun('applied').results[0]?.['message']).toContain('is in no list');
  });
});
