import { describe, expect, it } from 'vitest';
import { settingsOfShard } from '../../../src/run/job/settings-of-shard.ts';
import { someSettings } from '../support.ts';

const SETTINGS = someSettings('https://api.example.com', {
  maxFailures: { kind: 'count', count: 20 },
  service: { ratePerSecond: 10 },
});

describe('settingsOfShard', () => {
  it('gives every shard its part of the rate and of the failures that are put up with, and leaves the rest', () => {
    const { service, maxFailures, ...rest } = settingsOfShard(SETTINGS, { index: 2, of: 4 });
    expect([service.ratePerSecond, maxFailures]).toEqual([2.5, { kind: 'count', count: 5, whole: 20 }]);
    const { service: whole, maxFailures: _all, ...others } = SETTINGS;
    expect(rest).toEqual(others);
    expect({ ...service, ratePerSecond: 10 }).toEqual(whole);
  });

  it('leaves a run over everything as it is', () => {
    expect(settingsOfShard(SETTINGS, undefined)).toBe(SETTINGS);
  });
});
