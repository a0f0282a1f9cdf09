import { describe, expect, it } from 'vitest';
import {
  count,
  describeEntries,
  nameOfSheet,
  nounsOf,
  resultsLocation,
} from '../../../src/report/text/words.ts';
import { aReport } from '../support.ts';

describe('count', () => {
  it.each([
    [0, '0 rows'],
    [1, '1 row'],
    [2, '2 rows'],
  ])('says %d of something as %s', (number, words) => {
    expect(count(number, 'row')).toBe(words);
  });

  it('says the plural that it is given', () => {
    expect(count(2, 'retry', 'retries')).toBe('2 retries');
  });
});

describe('nounsOf and tellEntries', () => {
  it.each([
    [2, 2, 'row', undefined],
    [0, 2, 'row', undefined],
    [3, 2, 'entry', '3 entries of 2 rows: a row has one for each listing that it matches'],
    [2, 1, 'entry', '2 entries of 1 row: a row has one for each listing that it matches'],
  ])('call one of %d lines of %d rows as it is', (outcomes, rows, noun, told) => {
    expect(nounsOf({ outcomes, rows })[0]).toBe(noun);
    expect(describeEntries({ outcomes, rows })).toBe(told);
  });
});

describe('resultsLocation', () => {
  it.each([
    ['of a run that has ended', {}, 'in results.csv'],
    ['before the answer', { preview: { hasPage: true } }, 'in results.csv once you answer'],
    ['where that is not there', { unwritten: ['results.csv', 'retry.csv'] }, undefined],
    ['where another file is not there', { unwritten: ['undo.csv'] }, 'in results.csv'],
  ])('says where, %s', (_when, fields, where) => {
    expect(resultsLocation(aReport(fields))).toBe(where);
  });
});

describe('nameOfSheet', () => {
  it.each([
    ['-', 'standard input'],
    ['./-', './-'],
    ['in/prices.csv', 'in/prices.csv'],
  ])('calls %s %s', (path, name) => {
    expect(nameOfSheet(path)).toBe(name);
  });
});
