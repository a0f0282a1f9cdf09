import { expect, it } from 'vitest';
import { play } from './play.ts';

it('a seed of the simulation is played in the same way each time, so that what failed can be looked at', async () => {
  const [one, other] = [await play(7, { rows: 60 }), await play(7, { rows: 60 })];
  expect(one).toEqual(other);
  expect(one.violations).toEqual([]);
  expect(one.faults.length).toBeGreaterThan(10);
});
