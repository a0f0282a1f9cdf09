import { describe, expect, it } from 'vitest';
import { fitColumns } from '../../../src/report/text/render-table.ts';

describe('fitColumns', () => {
  const columns = [
    { title: 'command', text: () => 'undo of 2026-12-05 21:14, dry run', brief: () => 'undo, dry run' },
    { title: 'updated', text: () => '12', rank: 1 },
    { title: 'ended', text: () => 'done' },
  ];

  it.each([
    [100, ['undo of 2026-12-05 21:14, dry run', '12', 'done']],
    [40, ['undo, dry run', '12', 'done']],
    [20, ['undo, dry run', 'done']],
  ])('takes the brief text before it leaves out a column: %i columns wide', (width, cells) => {
    expect(fitColumns([0], columns, width).map(({ text }) => text(0))).toEqual(cells);
  });
});
