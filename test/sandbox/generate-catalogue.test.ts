import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';

const catalogue = generateCatalogue({ listings: 5000, seed: 7 });
const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

describe('generateCatalogue', () => {
  test('gives the same catalogue for the same seed, on every machine, and another for another', () => {
    expect(generateCatalogue({ listings: 5000, seed: 7 })).toEqual(catalogue);
    expect(hash(generateCatalogue({ listings: 50, seed: 7 }))).toBe(
      '2133070e5bfeb5a61d77910c0bbbfdc7078894e922878e82d4756655f03da3ff',
    );
    expect(hash(generateCatalogue({ listings: 50, seed: 8 }))).not.toBe(
      hash(generateCatalogue({ listings: 50, seed: 7 })),
    );
  });

  test.each([0, 1, 3, 500])('gives %i listings that parseCatalogue takes', (count) => {
    const generated = generateCatalogue({ listings: count });
    expect(generated.listings).toHaveLength(count);
    expect(parseCatalogue(JSON.parse(JSON.stringify(generated)))).toEqual(generated);
  });
});
