import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatShare } from '../../src/domain/fees.ts';
import { parseShare } from '../../src/sheet/parse-money.ts';
import { pairsOf } from '../support/listed.ts';
import { runs } from '../support/runs.ts';

describe('parseShare', () => {
  it('reads percentages', () => {
    const pairs =
      '15 = 15000 | 15% = 15000 | 15 % = 15000 | 15\u00a0% = 15000 | 015 = 15000 | 7.5 = 7500 | 7,5 = 7500 | 12.345 = 12345 | 12.3450000 = 12345 | 15,00 % = 15000 | 1,250 = 1250 | 1 = 1000 | 0.35 % = 350 | 0,35% = 350 | 0.001% = 1 | 0 = 0 | 0.00 = 0 | 99.999 = 99999';
    for (const [text, share] of pairsOf(pairs))
      expect([text, parseShare(text)]).toEqual([text, { kind: 'share', share: Number(share) }]);
  });

  it('refuses what is not below 100, or not a percentage', () => {
    const texts = '100|100 %|150|1.250.000|12.3456|-5|15 pct|15 EUR|15 %%|1e1|15-20|.5|5.|%|none|';
    for (const text of [...texts.split('|'), '９'.repeat(400)])
      expect([text, parseShare(text)]).toEqual([
        text,
        { kind: 'problem', detail: expect.stringContaining('below 100') },
      ]);
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
