import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { openStage } from '../support/open-stage.ts';
import { anAccount, BUY_BOX } from '../support/test-sandbox.ts';

interface Scene {
  readonly sheet: string;
  readonly listings: readonly Partial<Listing>[];
  readonly config?: object;
  /** Of the cost, which each strategy adds for the minimum. */
  readonly minimumPercent?: number;
}

async function onStage({ sheet, listings, config, minimumPercent }: Scene) {
  const catalogue = anAccount(listings);
  const recompute = minimumPercent === undefined ? undefined : { minimum_percent: minimumPercent };
  const strategies = catalogue.strategies.map((each) => ({
    ...each,
    ...(recompute && { sandbox: { recompute } }),
  }));
  const stage = await openStage([], sheet, { catalogue: { ...catalogue, strategies } });
  const path = join(stage.cwd, 'pricesheet.json');
  if (config) writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  const posts = () => stage.sandbox.requests.filter(({ method }) => method === 'POST');
  let runs = 0;
  const story = async (command: string, ...more: readonly string[]) => {
    const out = `run${++runs}`;
    const ended = await stage.run(command, ...more, '--out', out);
    return { ...ended, ...stage.readRun(out) };
  };
  return { ...stage, story, posts };
}

const inShort = (results: readonly Readonly<Record<string, string>>[]) =>
  results.map(({ sku, status, reason }) => `${sku} ${status}${reason === '' ? '' : ` ${reason}`}`);

const SHEET = `sku,min,fee,fee_percent
LOSES,9.99,0.30,15
COVERS,10.48,0.30,15
SAYS-NOTHING,9.99,,
`;
const COSTS = ['LOSES', 'COVERS', 'SAYS-NOTHING'].map((sku) => ({ sku, cost: 860 }));

describe('fees', () => {
  it('of the sheet block a minimum that does not cover them, and are sent nowhere', async () => {
    const { story, posts } = await onStage({ sheet: SHEET, listings: COSTS });
    const { code, results, retry } = await story('sync', 'costs.csv');
    expect(code).toBe(3);
    expect(inShort(results)).toEqual(['LOSES blocked below_cost', 'COVERS updated', 'SAYS-NOTHING updated']);
    expect(results[0]?.['message']).toBe(
      'minimum_price 9.99 would be under the cost and the fees of 10.40 (cost 8.60, fee 0.30, fee 15 % of 9.99 = 1.50), and 10.48 is the lowest price that covers them',
    );
    expect(Object.keys(results[0] ?? {}).filter((column) => column.includes('fee'))).toEqual([]);
    expect(retry).toMatchObject([{ sku: 'LOSES', min: '9.99', fee: '0.30', fee_percent: '15' }]);
    const sent = posts().map(({ query }) => query.map(([name]) => name).join(' '));
    expect(sent).toEqual(Array(2).fill('currency minimum_price'));
  });

  it('of the settings count where the sheet says nothing', async () => {
    const { story } = await onStage({
      sheet: 'sku,min,fee_percent\nLEFT,10.00,\nOWN,10.00,1\n',
      listings: ['LEFT', 'OWN'].map((sku) => ({ sku, cost: 860, minimum_price: 900 })),
      config: { 'fee-percent': '15 %' },
    });
    const ended = await story('sync', 'costs.csv');
    expect(inShort(ended.results)).toEqual(['LEFT blocked below_cost', 'OWN updated']);
    expect(ended.results[0]?.['message']).toContain('fee 15 % of 10.00 = 1.50');
    const again = await story('sync', 'costs.csv', 'PRICESHEET_FEE_PERCENT=8');
    expect(inShort(again.results)).toEqual(['LEFT updated', 'OWN unchanged']);
  });

  it('are in the plan, so that apply knows them when a strategy has computed another minimum', async () => {
    const { story, posts } = await onStage({
      sheet: 'sku,cost,fee_percent\nA,8.00,15\n',
      // The strategy adds 10 %, which covers the cost and not the fee.
      listings: [{ sku: 'A', strategy: BUY_BOX, cost: 600, minimum_price: 1000, maximum_price: 2000 }],
      minimumPercent: 10,
    });
    expect(inShort((await story('diff', 'costs.csv')).results)).toEqual(['A planned']);
    const applied = await story('apply', 'run1');
    expect(inShort(applied.results)).toEqual(['A unconfirmed below_cost']);
    expect(applied.results[0]?.['message']).toContain(
      'but now minimum_price 8.80 is under the cost and the fees of 9.32 (cost 8.00, fee 15 % of 8.80 = 1.32)',
    );
    expect(posts()).toHaveLength(1);
  });

  it('are shown by explain', async () => {
    const { run, story } = await onStage({ sheet: SHEET, listings: COSTS });
    await story('diff', 'costs.csv', 'PRICESHEET_FEE=0.10');
    expect((await run('explain', 'run1', 'LOSES')).stdout).toMatch(
      /Fees +0\.30 a unit\n +15 % of the price\n/,
    );
    expect(JSON.parse((await run('explain', 'run1', 'SAYS-NOTHING', '--json')).stdout).rows).toMatchObject([
      { fees: { per_unit: '0.10', percent: null } },
    ]);
  });
});
