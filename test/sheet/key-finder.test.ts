import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { KeyFinder } from '../../src/sheet/read-sheet.ts';
import { aRow } from '../support/builders.ts';

const KEY = 'sk-live-4f9QxZr8wT2mBhN7cK3vJ6';
const { redact } = new Secret(KEY);

describe('KeyFinder', () => {
  it.each(Array.from({ length: KEY.length + 1 }, (_, at) => at))(
    'finds a key that is cut after %i characters',
    (at) => {
      const finder = new KeyFinder(redact, ['sku', 'notes']);
      finder.search(`A,1\nB,${KEY.slice(0, at)}`);
      finder.search(`${KEY.slice(at)}\n`);
      expect(finder.check({ ...aRow(), cells: ['B', KEY] })).toMatchObject({
        kind: 'invalid',
        cells: ['B', '[key]'],
        problems: [{ reason: 'key_in_cell' }],
      });
    },
  );

  it('finds a key with quotes, which a sheet doubles', () => {
    const quoted = 'sk-live-4f9"QxZr8"wT2m';
    const finder = new KeyFinder(new Secret(quoted).redact, ['sku', 'notes']);
    finder.search(`A,1\nB,"${quoted.replaceAll('"', '""')}"\n`);
    expect(finder.check({ ...aRow(), cells: ['B', quoted] })).toMatchObject({ cells: ['B', '[key]'] });
  });

  it('leaves rows alone that do not hold it', () => {
    const finder = new KeyFinder(redact, ['sku', 'notes']);
    finder.search(KEY);
    const row = { ...aRow(), cells: ['A', 'x'] };
    expect(finder.check(row)).toBe(row);
  });
});
