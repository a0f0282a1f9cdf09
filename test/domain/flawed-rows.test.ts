import { expect, it } from 'vitest';
import { FlawedRows } from '../../src/domain/flawed-rows.ts';

type Line = readonly [row: number, status: string];

it.each<readonly [name: string, lines: readonly Line[], rows: number, invalid: number, missing: number]>([
  ['nothing', [], 0, 0, 0],
  ['rows one by one', ['update', 'invalid', 'not_found', 'invalid'].map(numbered), 4, 2, 1],
  ['no row that is ignored', ['ignored', 'unchanged', 'ignored'].map(numbered), 1, 0, 0],
  ['a row with several listings once', ['invalid', 'update', 'invalid'].map(ofOneRow), 1, 1, 0],
  ['a row as invalid and as missing', ['not_found', 'invalid', 'not_found'].map(ofOneRow), 1, 1, 1],
])('FlawedRows counts %s', (_name, lines, rows, invalid, missing) => {
  const tally = new FlawedRows();
  for (const [row, status] of lines) tally.add({ row, status });
  expect(tally.result()).toEqual({ rows, invalid, missing });
});

function numbered(status: string, index: number): Line {
  return [index, status];
}

function ofOneRow(status: string): Line {
  return [2, status];
}
