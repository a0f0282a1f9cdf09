import * as fs from 'node:fs';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countChanges } from '../../../src/run/history/count-changes.ts';
import { findAccounts } from '../../../src/run/history/find-histories.ts';
import { readNights } from '../../../src/run/history/read-nights.ts';
import { FAILED, writeNinetyNights } from '../../support/ninety-nights.ts';
import { aChange, aDrift, aRecord, writeRun } from '../../support/some-history.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOW = Date.parse('2026-11-20T03:00:00Z');

function read(folder: string, job?: string) {
  return readNights(folder, { job, now: NOW, disk: fs });
}

/** The nth of November. */
function day(number: number): string {
  return `2026-11-${String(number).padStart(2, '0')}T02:15:00.000Z`;
}

describe('the runs that ninety nights take', () => {
  it('are not all that the history has, but always some', () => {
    const runs = tempFolder();
    writeNinetyNights({ runs, nights: 200, kept: 0 });
    const { parts, unread, cutAt } = read(join(runs, '.history'));
    expect(parts.map((part) => part.runs.length)).toEqual([90]);
    expect([unread, cutAt]).toEqual([[], undefined]);
    const old = tempFolder();
    writeNinetyNights({ runs: old, nights: 40, kept: 0, last: '2020-11-20T02:15:00.000Z' });
    expect(read(join(old, '.history')).parts[0]?.runs).toHaveLength(30);
  });

  it('are those of one job, if it is named, and name the file that can not be read', () => {
    const folder = tempFolder();
    writeRun({ folder }, aRecord({ started_at: day(1) }));
    writeRun({ folder }, aRecord({ started_at: day(1), job: 'other' }));
    writeFileSync(writeRun({ folder }, aRecord({ started_at: day(2) })), '{"kind":"run","ver');
    const { parts, unread } = read(folder, 'costs');
    expect(parts.flatMap(({ runs }) => runs.map(({ record }) => record.started_at))).toEqual([day(1)]);
    expect(unread).toHaveLength(1);
  });
});

describe('the SKUs that change most', () => {
  function count(folder: string, maxBytes?: number) {
    const runs = read(folder).parts.flatMap((part) => part.runs);
    return countChanges(runs, { disk: fs, ...(maxBytes !== undefined && { maxBytes }) });
  }

  it('are those that changed in most runs, and a run counts once', () => {
    const folder = tempFolder();
    const cost = aChange({ sku: 'A' });
    writeRun({ folder }, aRecord({ started_at: day(1) }), [
      cost,
      aChange({ sku: 'A', field: 'minimum_price' }),
      aChange({ sku: 'A', field: 'maximum_price' }),
    ]);
    writeRun({ folder }, aRecord({ started_at: day(2) }), [aChange({ sku: 'B' }), aDrift({ sku: 'A' })]);
    writeRun({ folder }, aRecord({ started_at: day(3) }), [aChange({ sku: 'B' })]);
    writeRun({ folder }, aRecord({ started_at: day(4), dry_run: true }), [aChange({ sku: 'A' })]);
    expect(count(folder)).toEqual({
      rows: [
        { job: 'costs', sku: 'B', runs: 2, changes: 2, fields: ['cost'], newest: day(3) },
        {
          job: 'costs',
          sku: 'A',
          runs: 1,
          changes: 3,
          fields: ['cost', 'minimum_price', 'maximum_price'],
          newest: day(1),
        },
      ],
      skus: 2,
      runs: 3,
      changes: 5,
      since: day(1),
      isCut: false,
    });
  });

  it('are counted over as many runs as may be read, whole runs only, and it says so', () => {
    const folder = tempFolder();
    const many = Array.from({ length: 100 }, (_, n) => aChange({ sku: `S${n}` }));
    const paths = [1, 2, 3].map((n) => writeRun({ folder }, aRecord({ started_at: day(n) }), many));
    const size = fs.statSync(paths[0] ?? '').size;
    expect(count(folder, 2.5 * size)).toMatchObject({ runs: 2, changes: 200, since: day(2), isCut: true });
    expect(count(folder, size / 2)).toMatchObject({ runs: 0, changes: 0, since: undefined, isCut: true });
    expect(count(folder).isCut).toBe(false);
  });

  it('are not counted from a file that is damaged', () => {
    const folder = tempFolder();
    writeRun({ folder }, aRecord({ started_at: day(1) }), [aChange({ sku: 'A' })]);
    const damaged = writeRun({ folder }, aRecord({ started_at: day(2) }), [aChange({ sku: 'B' })]);
    appendFileSync(damaged, '{"kind":"change","sku":"C","field":"cost"}\n');
    expect(count(folder).rows.map(({ sku }) => sku)).toEqual(['A']);
  });
});

describe('the folders of accounts', () => {
  function find(cwd: string, ...patterns: readonly string[]) {
    return findAccounts(patterns, { cwd, disk: fs }).map(({ path, history }) => [
      path.slice(cwd.length + 1),
      history?.slice(cwd.length + 1),
    ]);
  }

  function aShop(): string {
    const cwd = tempFolder();
    for (const name of ['one', 'two'])
      writeNinetyNights({ runs: join(cwd, name, 'runs'), nights: 2, odd: { 0: FAILED } });
    mkdirSync(join(cwd, 'three'));
    mkdirSync(join(cwd, '.hidden'));
    writeFileSync(join(cwd, 'file.csv'), '');
    return cwd;
  }

  it('are working folders, folders of run folders, or histories, each of them once', () => {
    const cwd = aShop();
    expect(find(cwd, 'one', 'one/runs', 'two/runs/.history', 'one/runs/.history/')).toEqual([
      ['one', 'one/runs/.history'],
      ['two/runs/.history', 'two/runs/.history'],
    ]);
  });

  it('are found by patterns in any part of their paths, one without a history included', () => {
    const cwd = aShop();
    expect(find(cwd, '*')).toEqual([
      ['one', 'one/runs/.history'],
      ['three', undefined],
      ['two', 'two/runs/.history'],
    ]);
    expect(find(cwd, '*/runs', 't?o')).toEqual([
      ['one/runs', 'one/runs/.history'],
      ['two/runs', 'two/runs/.history'],
    ]);
    expect(find(cwd, 'nowhere*', 'file.csv', '.hid*')).toEqual([]);
  });

  it('are what they are called if a name has a star in it', () => {
    const cwd = aShop();
    writeNinetyNights({ runs: join(cwd, 'a*b/runs'), nights: 2 });
    mkdirSync(join(cwd, 'axb'));
    expect(find(cwd, 'a*b')).toEqual([['a*b', 'a*b/runs/.history']]);
    symlinkSync(join(cwd, 'one'), join(cwd, 'linked'));
    expect(find(cwd, 'linked')).toEqual([['linked', 'linked/runs/.history']]);
  });
});
