import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/sandbox/random.ts';

const draw = (seed: number, stream?: number) => {
  const random = createRandom(seed, stream);
  return Array.from({ length: 5 }, () => random.integer(0, 999_999));
};

describe('createRandom', () => {
  test('draws the same numbers on every machine', () => {
    expect(draw(1)).toEqual([788_768, 251_658, 825_738, 666_330, 99_879]);
  });

  test.each([
    ['seed', [1, 0], [2, 0]],
    ['seed beyond 32 bits', [1, 0], [1 + 2 ** 32, 0]],
    ['stream', [1, 0], [1, 1]],
  ] as const)('draws others for another %s', (_name, [seed, stream], [otherSeed, otherStream]) => {
    expect(draw(otherSeed, otherStream)).not.toEqual(draw(seed, stream));
  });

  test('reaches both ends of a range and every item, evenly', () => {
    const random = createRandom(3);
    const counts = new Map<number, number>();
    for (let index = 0; index < 6000; index++) {
      const value = index % 2 === 0 ? random.integer(1, 6) : random.pick([1, 2, 3, 4, 5, 6]);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(Math.min(...counts.values())).toBeGreaterThan(880);
  });
});
