import { describe, expect, it } from 'vitest';
import { ShardOfSheet } from '../../../src/run/sheet/shard-of-sheet.ts';
import { allow, someLimits } from '../../plan/support.ts';
import { aRow, cents } from '../../support/builders.ts';

const RULES = { sheet: 'costs.csv', ignoreCase: false, limits: someLimits() };
const ONE_FEE = { perUnit: { all: cents(30), channels: new Map() } };
const FEES_BY_CHANNEL = { perUnit: { channels: new Map([['uk', cents(30)]]) } };
const EUR = { currency: 'eur', requested: { cost: cents(500) } };

type Rules = Partial<ConstructorParameters<typeof ShardOfSheet>[1]>;

function guardsOf(rows: readonly Parameters<typeof aRow>[0][], rules: Rules = {}, of = 2) {
  const part = new ShardOfSheet({ index: 1, of }, { ...RULES, ...rules });
  for (const row of rows) part.add(aRow(row));
  return () => part.result();
}

describe('ShardOfSheet', () => {
  it.each<readonly [name: string, rows: readonly Parameters<typeof aRow>[0][], rules: Rules]>([
    ['amounts without a currency', [EUR, { line: 7, requested: { cost: cents(500) } }], {}],
    ['a fee without a currency', [EUR, { line: 7, fees: { perUnit: cents(30) } }], {}],
    ['one --fee for all channels', [EUR], { fees: ONE_FEE }],
  ])('refuses %s, since no shard knows the currencies of the others', (_name, rows, rules) => {
    expect(guardsOf(rows, rules)).toThrow('that all shards use the same');
    expect(guardsOf(rows, rules, 1)).not.toThrow();
    expect(guardsOf(rows, { ...rules, currency: 'eur' })).not.toThrow();
    expect(
      guardsOf(rows, { ...rules, limits: someLimits({ allow: allow('mixed_currencies') }) }),
    ).not.toThrow();
  });

  it('takes fees by channel, and in percent', () => {
    expect(guardsOf([EUR, { fees: { share: 15_000 } }], { fees: FEES_BY_CHANNEL })).not.toThrow();
  });
});
