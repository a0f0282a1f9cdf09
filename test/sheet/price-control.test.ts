import { describe, expect, it } from 'vitest';
import { tableOf } from '../support/listed.ts';
import { aMap, costsIn, read, refusalOfWork } from './support.ts';

describe('a sheet that says which price counts', () => {
  it.each(
    tableOf(`
table fields | MATNR;VPRSV;VERPR;STPRS / A;S;11.50;12.75 / B;V;13.50;14.75 / C;s;1.50;2.75 / D;;3.50;4.75 / | 1275 1350 275 350
English labels | Material;Price control;Moving price;Standard price / A;S;11.50;12.75 / B;V;13.50;14.75 / | 1275 1350
short labels | Material;Prc.;Standard price;Moving price / A;S;11.50;12.75 / B;V;13.50;14.75 / | 1150 1475
shorter labels | Material;Pr.;Moving average price;Std price / A;S;11.50;12.75 / B;V;13.50;14.75 / | 1275 1350
German labels | MATNR;Preissteuerung;VERPR;Standardpreis / A;S;11,50;12,75 / B;Gleitend;13,50;14,75 / | 1275 1350
a letter with its meaning | Material;Price Ctrl;Moving price;Standard price / A;S (Standard price);11.50;12.75
    / B;V - moving;13.50;14.75 / C;Standard;1.50;2.75 / D;Moving average;1.50;2.75 / | 1275 1350 275 150
the fields of an interface | Material;InventoryValuationProcedure;StandardPrice;MovingAveragePrice
    / A;S;11.50;12.75 / B;V;13.50;14.75 / | 1150 1475
what the row divides by | MATNR;VPRSV;VERPR;STPRS;PEINH / A;S;11.50;200;100 / B;V;300;14.75;100 / | 200 300
a decimal comma | MATNR;VPRSV;VERPR;STPRS / A;S;9.999,50;1.250 / B;V;13,50;14,75 / | 125000 1350
a blank in the column that counts | MATNR;VPRSV;VERPR;STPRS / A;S;11.50; / B;V;;14.75 / C;S;;5.25 / | undefined undefined 525
only the moving price | MATNR;VPRSV;VERPR / A;S;11.50 / B;V;13.50 / C;S; / D;S;null / | cost_not_meant 1350 undefined null
only the standard price | MATNR;Preissteuerung;STPRS / A;S;11.50 / B;V;13.50 / | 1150 cost_not_meant
letters that mean something else | MATNR;Pr.;VERPR;STPRS / A;Stk;11.50;12.75 / B;S1;13.50;14.75 / C;VK;1.50;2.75 / | 1150 1350 150
letters beside others | MATNR;VPRSV;VERPR;STPRS / A;as S;11.50;12.75 / B;no standard;1.50;2.75 / C; s ;3.50;4.75 / | 1150 150 475
a cost that is neither of them | MATNR;VPRSV;cost;STPRS / A;S;11.50;12.75 / | 1150
round amounts | MATNR;VPRSV;VERPR;STPRS / A;S;100;10.00 / B;V;1000;1 / | 1000 100000
no column that says so | MATNR;VERPR;STPRS / A;11.50;12.75 / | 1150
a last amount without its tail | MATNR;VPRSV;VERPR;STPRS / A;S;11.50;12.75 / B;S;13.50;14.7 | 1275 cell_cut_short`),
  )('with %s', async (_name, sheet = '', costs) => {
    expect(await costsIn(sheet)).toBe(costs);
  });

  it('reads the other price in the unit that is given for all', async () => {
    const sheet = 'MATNR;VPRSV;VERPR;STPRS / A;S;1150;1275 / B;V;1350;1475 /';
    expect(await costsIn(sheet, { moneyUnit: 'cents' })).toBe('1275 1350');
  });

  it('uses the column that is mapped, and none that has another meaning', async () => {
    const labels = 'Material;Pr.Ctrl;Moving avg price;min / A;Standard price;11.50;9.50 / B;V;13.50;9.50 /';
    expect(await costsIn(labels, { map: aMap({ cost: 'Moving avg price' }) })).toBe('cost_not_meant 1350');
    const swapped = 'A;as V;11.50;12.75 / B;no moving;1.50;2.75 / C;V1;1.50;3.75 / D; v ;3.50;4.75 /';
    const fields = 'MATNR;VPRSV;VERPR;STPRS';
    expect(await costsIn(`${fields} / ${swapped}`, { map: aMap({ cost: 'STPRS' }) })).toBe(
      '1275 275 375 350',
    );
    const both = { map: aMap({ cost: 'VERPR', minimum_price: 'STPRS' }) };
    expect(await costsIn(`${fields} / A;S;11.50;12.75 /`, both)).toBe('cost_not_meant');
  });

  it('notes which column the cost was taken from where it is not the one that is named for all', async () => {
    const { rows } = await read('MATNR;VPRSV;VERPR;STPRS\nA;S;11.50;12.75\nB;V;13.50;14.75\n');
    expect(rows).toMatchObject([
      { notices: [{ reason: 'other_price', message: 'VPRSV "S": the cost is STPRS' }] },
      { notices: [] },
    ]);
  });

  it.each(
    tableOf(`
S | VERPR | the standard price applies, but VERPR is the moving price; export the standard price (STPRS)
V | STPRS | the moving price applies, but STPRS is the standard price; export the moving price (VERPR)`),
  )('names the column that an export would have to have: %s, %s', async (letter, price, said) => {
    const { rows } = await read(`MATNR;VPRSV;${price}\nA; ${letter} ;11.50\n`);
    const message = `VPRSV "${letter}" says that ${said} too, or leave VPRSV out if ${price} applies to every row`;
    expect(rows).toMatchObject([{ problems: [{ reason: 'cost_not_meant', message }] }]);
  });

  it('reads the amounts of both columns with one decimal sign, or not at all', async () => {
    const { message } = await refusalOfWork(read('MATNR;VPRSV;VERPR;STPRS\nA;S;1,50;12.75\nB;V;13,50;1\n'));
    expect(message).toContain('"12.75" on line 2 has a decimal point, "13,50" on line 3 a decimal comma');
  });

  it('takes the currency of the column that counts', async () => {
    const { rows } = await read('MATNR;VPRSV;VERPR (EUR);STPRS (USD)\nA;S;11.50;12.75\nB;V;13.50;14.75\n');
    expect(rows).toMatchObject([{ currency: 'usd' }, { currency: 'eur' }]);
  });
});
