import { describe, expect, it } from 'vitest';
import { unitSizes } from '../../src/settings/parse-lists.ts';
import { pairsOf, tableOf } from '../support/listed.ts';
import { aMap, costsIn, read } from './support.ts';

/** The cost of each row in cents, or why it has none. */
function costsOf(sheet: string, units?: string, map = {}): Promise<string> {
  const parsed = units === undefined ? undefined : unitSizes(units);
  if (parsed?.ok === false) throw new Error(parsed.why);
  return costsIn(`${sheet} /`, { units: parsed?.value, map: aMap(map) });
}

describe('a column unit', () => {
  it.each(
    `EA ea. Each PC PCS pce Piece pieces ST Stk Stk. STÜCK Stueck UN u. szt szt. pz PZA pezzo unité UNITE unidad unité. 1 1.00 001
     pièce C62 H87 NAR stuks ks db шт 個`.split(/\s+/),
  )('takes %s for one', async (word) => {
    expect(await costsOf(`sku;cost;unit / A;120.55;${word}`)).toBe('12055');
  });

  it('reads numbers of pieces', async () => {
    const pairs =
      '100 ST = 100 | 100ST = 100 | 5er = 5 | 1000 = 1000 | 1,000 EA = 1000 | per 10 = 10 | je 10 Stk. = 10 | / 50 pcs = 50 | 50 unités = 50';
    for (const [text, pieces] of pairsOf(pairs))
      expect([text, await costsOf(`sku;cost;unit / A;1000.00;${text}`)]).toEqual([
        text,
        `${100_000 / Number(pieces)}`,
      ]);
  });

  it.each(
    ` | DZ | doz | CS | Karton | VPE | pack | paar | pr | kg | m | 100 m | 100 KG | C | TH | 0 | -1 | 1.5 | EA/CS | 12 x EA | 1 DZ | 2-pack
     | null | 1e3 | 1000000000`.split(/\s*\| /),
  )('guesses nothing for "%s"', async (word) => {
    expect(await costsOf(`sku;cost;unit / A;120.00;${word} / B;7.00;EA`)).toBe('unit_unknown 700');
  });

  it.each(
    tableOf(`
in pieces that --units says | sku,cost,unit / A,120,DZ / B,5,EA / C,96,CS | DZ=12,CS=24 | 1000 500 400
in any case, with a dot or without | sku,cost,unit / A,120,Dz. / B,12,dz | DZ=12 | 1000 100
with blanks inside | sku,cost,unit / A,60,PK  6 | pk 6 = 6 | 1000
with other accents | sku,cost,unit / A,96,BOÎTE | boite=24 | 400
one for blank cells | sku,cost,unit / A,5, / B,6,EA / C,60,DZ | =1,DZ=12 | 500 600 500
even of a word for one | sku,cost,unit / A,500,UN | UN=100 | 500
where another column is the unit | sku,cost,UOM / A,120,DZ | DZ=12 | 1000
of a cost_divisor as well | sku,cost,cost_divisor / A,120,DZ / B,5,ea / C,500,100 | DZ=12 | 1000 500 500
rounded as any cost | sku,cost,unit / A,100,DZ | DZ=12 | 833
not by two numbers | sku,cost,cost_divisor,unit / A,500,100,DZ | DZ=12 | cost_divisor_unusable
not by two equal numbers | sku,cost,cost_divisor,unit / A,500,12,DZ | DZ=12 | cost_divisor_unusable
by one of one and another | sku,cost,cost_divisor,unit / A,120,1,DZ / B,500,100,ST / C,5,EA,1 | DZ=12 | 1000 500 500
by a header, beside a word for one | sku,Cost per 100,unit / A,500,ST | DZ=12 | 500
by a header, beside the same | sku,Cost per 100,unit / A,500,100 ST | DZ=12 | 500
not by a header, beside another | sku,Cost per 100,unit / A,500,DZ / B,500,1 | DZ=12 | cost_divisor_unusable cost_divisor_unusable
by the decimal sign of later costs | sku;cost;unit / A;1250;1.000 ST / B;1250,50;1.000 ST | DZ=12 | 125 125
by the decimal point of later costs | sku;cost;unit / A;1250;1.000 ST / B;1250.50;1.000 ST | DZ=12 | 125000 125050`),
  )('divides %s', async (_name, sheet = '', units, costs) => {
    const map = sheet.includes('UOM') ? { unit: 'UOM' } : {};
    expect(await costsOf(sheet, units, map)).toBe(costs);
  });

  it('is no concern of rows without a cost', async () => {
    const { rows } = await read('sku,cost,min,unit\nA,,9,CS\nB,null,,CS\nC,,8,\n');
    expect(rows.map((row) => row.kind === 'row' && row.requested)).toEqual([
      { minimum_price: 900 },
      { cost: null },
      { minimum_price: 800 },
    ]);
  });

  it.each([
    ['DZ', 'unit "DZ" is not a known unit; to say how many pieces it has, pass --units DZ=12'],
    ['Dtz.', 'unit "Dtz." is not a known unit; to say how many pieces it has, pass --units Dtz.=12'],
    ['PK 6', 'unit "PK 6" is not a known unit; to say how many pieces it has, pass --units "PK 6=N"'],
    ['', 'unit is blank; if that means one piece, pass --units =1'],
  ])('names the way out for "%s"', async (word, message) => {
    const { rows } = await read(`sku;cost;unit\nA;5;${word}\n`);
    expect(rows).toMatchObject([{ problems: [{ message }] }]);
  });
});

it.each(['', 'DZ', 'DZ=', 'DZ=0', 'DZ=1.5', 'DZ=-1', 'DZ=12,', 'DZ=12,dz.=13', 'DZ=1000000000', 'A,B=2'])(
  '--units "%s" is refused',
  (text) => {
    expect(unitSizes(text).ok).toBe(false);
  },
);
