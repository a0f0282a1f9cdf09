import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { playNights } from './play-nights.ts';

describe('nights of one job, by the built program', () => {
  it('have a history that says what really happened', async () => {
    const played = await playNights({ seed: 1, nights: 12, cwd: tempFolder() });
    expect(played.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(new Set(played.map(({ trouble }) => trouble)).size).toBeGreaterThan(6);
  }, 300_000);
});
