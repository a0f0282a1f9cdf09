import { expect, it } from 'vitest';
import { wrapText } from '../../../src/report/text/render-table.ts';

it.each([
  ['if it is a date, pass --map valid_from=Stand; or not', '--map valid_from=Stand;'],
  ['settle it: pricesheet check a.csv --save-mapping', 'pricesheet check a.csv --save-mapping'],
  ['pass --map cost="EK neu" --leave-out "a b" for it', '--map cost="EK neu" --leave-out "a b"'],
])('breaks no line within what is copied: %s', (text, copied) => {
  for (let width = text.indexOf(copied) + 1; width < text.indexOf(copied) + copied.length; width++) {
    const lines = wrapText(text, width);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe(text);
    expect(lines).toContainEqual(expect.stringContaining(copied));
  }
});
