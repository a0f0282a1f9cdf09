import { describe, expect, it } from 'vitest';
import { perQuantityOf } from '../../../src/sheet/header/column.ts';
import { aMap, read } from '../support.ts';

describe('perQuantityOf', () => {
  it.each([
    ['Cost per 100', 100n, 'Cost'],
    ['Unit Cost (per 1000)', 1000n, 'Unit Cost'],
    ['EK je 1.000 Stk.', 1000n, 'EK'],
    ['cost_per_100', 100n, 'cost_'],
    ['Purchase price / 10', 10n, 'Purchase price'],
    ['Cost (EUR/100 ST)', 100n, 'Cost (EUR)'],
    ["Prix d'achat par 1 000", 1000n, "Prix d'achat"],
    ['Costo [per 10,000 pz]', 10_000n, 'Costo'],
    ['Cost per 12', 12n, 'Cost'],
    ['Cost per 2500', 2500n, 'Cost'],
  ])('of "%s" is %s', (header, pieces, rest) => {
    expect(perQuantityOf(header)).toEqual({ pieces, rest });
  });

  it.each([
    ...['Cost', 'Cost per unit', 'Cost 100', 'Cost 2024', 'Cost/2024', 'Cost per 100 kg', 'Super 100'],
    ...['Cost per 1000.5', 'per 100 Cost', 'Cost v1/10.2', 'Cost per 1', 'Cost per 100%'],
  ])('of "%s" is nothing', (header) => {
    expect(perQuantityOf(header)).toBeUndefined();
  });
});

describe('a cost whose header says what it is for', () => {
  it.each([
    ['is divided', 'sku;Cost per 100\nA;125.00\n', {}, [{ cost: 125 }]],
    ['is divided with its currency', 'sku;Cost (EUR/1000 ST)\nA;125.00\n', {}, [{ cost: 13 }]],
    ['is divided, mapped', 'sku;Einstand per 100\nA;125.00\n', { cost: 'Einstand per 100' }, [{ cost: 125 }]],
    ['may say it twice', 'sku;Cost per 100;PEINH\nA;125.00;100\n', {}, [{ cost: 125 }]],
  ] as const)('%s', async (_name, text, map, requested) => {
    const { rows } = await read(text, { map: aMap(map) });
    expect(rows.map((row) => (row.kind === 'row' ? row.requested : row))).toEqual(requested);
  });

  it('is refused where a column says otherwise', async () => {
    const { rows } = await read('sku;Cost per 100;PEINH\nA;125.00;1000\n');
    expect(rows).toMatchObject([
      {
        kind: 'invalid',
        problems: [
          { reason: 'cost_divisor_unusable', message: expect.stringContaining('a different number') },
        ],
      },
    ]);
  });
});
