import { describe, expect, it } from 'vitest';
import { MisfitLineError, parseHistoryLine } from '../../../src/run/history/history-lines.ts';
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
    expect(() => parse({ field, was: null, is: value })).toThrow(MisfitLineError);
    expect(() => parse({ field, was: value, is: null })).toThrow(MisfitLineError);
  });

  it.each([
    ['cost', 0, 650],
    ['manual_price', null, 999],
    ['strategy', 'a', null],
    ['repricing', true, false],
  ])('has a %s of %s and %s', (field, was, is) => {
    expect(parse({ field, was, is })).toMatchObject({ field, was, is });
  });

  it.each([
    ['line', 'no number'],
    ['sku', null],
    ['listing_id', 'mug'],
    ['at', 'yesterday'],
    ['by', 5],
    ['field', 7],
  ])('refuses a %s of %s', (key, value) => {
    expect(() => parse({ [key]: value })).toThrow(MisfitLineError);
  });

  it('is passed over if its field is that of a newer version', () => {
    const newer = { field: 'shipping', was: 1, is: 2 };
    expect(() => parse(newer)).not.toThrow();
    expect(parse(newer)).toBeUndefined();
  });
});
