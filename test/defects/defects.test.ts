import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFECTS } from './defects.ts';
import { patch } from './plant-defect.ts';

const root = join(import.meta.dirname, '../..');

describe('planted defects', () => {
  it.each(DEFECTS)('$name can be planted', (defect) => {
    const text = readFileSync(join(root, defect.file), 'utf8');
    expect(patch(text, defect)).not.toBe(text);
  });

  it('have names of their own', () => {
    expect(new Set(DEFECTS.map(({ name }) => name)).size).toBe(DEFECTS.length);
  });
});

describe('patch', () => {
  const defect = { name: 'x', file: 'src/x.ts', find: 'a < b', put: 'a <= b' };

  it('changes the one place that it is about, whatever is put there', () => {
    expect(patch('if (a < b) $&', { ...defect, put: '$&$1' })).toBe('if ($&$1) $&');
  });

  it.each([
    ['if (a > b)', 'not at all'],
    ['if (a < b || a < b)', '2 times'],
  ])('refuses %j', (text, times) => {
    expect(() => patch(text, defect)).toThrow(
      `Cannot plant "x": its text is in src/x.ts ${times}; find the place again and rewrite the patch`,
    );
  });
});
