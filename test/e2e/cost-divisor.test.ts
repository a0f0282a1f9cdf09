import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLines } from '../sheet/support.ts';
import { tableOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';

const NO_AMOUNTS = { cost: null, minimum_price: null, maximum_price: null, manual_price: null };
const PIECES = ['BOLT', 'NUT', 'SCREW'].map((sku) => ({ ...NO_AMOUNTS, sku, currency: 'eur' }));

/** A run over listings without amounts, and the costs that they hold afterwards. */
async function sync(sheet: string, flags: readonly string[] = []) {
  const listings = PIECES.map((piece) => ({ ...piece, current_price: 1500 }));
  const { sandbox, run, costs } = await openStage(listings, sheet);
  const { code, stdout, stderr } = await run('sync', 'costs.csv', '--allow', 'scale_slip', ...flags);
  return { code, said: stdout + stderr, costs: costs(), requests: sandbox.requests.length };
}

const UNKNOWN = 'sku,cost,Lot / BOLT,125.00,100 / NUT,8.50,1 /';

describe('a cost for more than one piece', () => {
  it.each(
    tableOf(`
divided where the column is mapped | ${UNKNOWN} | --map cost_divisor=Lot | 0 | 125 850
sent as it is where the column is declined | ${UNKNOWN} | --map cost_divisor= --leave-out Lot | 0 | 12500 850
sent as it is where --cost-per answers for the column | ${UNKNOWN} | --cost-per 1 --leave-out Lot | 0 | 12500 850
divided by what --units says, after all of them are known
    | sku;EK;unit / BOLT;120,00;dz. / NUT;8,50;Stück / SCREW;96,00;Karton /
    | --units karton=24,DZ=12 --map cost=EK,sku=sku | 0 | 1000 850 400
divided by --cost-per | sku,cost / BOLT,125.00 / NUT,850.00 / | --cost-per 100 | 0 | 125 850
divided by --cost-per below a title that says so
    | Preise je 100 Stk / sku;cost / BOLT;125,00 / | --cost-per 100 --allow unsettled | 0 | 125
divided once by --cost-per and a header | sku,Cost per 100 / BOLT,125.00 / | --cost-per 100 | 0 | 125
not divided by a header that --cost-per contradicts | sku,Cost per 10 / BOLT,125.00 / | --cost-per 100 | 2
not divided by a header, also where --cost-per is one | sku,Cost per 10 / BOLT,125.00 / | --cost-per 1 | 2
divided by --cost-per beside pieces and the same number alone
    | sku,cost,unit / BOLT,125.00,EA / NUT,850.00,100 ST / SCREW,5.00,12 / | --cost-per 100 | 3 | 125 850
divided by --cost-per beside no other divisor
    | sku,cost,cost_divisor / BOLT,125.00,100 / NUT,850.00,1 / | --cost-per 100 | 3 | 125`),
  )('is %s', async (_name, sheet = '', flags = '', code, costs = '') => {
    const ended = await sync(inLines(sheet), flags.split(' '));
    expect([ended.code, ended.costs.join(' ').trim()], ended.said).toEqual([
      Number(code),
      costs.replace('null', '').trim(),
    ]);
  });
});

describe('a cost that was divided', () => {
  const listed = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ sku: `BOLT-${n}`, cost: 500, currency: 'eur' }));

  it('is said to be where it is blocked, and where its row is explained', async () => {
    const { run, readRun } = await openStage(listed(1), 'sku,cost,unit\nBOLT-0,4.88,CS\n');
    await run('sync', 'costs.csv', '--units', 'CS=12', '--out', 'run');
    expect(readRun('run').results[0]?.['message']).toContain(
      "cost moves from 5.00 to 0.41 (−91.8 %; the sheet's cost is for 12 pieces)",
    );
    const { stdout } = await run('explain', 'run', 'BOLT-0');
    expect(stdout).toMatch(/cost +cost +"4.88" +0.41 \(the cell is for 12 pieces\)/);
  });

  it('is what scale_slip speaks of, where that explains the factor', async () => {
    const rows = listed(10).map(({ sku }) => `${sku},5.00,100\n`);
    const { run } = await openStage(listed(10), `sku,cost,cost_divisor\n${rows.join('')}`);
    const { code, stdout, stderr } = await run('sync', 'costs.csv');
    expect(code).toBe(4);
    expect(stdout + stderr).toContain('each cost was divided by the pieces');
  });
});

describe('--cost-per', () => {
  it('divides the rows that go back, by whatever command, and never what undo.csv gives back', async () => {
    const { cwd, write, costs, ...stage } = await openStage(PIECES.map((piece) => ({ ...piece, cost: 200 })));
    const run = (...argv: readonly string[]) => stage.run(...argv, '--allow', 'scale_slip');
    const config = (settings: object) => write(JSON.stringify(settings), 'pricesheet.json');
    write('listing_id,sku,cost\n,BOLT,250.00\n,NUTT,190.00\n,SCREWW,180.00\n');
    config({ jobs: { costs: { 'cost-per': 100 } } });
    const first = await run('sync', 'costs.csv', '--out', 'first');
    expect([first.code, ...costs()]).toEqual([3, 250, 200, 200]);
    const correct = (file: string, wrong: string) => {
      const path = join(cwd, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(wrong, wrong.slice(0, -1)));
    };
    config({});
    correct('first/retry.csv', 'NUTT');
    // Under another name nothing says that its costs are for a hundred pieces.
    copyFileSync(join(cwd, 'first/retry.csv'), join(cwd, 'first/repaired.csv'));
    const renamed = await run('sync', 'first/repaired.csv');
    expect([renamed.code, ...costs()]).toEqual([4, 250, 200, 200]);
    expect(renamed.stdout.replaceAll(/\s+/g, ' ')).toContain('save this file there as retry.csv');
    expect((await run('sync', 'first/retry.csv', '--out', 'second')).code).toBe(3);
    correct('second/retry.csv', 'SCREWW');
    const third = await run('sync', 'second/retry.csv', '--out', 'third', '--cost-per', '10');
    expect([third.code, ...costs()], third.stderr).toEqual([0, 250, 190, 180]);
    expect(third.stdout).toContain('Repair these rows in the sheet too');
    config({ 'cost-per': 100 });
    // Away from its plan nothing but its columns shows what it is.
    write(readFileSync(join(cwd, 'first/undo.csv')), 'copied.csv');
    const copied = await run('sync', 'copied.csv');
    expect([copied.code, ...costs()]).toEqual([2, 250, 190, 180]);
    expect(reasonIn(copied.stderr)).toContain(
      'whose costs are for one piece, and cost-per is 100. Pass --cost-per 1',
    );
    const back = await run('sync', 'first/undo.csv', '--out', 'fourth');
    expect([back.code, ...costs()], back.stderr).toEqual([0, 200, 190, 180]);
  });
});
