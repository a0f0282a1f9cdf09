import { describe, expect, it } from 'vitest';
import { renderTable } from '../../../src/report/text/render-table.ts';

const COLUMNS = [
  { title: 'line', align: 'right' as const, text: ([line]: readonly string[]) => line ?? '' },
  { title: 'sku', text: ([, sku]: readonly string[]) => sku ?? '' },
  { title: 'why', text: ([, , why]: readonly string[]) => why ?? '' },
];

describe('renderTable', () => {
  it('aligns columns under their titles, without blanks at the ends of lines', () => {
    const items = [
      ['2', 'MUG-01', 'no'],
      ['12345', 'A', ''],
      ['7', '', 'a longer reason'],
    ];
    expect(renderTable(items, COLUMNS)).toEqual([
      ' line  sku     why',
      '    2  MUG-01  no',
      '12345  A',
      '    7          a longer reason',
    ]);
  });

  it('wraps the last column to a width, with the lines that go on under it', () => {
    const items = [
      ['2', 'MUG-01', 'one two three four five six'],
      ['7', 'A', 'a-word-that-is-longer-than-the-room x'],
    ];
    expect(renderTable(items, COLUMNS, 36)).toEqual([
      'line  sku     why',
      '   2  MUG-01  one two three four',
      '              five six',
      '   7  A       a-word-that-is-longer-than-the-room',
      '              x',
    ]);
  });

  it('wraps nothing where that would leave hardly any room', () => {
    const why = 'one two three four five six';
    expect(renderTable([['2', 'MUG-01', why]], COLUMNS, 33)).toEqual([
      'line  sku     why',
      `   2  MUG-01  ${why}`,
    ]);
  });

  it('draws nothing for no items', () => {
    expect(renderTable([], COLUMNS)).toEqual([]);
  });

  it('counts the places that characters take on a screen', () => {
    expect(renderTable([['1', '😀杯', 'x']], COLUMNS)).toEqual(['line  sku   why', '   1  😀杯  x']);
  });

  it('keeps each item on one line, whatever its cells hold', () => {
    expect(renderTable([['1', 'A\nB', '\u001b[2J']], COLUMNS)).toEqual([
      'line  sku      why',
      '   1  A\\u{a}B  \\u{1b}[2J',
    ]);
  });
});
