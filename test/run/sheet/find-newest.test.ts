import * as disk from 'node:fs';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SheetError } from '../../../src/domain/errors.ts';
import { findNewest, isPattern } from '../../../src/run/sheet/find-newest.ts';
import { failingDisk } from '../../support/failing-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOW = Date.UTC(2026, 10, 21);

/** A folder with these files, each modified in an hour of 20 November 2026. */
function folderOf(files: Readonly<Record<string, number>>): string {
  const cwd = tempFolder();
  for (const [name, hour] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), 'sku,cost\n');
    const time = new Date(Date.UTC(2026, 10, 20, hour));
    utimesSync(join(cwd, name), time, time);
  }
  return cwd;
}

interface Refusal {
  readonly message: string;
  readonly hint: string | undefined;
}

function refusalOf(pattern: string, place: Parameters<typeof findNewest>[1]): Refusal {
  try {
    findNewest(pattern, place);
  } catch (error) {
    if (error instanceof SheetError) return { message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error('It found one');
}

describe('findNewest', () => {
  it('gives the path as the pattern leads to it', () => {
    const cwd = folderOf({ 'drop/costs-a.csv': 1, 'drop/costs-b.csv': 2 });
    expect(findNewest('drop/costs-*.csv', { cwd, disk, now: NOW })).toEqual({
      path: 'drop/costs-b.csv',
      notices: [],
    });
    expect(findNewest('./drop/costs-*.csv', { cwd, disk, now: NOW }).path).toBe('drop/costs-b.csv');
    expect(findNewest(join(cwd, 'drop', 'costs-?.csv'), { cwd: '/', disk, now: NOW }).path).toBe(
      join(cwd, 'drop/costs-b.csv'),
    );
    expect(findNewest('*.csv', { cwd: join(cwd, 'drop'), disk, now: NOW }).path).toBe('costs-b.csv');
  });

  it('names what is newer and was left out', () => {
    const cwd = folderOf({ 'drop/costs-a.csv': 1, 'drop/costs-b.csv.filepart': 2, 'drop/retry.csv': 3 });
    expect(findNewest('drop/*.csv', { cwd, disk, now: NOW }).notices).toEqual([
      '"drop/costs-b.csv.filepart" is newer than "drop/costs-a.csv" and was left out: it looks like an upload in progress',
      '"drop/retry.csv" is newer than "drop/costs-a.csv" and was left out: a run writes files of this name',
    ]);
  });

  it('names the last file with a date if it takes one without', () => {
    const cwd = folderOf({ 'costs-2026-11-20.csv': 1, 'costs-final.csv': 2 });
    expect(findNewest('costs-*.csv', { cwd, disk, now: NOW })).toEqual({
      path: 'costs-final.csv',
      notices: [
        '"costs-final.csv" was chosen by its modification time, since its name has no date; the last one with a date is "costs-2026-11-20.csv"',
      ],
    });
  });

  it('takes no link and no folder', () => {
    const cwd = folderOf({ 'drop/costs-a.csv': 1, 'drop/costs-c.csv/x': 3 });
    symlinkSync('costs-a.csv', join(cwd, 'drop', 'costs-b.csv'));
    expect(findNewest('drop/costs-*.csv', { cwd, disk, now: NOW }).path).toBe('drop/costs-a.csv');
  });

  it('names both files if name and time disagree, and what to do', () => {
    const cwd = folderOf({ 'drop/costs-2026-11-20.csv': 9, 'drop/costs-2026-11-21.csv': 3 });
    expect(refusalOf('drop/costs-*.csv', { cwd, disk, now: NOW })).toEqual({
      message:
        'Cannot decide which sheet is the newest: by the date in its name it is "drop/costs-2026-11-21.csv" (modified 2026-11-20 03:00:00 UTC), by modification time "drop/costs-2026-11-20.csv" (modified 2026-11-20 09:00:00 UTC)',
      hint: 'Name the file that is meant instead of the pattern, or move the other one to another folder',
    });
  });

  it('names two files that nothing tells apart', () => {
    const cwd = folderOf({ 'a.csv': 9, 'b.csv': 9 });
    expect(refusalOf('*.csv', { cwd, disk, now: NOW }).message).toBe(
      'Cannot decide which sheet is the newest: "a.csv" (modified 2026-11-20 09:00:00 UTC) and "b.csv" (modified 2026-11-20 09:00:00 UTC) were modified at the same time, and the dates in their names do not decide',
    );
  });

  it.each([
    [
      { 'drop/prices-2026-11-22.csv': 2, 'drop/prices-2026-11-21.csv': 1 },
      'the newest file there is "prices-2026-11-22.csv"',
    ],
    [{ 'drop/Costs-a.csv': 1, 'drop/prices.csv': 2 }, 'the nearest file there is "Costs-a.csv"'],
    [{ 'drop/costs-a.csv/x': 1 }, '"costs-a.csv" is a folder; there is no other file in it'],
    [{ 'drop/costs-.part.csv.part': 1 }, 'there is no file in it'],
    [{ 'drop/.x': 1 }, 'there is no file in it'],
  ])('says what there is where nothing matches: %j', (files, there) => {
    expect(refusalOf('drop/costs-*.csv', { cwd: folderOf(files), disk, now: NOW })).toEqual({
      message: `Cannot find the sheet: "costs-*.csv" matches nothing in "drop/"; ${there}`,
      hint: 'Check the pattern, and the export that writes these files',
    });
  });

  it('says that a file of a run has to be named', () => {
    const cwd = folderOf({ 'retry.csv': 1 });
    expect(refusalOf('*.csv', { cwd, disk, now: NOW }).message).toBe(
      'Cannot find the sheet: "*.csv" matches nothing in "./"; "retry.csv" is a file that a run writes, which has to be named itself; there is no other file in it',
    );
  });

  it('names a folder that is not there or may not be read', () => {
    const cwd = folderOf({ 'drop/a.csv': 1 });
    expect(refusalOf('dorp/*.csv', { cwd, disk, now: NOW })).toEqual({
      message: 'Cannot look for the newest sheet in "dorp": there is no such folder',
      hint: undefined,
    });
    expect(refusalOf('d*/*.csv', { cwd, disk, now: NOW }).hint).toBe(
      '* and ? are wildcards in the name of the file only: name the folder itself',
    );
    expect(refusalOf('drop/a.csv/*.csv', { cwd, disk, now: NOW }).message).toContain('it is not a folder');
    expect(
      refusalOf('drop/*.csv', { cwd, now: NOW, disk: failingDisk('readdirSync', 'EACCES') }).message,
    ).toContain('permission is denied');
  });

  it('takes no file that is older than one that was read before', () => {
    const cwd = folderOf({ 'drop/costs-2026-11-20.csv': 2, 'done/costs-2026-11-21.csv': 1 });
    expect(refusalOf('drop/costs-*.csv', { cwd, disk, now: NOW, doneTo: 'done' })).toEqual({
      message:
        'Cannot use the newest sheet that is left: "drop/costs-2026-11-20.csv" (modified 2026-11-20 02:00:00 UTC) is older than "done/costs-2026-11-21.csv" (modified 2026-11-20 01:00:00 UTC), which was read before',
      hint: 'Wait for a new file, or name this one instead of the pattern if it is meant',
    });
    expect(findNewest('drop/costs-*.csv', { cwd, disk, now: NOW, doneTo: 'not-yet' }).path).toBe(
      'drop/costs-2026-11-20.csv',
    );
  });
});

describe('isPattern', () => {
  it.each([
    [
      { 'drop/costs-a.csv': 3, 'drop/costs-b.csv': 40 },
      '"drop/costs-b.csv" (modified 2026-11-21 16:00:00 UTC)',
    ],
    [
      { 'drop/costs-a.csv': 3, 'done/costs-b.csv': 40 },
      '"done/costs-b.csv" (modified 2026-11-21 16:00:00 UTC)',
    ],
  ])('says what to do about a time that is still to come: %j', (files, named) => {
    expect(refusalOf('drop/costs-*.csv', { cwd: folderOf(files), disk, now: NOW, doneTo: 'done' })).toEqual({
      message: `Cannot decide which sheet is the newest: ${named} is of a time that is still to come, and it is 2026-11-21 00:00:00 UTC`,
      hint: 'Correct the time of the file (touch), or the clock of the machine that wrote it or of this one',
    });
  });

  it.each([
    ['drop/costs-*.csv', true],
    ['costs-?.csv', true],
    ['d*/costs.csv', false],
    ['costs-[12].csv', false],
    ['-', false],
  ])('of %s is %s', (path, expected) => {
    expect(isPattern(path)).toBe(expected);
  });
});
