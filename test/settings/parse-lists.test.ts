import { describe, expect, it } from 'vitest';
import { feeAmounts, feeShares, holdLimits } from '../../src/settings/parse-lists.ts';

const of = (all: number | undefined, channels: Readonly<Record<string, number>> = {}) => ({
  ok: true,
  value: { all, channels: new Map(Object.entries(channels)) },
});

describe('fee', () => {
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

describe('fee-percent', () => {
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

const ALL = (percent: number) => ({
  cost: percent,
  minimum_price: percent,
  maximum_price: percent,
  manual_price: percent,
});

describe('--hold-over', () => {
  it.each([
    ['10%', ALL(10)],
    ['12.5', ALL(12.5)],
    ['0', ALL(0)],
    ['10%, cost = 25 %', { ...ALL(10), cost: 25 }],
    ['cost=25%,10%', { ...ALL(10), cost: 25 }],
    ['manual_price=5,minimum_price=1', { manual_price: 5, minimum_price: 1 }],
  ])('understands "%s"', (text, value) => {
    expect(holdLimits(text)).toEqual({ ok: true, value });
  });

  it.each([
    '',
    ',',
    '10%,',
    '10%,5%',
    'cost=',
    'cost=1%,cost=2%',
    'strategy=1%',
    '=5%',
    'x',
    '10%;cost=5%',
    '-1',
  ])('refuses "%s"', (text) => {
    expect(holdLimits(text).ok).toBe(false);
  });
});
