import { expect, it } from 'vitest';
import { wrapText } from '../../../src/report/text/render-table.ts';

it.each([
  ['if it is a date, pass --map valid_from=Stand; or not', 'pass --map', ['--map valid_from=Stand;']],
  [
    'settle it: pricesheet check a.csv --save-mapping',
    'pricesheet check',
    ['pricesheet check a.csv --save-mapping'],
  ],
  [
    'pass --map cost="EK neu" --leave-out "a b" for it',
    'pass --map',
    ['--map cost="EK neu" --leave-out "a b"'],
  ],
])('breaks no line within what is copied: %s', (text, at, whole) => {
  const lines = wrapText(text, text.indexOf(at) + at.length);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join(' ')).toBe(text);
  for (const part of whole)
    expect(
      lines.some((line) => line.includes(part)),
      lines.join('|'),
    ).toBe(true);
});
