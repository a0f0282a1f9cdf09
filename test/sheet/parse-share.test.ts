import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatShare } from '../../src/domain/fees.ts';
import { parseShare } from '../../src/sheet/parse-money.ts';
import { runs } from '../support/runs.ts';

describe('parseShare', () => {
  it.each([
    ['15', 15_000],
    ['15%', 15_000],
    ['15 %', 15_000],
    ['15\u00a0%', 15_000],
    ['015', 15_000],
    ['7.5', 7500],
    ['7,5', 7500],
    ['12.345', 12_345],
    ['12.3450000', 12_345],
    ['15.000', 15_000],
    ['15,00 %', 15_000],
    ['1,250', 1250],
    ['1', 1000],
    ['0.35 %', 350],
    ['0,35%', 350],
    ['0.001%', 1],
    ['0', 0],
    ['0.00', 0],
    ['99.999', 99_999],
  ])('reads "%s"', (text, share) => {
    expect(parseShare(text)).toEqual({ kind: 'share', share });
  });

  it.each([
    '100',
    '100 %',
    '150',
    '1.250.000',
    '12.3456',
    '-5',
    '15 pct',
    '15 EUR',
    '15 %%',
    '1e1',
    '15-20',
    '.5',
    '5.',
    '%',
    'none',
    '',
    '９'.repeat(400),
  ])('refuses "%s"', (text) => {
    expect(parseShare(text)).toEqual({ kind: 'problem', detail: expect.stringContaining('below 100') });
  });

  it.each(['0.15', '0,15', '0.99', '0.001', '00.5'])('asks what "%s" is a part of', (text) => {
    expect(parseShare(text)).toEqual({ kind: 'problem', detail: expect.stringContaining('may be') });
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), (share) => {
        expect(parseShare(`${formatShare(share)} %`)).toEqual({ kind: 'share', share });
      }),
      { numRuns: runs(1000) },
    );
  });
});
