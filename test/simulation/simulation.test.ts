import { describe, expect, it } from 'vitest';
import { type Played, play } from './play.ts';

const ROWS = 60;
const SEEDS = Array.from({ length: 16 }, (_, index) => index + 1);

describe('the simulation', () => {
  it('finds nothing wrong in runs with faults, crashes and others in between', async () => {
    const played: Played[] = [];
    for (const seed of SEEDS) played.push(await play(seed, { rows: ROWS }));
    expect(
      played.flatMap(({ seed, violations }) => violations.map((what) => `seed ${seed}: ${what}`)),
    ).toEqual([]);
    const sum = (name: 'runs' | 'killed' | 'updates' | 'faults') =>
      played.reduce((total, { counts }) => total + counts[name], 0);
    expect(sum('runs')).toBeGreaterThan(50);
    expect(sum('killed')).toBeGreaterThan(3);
    expect(sum('updates')).toBeGreaterThan(500);
    expect(sum('faults')).toBeGreaterThan(500);
  });

  it('plays a seed in the same way each time', async () => {
    const [one, other] = [await play(7, { rows: ROWS }), await play(7, { rows: ROWS })];
    expect(one).toEqual(other);
    expect(one.faults.length).toBeGreaterThan(10);
  });
});
