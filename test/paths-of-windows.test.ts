import { describe, expect, it, vi } from 'vitest';
import { lockFolderOf, shellOf } from '../src/api/ports/machine.ts';
import { isOwnSheet } from '../src/domain/own-sheets.ts';
import type { Disk } from '../src/domain/ports.ts';
import { describeApproval, toPagedRun } from '../src/report/page/paged-run.ts';
import { listNextSteps } from '../src/report/view/list-next-steps.ts';
import { displayPath } from '../src/run/folder/run-folder.ts';
import { jobNameOf, jobNameOfPattern } from '../src/run/sheet/file-names.ts';
import { findNewest, isPattern } from '../src/run/sheet/find-newest.ts';
import { aReport, EVERY_STATUS } from './report/support.ts';

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

  it('lead to the newest file of a pattern', () => {
    const mtimeMs = Date.parse('2026-11-20T02:00:00Z');
    const listed: string[] = [];
    const disk = {
      readdirSync: (path: string) => {
        listed.push(path);
        return ['costs-2026-11-19.csv', 'costs-2026-11-20.csv'].map((name) => ({
          name,
          isDirectory: () => false,
        }));
      },
      lstatSync: (path: string) => ({
        mtimeMs: mtimeMs - (path.includes('11-19') ? 86_400_000 : 0),
        size: 1,
        ino: path.length,
        isFile: () => true,
        isDirectory: () => false,
        isSymbolicLink: () => false,
      }),
      statSync: (path: string) => ({
        mtimeMs,
        size: 1,
        ino: path.length,
        isFile: () => true,
        isDirectory: () => false,
      }),
    } as unknown as Disk;
    expect(isPattern('drop\\costs-*.csv')).toBe(true);
    expect(findNewest('drop\\costs-*.csv', { cwd: 'C:\\prices', disk, now: mtimeMs }).path).toBe(
      'drop\\costs-2026-11-20.csv',
    );
    expect(listed).toEqual(['C:\\prices\\drop']);
  });

  it('are where Windows keeps the data of programs', () => {
    const machine = { platform: 'win32', home: () => 'C:\\Users\\ann' } as const;
    expect(lockFolderOf({}, machine)).toBe('C:\\Users\\ann\\AppData\\Local\\pricesheet\\locks');
    expect(lockFolderOf({ LOCALAPPDATA: 'D:\\Local' }, machine)).toBe('D:\\Local\\pricesheet\\locks');
  });

  it('are in next commands as the shell takes them', () => {
    const folder = 'C:\\my prices\\runs\\r1';
    const flags = { undoFlags: [], applyFlags: [], onceFlags: [] };
    const report = aReport({ isPlanned: true, outcomes: EVERY_STATUS });
    for (const [shell, env] of [
      ['cmd', {}],
      ['powershell', { PSModulePath: 'C:\\Users\\ann\\Documents\\PowerShell\\Modules' }],
    ] as const) {
      expect(shellOf(env, 'win32')).toBe(shell);
      const [repair] = listNextSteps(report, { ...flags, shell, folder }).filter(
        ({ kind }) => kind === 'repair',
      );
      expect(repair?.command).toBe('pricesheet sync "C:\\my prices\\runs\\r1\\retry.csv"');
    }
  });

  it('give the review file a name without them', () => {
    const run = toPagedRun(aReport(), {
      shape: { delimiter: ';', decimalSign: ',', moneyUnit: 'major', clearToken: 'null' },
      version: '1.0.0',
      folder: 'C:\\my prices\\runs\\r1\\',
      cwd: 'C:\\my prices',
      shell: 'cmd',
      undoFlags: [],
      applyFlags: [],
      onceFlags: [],
      files: [],
      reviewed: { seal: 'x', isUnsent: true },
    });
    expect(describeApproval(run)?.name).toBe('r1');
  });
});
