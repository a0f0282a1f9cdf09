import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../src/sheet/header/pieces-of.ts';

describe('piecesOf', () => {
  it.each([
    ['Cost per 100', 100],
    ['Unit Cost (per 1000)', 1000],
    ['EK pro 1.000 Stk', 1000],
    ['EK je 100', 100],
    ['Cost/100', 100],
    ['Prix pour 10', 10],
  ])('%s', (header, pieces) => {
    expect(piecesOf(header)).toBe(pieces);
  });

  it.each([
    'Cost',
    'Cost per 1',
    'Cost per item',
    'Cost 2026',
    'Super 100',
    'EK 2',
    'Price per 100 g',
    'per 1.5 l',
  ])('finds none in "%s"', (header) => {
    expect(piecesOf(header)).toBeUndefined();
  });
});
