import { describe, expect, it } from 'vitest';
import { describePercent } from '../../../src/domain/describe-percent.ts';
import type { Change } from '../../../src/domain/stages.ts';
import { toChangeCell } from '../../../src/report/page/row-cells.ts';
import { cents } from '../../support/builders.ts';

const noName = () => undefined;

describe('toChangeCell', () => {
  it.each<[Change, object]>([
    [
      { field: 'cost', before: cents(1000), after: cents(850) },
      { before: '10.00', after: '8.50', percent: '−15.0 %', direction: 'down' },
    ],
    [
      { field: 'cost', before: cents(10_811), after: cents(10_810) },
      { before: '108.11', after: '108.10', percent: '−0.0 %', direction: 'down' },
    ],
    [
      { field: 'cost', before: null, after: cents(850) },
      { before: '—', after: '8.50', percent: '', direction: 'none' },
    ],
    [
      { field: 'repricing', before: true, after: false },
      { before: 'on', after: 'off', percent: '', direction: 'none' },
    ],
    [
      { field: 'strategy', before: 's1', after: 's2' },
      { before: 's1', after: 'Buy Box', percent: '', direction: 'none' },
    ],
  ])('shows %j', (change, cell) => {
    expect(toChangeCell(change, (id) => (id === 's2' ? 'Buy Box' : undefined))).toEqual(cell);
  });

  it.each([
    [160, 206, '+28.8 %'],
    [160, 242, '+51.3 %'],
    [240, 309, '+28.8 %'],
    [206, 160, '−22.3 %'],
  ])('tells %d to %d in percent as the screen does', (before, after, percent) => {
    const change = { field: 'minimum_price', before: cents(before), after: cents(after) } as const;
    expect(toChangeCell(change, noName).percent).toBe(percent);
    expect(describePercent(before, after)).toBe(percent);
  });
});
