import { describe, expect, it } from 'vitest';
import { measureBroken, measureHonest, measureUnseen } from './measure-rates.ts';

const SAMPLE = { seed: 7, histories: 20 };

/** Misses that are known: amounts that happen to have the same middle. `implausible_column` is for these. */
const MISSED: Readonly<Record<string, number>> = { 'the stock as cost': 0.3 };

const named = <T extends { readonly kind: string }>(rates: readonly T[]) =>
  rates.map((rate) => [rate.kind, rate] as const);

describe('rules that compare a sheet with earlier ones', () => {
  const honest = named(measureHonest(SAMPLE));

  it('are tried on more than 200 histories of honest jobs', () => {
    expect(honest.reduce((sum, [, { histories }]) => sum + histories, 0)).toBeGreaterThan(200);
  });

  it.each(honest)('stop no night of an honest job: %s', (_, { rules }) => {
    expect(rules).toEqual({});
  });

  it.each(named(measureBroken(SAMPLE)))('stop a night that is broken: %s', (kind, { histories, stopped }) => {
    expect((histories - stopped) / histories).toBeLessThanOrEqual(MISSED[kind] ?? 0);
  });

  it.each(named(measureUnseen(SAMPLE)))('do not claim to see: %s', (_, { stopped }) => {
    expect(stopped).toBe(0);
  });
});
