import { describe, expect, it } from 'vitest';
import { mayRecompute } from '../../src/domain/stages.ts';
import { anUpdate, cents } from '../support/builders.ts';

describe('mayRecompute', () => {
  it.each([
    ['a new cost', { cost: cents(700) }, 's-1', true],
    ['a new cost without a strategy', { cost: cents(700) }, null, false],
    ['a new strategy', { strategy: 's-1' }, 's-1', true],
    ['a strategy taken away', { strategy: null }, null, false],
    ['neither cost nor strategy', { repricing: false, minimum_price: cents(1) }, 's-1', false],
  ])('upon %s', (_name, desired, strategy, expected) => {
    expect(mayRecompute(anUpdate(desired).changes, strategy)).toBe(expected);
  });
});
