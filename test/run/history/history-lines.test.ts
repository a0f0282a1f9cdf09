import { describe, expect, it } from 'vitest';
import { parseHistoryLine } from '../../../src/run/history/history-lines.ts';
import { aChange } from '../../support/some-history.ts';

const parse = (fields: object) => parseHistoryLine(JSON.stringify({ ...aChange(), ...fields }));

describe('a change in the history', () => {
  it.each([
    ['cost', -5],
    ['cost', 12.5],
    ['cost', true],
    ['minimum_price', '9.99'],
    ['manual_price', 1e300],
    ['strategy', 5],
    ['repricing', 'on'],
  ])('refuses a %s of %s', (field, value) => {
    expect(() => parse({ field, was: null, is: value })).toThrow(SyntaxError);
    expect(() => parse({ field, was: value, is: null })).toThrow(SyntaxError);
  });

  it.each([
    ['cost', 0, 650],
    ['manual_price', null, 999],
    ['strategy', 'a', null],
    ['repricing', true, false],
  ])('has a %s of %s and %s', (field, was, is) => {
    expect(parse({ field, was, is })).toMatchObject({ field, was, is });
  });

  it('is passed over if its field is that of a newer version', () => {
    expect(parse({ field: 'shipping', was: 1, is: 2 })).toBeUndefined();
  });
});
