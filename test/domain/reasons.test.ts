import { describe, expect, it } from 'vitest';
import { explainReason, joinReasons, REASONS, readReasons, splitReasons } from '../../src/domain/reasons.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-text.ts';

describe('REASONS', () => {
  it.each(Object.entries(REASONS))('says in words what %s means and what to do', (code, { means, todo }) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    expect(means).toMatch(/^[A-Z].*\.$/);
    expect(todo).toMatch(/^[A-Z].*\.$/);
  });

  it('means something else by each code', () => {
    const meanings = Object.values(REASONS).map(({ means }) => means);
    expect(new Set(meanings).size).toBe(meanings.length);
  });
});

describe('explainReason', () => {
  it('says of an answer of the service that it refused', () => {
    expect(explainReason('http_418').means).toBe('The service refused the update.');
  });

  it.each([
    ['constructor'],
    ['__proto__'],
    ['a reason of tomorrow'],
    ...NAUGHTY_TEXTS.map(({ text }) => [text]),
  ])('leads from %j to the message', (reason) => {
    expect(explainReason(reason)).toEqual({ means: '', todo: 'The message of each row says more.' });
  });
});

describe('joinReasons', () => {
  it('writes each code once, in the order in which they came', () => {
    expect(joinReasons(['zero_cost', 'below_cost', 'zero_cost'])).toBe('zero_cost;below_cost');
    expect(joinReasons([])).toBe('');
  });
});

describe('splitReasons', () => {
  it('gives the codes of a text, none of an empty one', () => {
    expect(splitReasons('zero_cost;below_cost')).toEqual(['zero_cost', 'below_cost']);
    expect(splitReasons('')).toEqual([]);
  });

  it('gives codes of another version as they are', () => {
    expect(splitReasons(readReasons('of_tomorrow;below_cost'))).toEqual(['of_tomorrow', 'below_cost']);
  });
});
