import { describe, expect, it } from 'vitest';
import { feeAmounts, feeShares } from '../../src/settings/parse-fees.ts';

const of = (all: number | undefined, channels: Readonly<Record<string, number>> = {}) => ({
  ok: true,
  value: { all, channels: new Map(Object.entries(channels)) },
});

describe('--fee', () => {
  it.each([
    ['0.30', of(30)],
    ['0.3', of(30)],
    ['3', of(300)],
    ['0', of(0)],
    ['0.30,uk=0.35', of(30, { uk: 35 })],
    [' uk = 0.35 , us=1 ,0.30', of(30, { uk: 35, us: 100 })],
    ['uk=0.35', of(undefined, { uk: 35 })],
  ])('understands "%s"', (text, parsed) => {
    expect(feeAmounts(text)).toEqual(parsed);
  });

  it.each([
    '',
    ',',
    '0.30,',
    '0,30',
    '0.305',
    '-1',
    '1e2',
    '15%',
    '0.30 eur',
    '€0.30',
    '.5',
    'uk=',
    '=1',
    'uk=1,uk=2',
    '1,2',
    'uk=1=2',
    '9'.repeat(20),
  ])('refuses "%s"', (text) => {
    expect(feeAmounts(text).ok).toBe(false);
  });
});

describe('--fee-percent', () => {
  it.each([
    ['15', of(15_000)],
    ['15%', of(15_000)],
    ['7.5 %,uk=0.35 %', of(7500, { uk: 350 })],
    ['uk=0', of(undefined, { uk: 0 })],
  ])('understands "%s"', (text, parsed) => {
    expect(feeShares(text)).toEqual(parsed);
  });

  it.each(['', '100', '0.15', '7,5', '-1', 'uk=0.15', '12.3456', 'cost=5%,5%,6%', 'uk=5,uk=6'])(
    'refuses "%s"',
    (text) => {
      expect(feeShares(text).ok).toBe(false);
    },
  );
});
