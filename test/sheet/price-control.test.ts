import { describe, expect, it } from 'vitest';
import type { Row } from '../../src/domain/row.ts';
import { aMap, read, refusalOfWork } from './support.ts';

function costsOf(rows: readonly Row[]): readonly unknown[] {
  return rows.map((row) => {
    if (row.kind === 'row') return row.requested.cost;
    return row.kind === 'invalid' ? row.problems.map(({ reason }) => reason).join(' ') : row.kind;
  });
}

describe('a sheet that says which price counts', () => {
  it.each([
    [
      'table fields',
      'MATNR;VPRSV;VERPR;STPRS',
      'A;S;11.50;12.75\nB;V;13.50;14.75\nC;s;1.50;2.75\nD;;3.50;4.75\n',
      [1275, 1350, 275, 350],
    ],
    [
      'English labels',
      'Material;Price control;Moving price;Standard price',
      'A;S;11.50;12.75\nB;V;13.50;14.75\n',
      [1275, 1350],
    ],
    [
      'short labels',
      'Material;Prc.;Standard price;Moving price',
      'A;S;11.50;12.75\nB;V;13.50;14.75\n',
      [1150, 1475],
    ],
    [
      'shorter labels',
      'Material;Pr.;Moving average price;Std price',
      'A;S;11.50;12.75\nB;V;13.50;14.75\n',
      [1275, 1350],
    ],
    [
      'a letter with its meaning',
      'Material;Price Ctrl;Moving price;Standard price',
      'A;S (Standard price);11.50;12.75\nB;V - moving;13.50;14.75\nC;Standard;1.50;2.75\nD;Moving average;1.50;2.75\n',
      [1275, 1350, 275, 150],
    ],
    [
      'the fields of an interface',
      'Material;InventoryValuationProcedure;StandardPrice;MovingAveragePrice',
      'A;S;11.50;12.75\nB;V;13.50;14.75\n',
      [1150, 1475],
    ],
    [
      'what the row divides by',
      'MATNR;VPRSV;VERPR;STPRS;PEINH',
      'A;S;11.50;200;100\nB;V;300;14.75;100\n',
      [200, 300],
    ],
    ['a decimal comma', 'MATNR;VPRSV;VERPR;STPRS', 'A;S;9.999,50;1.250\nB;V;13,50;14,75\n', [125_000, 1350]],
    [
      'a blank in the column that counts',
      'MATNR;VPRSV;VERPR;STPRS',
      'A;S;11.50;\nB;V;;14.75\nC;S;;5.25\n',
      [undefined, undefined, 525],
    ],
    [
      'only the moving price',
      'MATNR;VPRSV;VERPR',
      'A;S;11.50\nB;V;13.50\nC;S;\nD;S;null\n',
      ['cost_not_meant', 1350, undefined, null],
    ],
    [
      'only the standard price',
      'MATNR;Preissteuerung;STPRS',
      'A;S;11.50\nB;V;13.50\n',
      [1150, 'cost_not_meant'],
    ],
    [
      'only the moving price, with its meaning',
      'Material;Pr.Ctrl;Moving avg price;min',
      'A;Standard price;11.50;9.50\nB;V;13.50;9.50\n',
      ['cost_not_meant', 1350],
      'Moving avg price',
    ],
    [
      'letters that mean something else',
      'MATNR;Pr.;VERPR;STPRS',
      'A;Stk;11.50;12.75\nB;S1;13.50;14.75\nC;VK;1.50;2.75\n',
      [1150, 1350, 150],
    ],
    ['a cost that is neither of them', 'MATNR;VPRSV;cost;STPRS', 'A;S;11.50;12.75\n', [1150]],
    ['round amounts', 'MATNR;VPRSV;VERPR;STPRS', 'A;S;100;10.00\nB;V;1000;1\n', [1000, 100_000]],
    ['no column that says so', 'MATNR;VERPR;STPRS', 'A;11.50;12.75\n', [1150]],
  ] as const)('with %s', async (_name, header, rows, costs, cost?: string) => {
    const sheet = await read(`${header}\n${rows}`, cost === undefined ? {} : { map: aMap({ cost }) });
    expect(costsOf(sheet.rows)).toEqual(costs);
  });

  it('reads the other price in the unit that is given for all', async () => {
    const { rows } = await read('MATNR;VPRSV;VERPR;STPRS\nA;S;1150;1275\nB;V;1350;1475\n', {
      moneyUnit: 'cents',
    });
    expect(costsOf(rows)).toEqual([1275, 1350]);
  });

  it('takes nothing from letters beside others, nor from a column that has another meaning', async () => {
    const { rows } = await read(
      'MATNR;VPRSV;VERPR;STPRS\nA;as S;11.50;12.75\nB;no standard;1.50;2.75\nC; s ;3.50;4.75\n',
    );
    expect(costsOf(rows)).toEqual([1150, 150, 475]);
    const swapped = await read(
      'MATNR;VPRSV;VERPR;STPRS\nA;as V;11.50;12.75\nB;no moving;1.50;2.75\nC;V1;1.50;3.75\nD; v ;3.50;4.75\n',
      { map: aMap({ cost: 'STPRS' }) },
    );
    expect(costsOf(swapped.rows)).toEqual([1275, 275, 375, 350]);
    const both = await read('MATNR;VPRSV;VERPR;STPRS\nA;S;11.50;12.75\n', {
      map: aMap({ cost: 'VERPR', minimum_price: 'STPRS' }),
    });
    expect(both.rows).toMatchObject([{ kind: 'invalid', problems: [{ reason: 'cost_not_meant' }] }]);
  });

  it('notes which column the cost was taken from where it is not the one that is named for all', async () => {
    const { rows } = await read('MATNR;VPRSV;VERPR;STPRS\nA;S;11.50;12.75\nB;V;13.50;14.75\n');
    expect(rows).toMatchObject([
      { notices: [{ reason: 'other_price', message: 'VPRSV "S": the cost is STPRS' }] },
      { notices: [] },
    ]);
  });

  it('names the column that an export would have to have', async () => {
    const { rows } = await read('MATNR;VPRSV;VERPR\nA;S;11.50\n');
    expect(rows).toMatchObject([
      {
        problems: [
          {
            reason: 'cost_not_meant',
            message:
              'VPRSV "S" says that the standard price applies, but VERPR is the moving price; export the standard price (STPRS) too, or leave VPRSV out if VERPR applies to every row',
          },
        ],
      },
    ]);
  });

  it('reads the amounts of both columns with one decimal sign, or not at all', async () => {
    const { message } = await refusalOfWork(read('MATNR;VPRSV;VERPR;STPRS\nA;S;1,50;12.75\nB;V;13,50;1\n'));
    expect(message).toContain('"12.75" on line 2 has a decimal point, "13,50" on line 3 a decimal comma');
  });

  it('takes the currency of the column that counts', async () => {
    const { rows } = await read('MATNR;VPRSV;VERPR (EUR);STPRS (USD)\nA;S;11.50;12.75\nB;V;13.50;14.75\n');
    expect(rows).toMatchObject([{ currency: 'usd' }, { currency: 'eur' }]);
  });

  it('takes a last amount without its tail for what it is in either column', async () => {
    const { rows } = await read('MATNR;VPRSV;VERPR;STPRS\nA;S;11.50;12.75\nB;S;13.50;14.7');
    expect(costsOf(rows)).toEqual([1275, 'cell_cut_short']);
  });
});
