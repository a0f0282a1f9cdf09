import { describe, expect, it, vi } from 'vitest';
import { lockFolderOf } from '../src/api/caller/machine.ts';
import { isOwnSheet } from '../src/domain/own-sheets.ts';
import { describeApproval, toPagedRun } from '../src/report/page/paged-run.ts';
import { displayPath } from '../src/run/folder/run-folder.ts';
import { jobNameOf, jobNameOfPattern } from '../src/run/sheet/find-newest.ts';
import { aReport } from './report/support.ts';

vi.mock('node:path', async (load) => {
  const { win32 } = await load<typeof import('node:path')>();
  return { ...win32, default: win32 };
});

describe('paths of Windows', () => {
  it.each([
    ['C:\\prices\\runs\\r1', 'runs\\r1'],
    ['c:\\Prices\\runs\\r1', 'runs\\r1'],
    ['D:\\runs\\r1', 'D:\\runs\\r1'],
    ['C:\\other\\r1', 'C:\\other\\r1'],
    ['\\\\server\\share\\r1', '\\\\server\\share\\r1'],
  ])('are shown as a user in C:\\prices writes them: %s', (folder, shown) => {
    expect(displayPath(folder, 'C:\\prices')).toBe(shown);
  });

  it('name a job, with either slash', () => {
    expect(jobNameOf('C:\\drop\\costs-2026-11-20.csv')).toBe('costs');
    expect(jobNameOf('drop/costs-2026-11-20.csv')).toBe('costs');
    expect(jobNameOfPattern('drop\\costs-*.csv')).toBe('costs');
    expect(isOwnSheet('runs\\r1\\retry.csv')).toBe(isOwnSheet('runs/r1/retry.csv'));
  });

  it('are where Windows keeps the data of programs', () => {
    const home = () => 'C:\\Users\\ann';
    expect(lockFolderOf({}, 'win32', home)).toBe('C:\\Users\\ann\\AppData\\Local\\pricesheet\\locks');
    expect(lockFolderOf({ LOCALAPPDATA: 'D:\\Local' }, 'win32', home)).toBe('D:\\Local\\pricesheet\\locks');
  });

  it('give the review file a name without them', () => {
    const run = toPagedRun(aReport(), {
      shape: { delimiter: ';', decimalSign: ',', moneyUnit: 'major', clearToken: 'null' },
      version: '1.0.0',
      folder: 'C:\\my prices\\runs\\r1\\',
      cwd: 'C:\\my prices',
      files: [],
      reviewed: { seal: 'x', isUnsent: true },
    });
    expect(describeApproval(run)?.name).toBe('r1');
  });
});
