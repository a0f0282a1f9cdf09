import { expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';

const LISTINGS = ['A', 'B', 'C'].map((sku) => ({ sku, cost: 400 }));

const TITLED = 'sku,cost,Bezeichnung\nA,1,Teller für Küche\nA,2,Teller für Bad\nB,3,Becher\nC,3,Krug\n';
const RETRIED = 'sku,cost,listing_id,status,reason,message\nA,1,,invalid,x,Line 3\nA,2,,invalid,x,Line 2\n';
const LAGER =
  '2 SKUs have 2 rows each that disagree; "Lager" distinguishes them ("Ost", "Main"): pass --where Lager=Ost to choose';
const NONE =
  '2 SKUs have 2 to 3 rows each that disagree; keep one of lines 2 and 3, of lines 4, 5 and 6, or pass --duplicates';
const ONE = '1 SKU has 2 rows that disagree; keep one of lines 2 and 3, or pass --duplicates first or last';

it.each([
  ['a warehouse', 'sku,cost,Lager,id\nA,1,Ost,1\nA,2,Main,2\nB,3,Ost,3\nB,4,Main,4\nC,5,Ost,5\n', LAGER],
  ['a blank', 'sku,cost,Price list\nA,1,Retail\nA,2,\n', 'pass --where "Price list=Retail" to choose'],
  ['a day', 'sku;cost;ab\nA;1;2026-01-01\nA;2;2027-01-01\nA;3;2028-01-01\n', 'pass --map valid_from=ab if'],
  ['a unit', 'sku;cost;ME\nA;1;ST\nA;10;DZ\n', 'pass --map unit=ME if it is the unit of the cost, or --wh'],
  ['nothing', 'sku;cost;Farbe\nA;1;rot\nA;2;rot\nB;1;rot\nB;2;rot\nB;3;blau\n', NONE],
  ['a title that all other SKUs lack', TITLED, ONE],
  ['a column of a retry file', RETRIED, ONE],
])('rows that disagree are distinguished once by %s, in a check and in a run', async (_name, sheet, said) => {
  const { run } = await openStage(LISTINGS, sheet);
  for (const command of ['check', 'diff']) {
    const { stdout, stderr } = await run(command, 'costs.csv');
    const text = `${stdout}${stderr}`.replace(/\s+/g, ' ');
    expect(text).toContain(said);
    expect(text.split('that disagree').length).toBe(2);
  }
});

it.each(['check', 'diff'])('a row that disagrees with an unreadable one is invalid: %s', async (command) => {
  const { run } = await openStage(LISTINGS, 'sku,cost,Lager\nA,2,\nA,3\nB,4.10,\n');
  const { code, stdout } = await run(command, 'costs.csv');
  expect(code, stdout).toBe(3);
  expect(stdout).toContain("Line 3 has the same SKU and can't be read");
  expect(stdout).not.toContain('that disagree');
});
