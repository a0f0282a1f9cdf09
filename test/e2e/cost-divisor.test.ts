import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';

const NO_AMOUNTS = { cost: null, minimum_price: null, maximum_price: null, manual_price: null };

/** A run over listings without amounts, and the costs that they hold afterwards. */
async function sync(sheet: string, flags: readonly string[] = []) {
  const listings = ['BOLT', 'NUT', 'SCREW'].map((sku) => ({
    ...NO_AMOUNTS,
    sku,
    currency: 'eur',
    current_price: 1500,
  }));
  const { sandbox, run, costs } = await openStage(listings, sheet);
  const { code, stdout, stderr } = await run('sync', 'costs.csv', '--allow', 'scale_slip', ...flags);
  return { code, said: stdout + stderr, costs: costs(), requests: sandbox.requests.length };
}

const UNKNOWN = 'sku,cost,Lot\nBOLT,125.00,100\nNUT,8.50,1\n';

describe('a cost for more than one piece', () => {
  it('is not sent while nobody has said what a column beside it means', async () => {
    const { code, said, costs, requests } = await sync(UNKNOWN);
    expect({ code, costs, requests }).toEqual({ code: 4, costs: [null, null, null], requests: 0 });
    expect(said).toContain('"Lot" holds amounts, such as "100"');
    expect(said).toContain('if "cost" is for that many pieces, pass --map cost_divisor=Lot');
  });

  it.each([
    ['divided where the column is mapped', UNKNOWN, ['--map', 'cost_divisor=Lot'], 0, [125, 850, null]],
    [
      'sent as it is where the column is declined',
      UNKNOWN,
      ['--map', 'cost_divisor=', '--leave-out', 'Lot'],
      0,
      [12_500, 850, null],
    ],
    [
      'divided by a number with a unit, taken for a word for one piece, and refused for another word',
      'sku,cost,Price unit\nBOLT,125.00,100 ST\nNUT,8.50,Stk\nSCREW,9.50,DZ\n',
      ['--map', 'cost_divisor=Price unit'],
      3,
      [125, 850, null],
    ],
    [
      'divided by what --units says of its unit, and refused for every other one',
      'sku,cost,unit\nBOLT,120.00,DZ\nNUT,8.50,EA\nSCREW,96.00,CS\n',
      ['--units', 'DZ=12'],
      3,
      [1000, 850, null],
    ],
    [
      'divided by what --units says, after all of them are known',
      'sku;EK;unit\nBOLT;120,00;dz.\nNUT;8,50;Stück\nSCREW;96,00;Karton\n',
      ['--units', 'karton=24,DZ=12', '--map', 'cost=EK,sku=sku'],
      0,
      [1000, 850, 400],
    ],
    [
      'taken from the price that counts',
      'Material,VPRSV,VERPR,STPRS,PEINH\nBOLT,S,99.00,125.00,100\nNUT,V,8.50,77.00,1\n',
      ['--allow', 'unsettled,scale_slip'],
      0,
      [125, 850, null],
    ],
    [
      'refused where the price that counts is not in the sheet',
      'Material,VPRSV,VERPR,PEINH\nBOLT,S,99.00,100\nNUT,V,8.50,1\n',
      ['--allow', 'unsettled,scale_slip'],
      3,
      [null, 850, null],
    ],
  ] as const)('is %s', async (_name, sheet, flags, code, costs) => {
    const ended = await sync(sheet, flags);
    expect(ended.costs, ended.said).toEqual(costs);
    expect(ended.code, ended.said).toBe(code);
  });
});

describe('--cost-per', () => {
  it.each([
    ['divides every cost', 'sku,cost\nBOLT,125.00\nNUT,850.00\n', ['--cost-per', '100'], 0, [125, 850, null]],
    [
      'divides below a title that says so',
      'Preise je 100 Stk\nsku;cost\nBOLT;125,00\n',
      ['--cost-per', '100', '--allow', 'unsettled'],
      0,
      [125, null, null],
    ],
    ['agrees with a header', 'sku,Cost per 100\nBOLT,125.00\n', ['--cost-per', '100'], 0, [125, null, null]],
    [
      'refuses a header that says another number',
      'sku,Cost per 10\nBOLT,125.00\n',
      ['--cost-per', '100'],
      2,
      [null, null, null],
    ],
    [
      'refuses a header, also where it says one',
      'sku,Cost per 10\nBOLT,125.00\n',
      ['--cost-per', '1'],
      2,
      [null, null, null],
    ],
    [
      'agrees with pieces, and with the same number, and with no other',
      'sku,cost,unit\nBOLT,125.00,EA\nNUT,850.00,100 ST\nSCREW,5.00,1\n',
      ['--cost-per', '100'],
      3,
      [125, 850, null],
    ],
    [
      'agrees with no other divisor',
      'sku,cost,cost_divisor\nBOLT,125.00,100\nNUT,850.00,1\n',
      ['--cost-per', '100'],
      3,
      [125, null, null],
    ],
    [
      'answers for a column that may say so',
      UNKNOWN,
      ['--cost-per', '1', '--leave-out', 'Lot'],
      0,
      [12_500, 850, null],
    ],
  ] as const)('%s', async (_name, sheet, flags, code, costs) => {
    const ended = await sync(sheet, flags);
    expect(ended.costs, ended.said).toEqual(costs);
    expect(ended.code, ended.said).toBe(code);
  });

  it.each(['0', '-1', '1.5', 'DZ', '1000000000'])('is not %s', async (text) => {
    expect(await sync('sku,cost\nBOLT,5\n', ['--cost-per', text])).toMatchObject({ code: 2, requests: 0 });
  });

  it('divides the rows that go back, by whatever command, and never what undo.csv gives back', async () => {
    const listings = ['BOLT', 'NUT', 'SCREW'].map((sku) => ({
      ...NO_AMOUNTS,
      sku,
      cost: 200,
      currency: 'eur',
    }));
    const { cwd, write, costs, ...stage } = await openStage(listings);
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
    expect((await run('sync', 'first/retry.csv', '--out', 'second')).code).toBe(3);
    correct('second/retry.csv', 'SCREWW');
    const third = await run('sync', 'second/retry.csv', '--out', 'third', '--cost-per', '10');
    expect([third.code, ...costs()], third.stderr).toEqual([0, 250, 190, 180]);
    config({ 'cost-per': 100 });
    const back = await run('sync', 'first/undo.csv', '--out', 'fourth');
    expect([back.code, ...costs()], back.stderr).toEqual([0, 200, 190, 180]);
  });
});
