import { describe, expect, it } from 'vitest';
import { count, nameOfSheet } from '../../src/report/words.ts';

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

describe('nameOfSheet', () => {
  it.each([
    ['-', 'standard input'],
    ['./-', './-'],
    ['in/prices.csv', 'in/prices.csv'],
  ])('calls %s %s', (path, name) => {
    expect(nameOfSheet(path)).toBe(name);
  });
});
