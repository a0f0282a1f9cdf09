import { describe, expect, it } from 'vitest';
import { quoteForShell } from '../../src/sheet/quote-for-shell.ts';

describe('quoteForShell', () => {
  it.each([
    ['Material', 'Material'],
    ['Artikel-Nr.', 'Artikel-Nr.'],
    ['Preis_1', 'Preis_1'],
    ['Größe', 'Größe'],
    ['exports/costs.csv', 'exports/costs.csv'],
    ['a; rm -rf .csv', '"a; rm -rf .csv"'],
    ['Item No.', '"Item No."'],
    ['Cost (EUR)', '"Cost (EUR)"'],
    ['', '""'],
    ['3" pipe', `'3" pipe'`],
    ['5\' and 3"', `'5'\\'' and 3"'`],
    ['Cost in $', `'Cost in $'`],
  ])('%j is %s', (header, quoted) => {
    expect(quoteForShell(header)).toBe(quoted);
  });
});
