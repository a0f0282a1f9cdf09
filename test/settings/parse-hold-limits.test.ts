import { describe, expect, it } from 'vitest';
import { holdLimits } from '../../src/settings/parse-hold-limits.ts';

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
