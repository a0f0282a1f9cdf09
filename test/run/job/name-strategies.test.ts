import { describe, expect, it } from 'vitest';
import { nameStrategies } from '../../../src/run/steps/describe-run.ts';

const aStrategy = (id: string, name: string, platform: string) => ({ id, name, platform, type: null });

describe('nameStrategies', () => {
  it('adds the platform where a name repeats, and nowhere else', () => {
    const names = nameStrategies([
      aStrategy('s1', 'Margin first', 'amazon'),
      aStrategy('s2', 'Buy Box', 'amazon'),
      aStrategy('s3', 'Margin first', 'walmart'),
    ]);
    expect([...names]).toEqual([
      ['s1', 'Margin first (amazon)'],
      ['s2', 'Buy Box'],
      ['s3', 'Margin first (walmart)'],
    ]);
  });
});
