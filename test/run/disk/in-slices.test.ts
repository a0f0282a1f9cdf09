import { describe, expect, it } from 'vitest';
import { inSlices, type Steps } from '../../../src/run/disk/in-slices.ts';

/** Counts the turns of the event loop until it is stopped. */
function countTurns() {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  return { turns: () => turns, stop: () => clearImmediate(next) };
}

describe('inSlices', () => {
  it('lets others have a turn after each step, also of several runs, and does not leave a step out', async () => {
    const loop = countTurns();
    const turns = new Map<string, number[]>();
    function* work(name: string): Steps<string> {
      const seen: number[] = [];
      turns.set(name, seen);
      for (let n = 0; n < 5; n++) yield void seen.push(loop.turns());
      return name;
    }
    expect(await Promise.all([inSlices(work('one')), inSlices(work('other'))])).toEqual(['one', 'other']);
    loop.stop();
    const [one = [], other = []] = turns.values();
    expect([one.length, other.length]).toEqual([5, 5]);
    // After the first step of both no turn has two of them.
    const later = [...one.slice(1), ...other.slice(1)];
    expect(new Set(later).size).toBe(later.length);
  });
});
