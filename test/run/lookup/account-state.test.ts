import * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAccountState, writeAccountState } from '../../../src/run/lookup/account-state.ts';
import { listingId } from '../../support/builders.ts';
import { modeOf, tempFolder } from '../../support/temp-folder.ts';

function somePath(): string {
  return join(tempFolder(), 'accounts', 'f00d.json');
}

function written(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const ENDS = [[listingId(3), listingId(2)]];

describe('account state', () => {
  it('comes back as it was written, and is for its owner only', () => {
    const path = somePath();
    const paging = { '': { listings: 5000, ends: ENDS }, 'channel=c1': { reads_at_least: 700 } };
    writeAccountState(path, { paging, rate_per_second: 42.5 }, fs);
    expect(readAccountState(path, fs)).toEqual({ version: 1, paging, rate_per_second: 42.5 });
    expect(modeOf(path)).toBe(0o600);
    expect(modeOf(dirname(path))).toBe(0o700);
    expect(readdirSync(dirname(path))).toEqual(['f00d.json']);
  });

  it('keeps what is not written anew, also what a newer version has put there', () => {
    const path = written(somePath(), JSON.stringify({ version: 1, rate_per_second: 7, moon: 'full' }));
    writeAccountState(path, { paging: { '': { listings: 5 } } }, fs);
    writeAccountState(path, { paging: { 'platform=amazon': { listings: 3 } } }, fs);
    expect(readAccountState(path, fs)).toMatchObject({
      paging: { '': { listings: 5 }, 'platform=amazon': { listings: 3 } },
      rate_per_second: 7,
    });
    writeAccountState(path, { rate_per_second: 9 }, fs);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      paging: { '': { listings: 5 }, 'platform=amazon': { listings: 3 } },
      rate_per_second: 9,
      moon: 'full',
    });
  });

  it('replaces what is known of the same filters as a whole', () => {
    const path = somePath();
    writeAccountState(path, { paging: { '': { listings: 5000, ends: ENDS } } }, fs);
    writeAccountState(path, { paging: { '': { reads_at_least: 9000 } } }, fs);
    expect(readAccountState(path, fs).paging).toEqual({ '': { reads_at_least: 9000 } });
  });

  it.each([
    ['is not there', undefined],
    ['is empty', ''],
    ['was cut short', '{"version":1,"pag'],
    ['is of another version', '{"version":2}'],
    ['is no object', '[]'],
    ['has a count that is none', '{"version":1,"paging":{"":{"listings":-1}}}'],
    ['has an id that is none', '{"version":1,"paging":{"":{"listings":5,"ends":[["../x"]]}}}'],
    ['has a rate that is none', '{"version":1,"rate_per_second":0}'],
  ])('is as if nothing were remembered where the file %s, and can be written again', (_name, text) => {
    const path = text === undefined ? somePath() : written(somePath(), text);
    expect(readAccountState(path, fs)).toEqual({});
    writeAccountState(path, { rate_per_second: 3 }, fs);
    expect(readAccountState(path, fs).rate_per_second).toBe(3);
  });

  it('says nothing where there is no place for it, or it can not be written', () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    for (const path of [undefined, join(file, 'accounts', 'f00d.json')]) {
      writeAccountState(path, { rate_per_second: 3 }, fs);
      expect(readAccountState(path, fs).rate_per_second).toBeUndefined();
    }
  });
});
