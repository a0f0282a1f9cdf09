import * as disk from 'node:fs';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiskError, RunFolderError } from '../../../src/domain/errors.ts';
import type { Disk } from '../../../src/domain/ports.ts';
import { createRunFolder, makeNamedFolder, RUN_FILES } from '../../../src/run/folder/run-folder.ts';
import { failingDisk, recordingDisk } from '../../support/dying-disk.ts';
import { withResult } from '../../support/listed.ts';
import { modeOf, tempFolder } from '../../support/temp-folder.ts';

const startedAt = Date.UTC(2026, 10, 20, 8, 30, 5, 999);
const TIME = '2026-11-20T08-30-05Z';

function create(sheetName: string, cwd = tempFolder(), more: { out?: string; disk?: Disk } = {}) {
  return createRunFolder({ cwd, startedAt, sheetName, disk, ...more });
}

/** A folder, and what is done to its disk from now on. */
function createRecorded() {
  const steps: string[] = [];
  const recording = recordingDisk((step) => steps.push(step));
  const folder = create('x', tempFolder(), { out: 'out', disk: recording });
  steps.length = 0;
  return { folder, steps };
}

/** Of a folder, as a disk shows it that keeps no rights. */
function statOpen(path: string) {
  return Object.assign(disk.statSync(path), { mode: 0o40777 });
}

describe('createRunFolder', () => {
  describe('makes one folder right below runs, whatever the sheet is called', () => {
    it.each([
      ...withResult('sheet', ['', '.', '..', '../../x', '.csv', '💰.csv']),
      ...withResult('prices', ['prices.csv', '.prices.csv', 'prices .csv']),
      ...withResult('a-b', ['a\nb.csv', 'a\u0000b.csv']),
      ['stdin', 'stdin'],
      ['my price list.csv', 'my-price-list'],
      ['../../etc/passwd.csv', 'etc-passwd'],
      ['..\\..\\x.csv', 'x'],
      ['\u001b[31mred.csv', '31mred'],
      ['CON', 'CON'],
      ['nul.csv', 'nul'],
      ['week💰47.csv', 'week-47'],
      ['Prijzen-été-цены-価格.csv', 'Prijzen-été-цены-価格'],
      ['\u202egpj.csv', 'gpj'],
      ['a:b*c?d"e<f>g|h.csv', 'a-b-c-d-e-f-g-h'],
      ['--yes.csv', 'yes'],
    ] as const)('%j', (sheetName, expected) => {
      const cwd = tempFolder();
      const { path } = create(sheetName, cwd);
      expect(basename(path)).toBe(`${TIME}-${expected}`);
      expect(dirname(path)).toBe(join(cwd, 'runs'));
      expect(readdirSync(cwd)).toEqual(['runs']);
      expect(readdirSync(join(cwd, 'runs'))).toEqual([`${TIME}-${expected}`]);
    });

    it.each([
      ['a very long name', `${'n'.repeat(5000)}.csv`],
      ['a very long name of wide letters', `${'価'.repeat(5000)}.csv`],
      ['a very long name of letters beyond the BMP', `${'𠀀'.repeat(5000)}.csv`],
      ['a very long ending', `prices.${'x'.repeat(5000)}`],
    ])('%s', (_name, sheetName) => {
      const { path } = create(sheetName);
      expect(disk.statSync(path).isDirectory()).toBe(true);
      expect(Buffer.byteLength(basename(path))).toBeLessThanOrEqual(255);
    });
  });

  it('gives the second run of a second a folder of its own, and the third', () => {
    const cwd = tempFolder();
    const paths = [create('a.csv', cwd), create('a.csv', cwd), create('a.csv', cwd)].map(({ path }) =>
      basename(path),
    );
    expect(paths).toEqual([`${TIME}-a`, `${TIME}-a-2`, `${TIME}-a-3`]);
  });

  it('has its name on disk, and the names of the folders above it', () => {
    const cwd = tempFolder();
    const steps: string[] = [];
    const recording = recordingDisk((step) => steps.push(step));
    create('x', cwd, { out: 'above/out', disk: recording });
    expect(steps).toEqual(['sync above', `sync ${basename(cwd)}`]);
  });

  describe('in a named folder', () => {
    it('that it makes itself, on a disk that shows everything as open to all', () => {
      const lax = { ...disk, statSync: statOpen as typeof disk.statSync };
      const make = (out: string) => create('x', cwd, { out, disk: lax });
      const cwd = tempFolder();
      expect(make('new').path).toBe(join(cwd, 'new'));
      expect(() => make('new')).toThrow(
        `Cannot use the run folder "${join(cwd, 'new')}": it can be changed by others: everybody may write to it (mode 0777)`,
      );
    });

    it('is refused where it holds anything, and left as it is', () => {
      const cwd = tempFolder();
      mkdirSync(join(cwd, 'out'));
      writeFileSync(join(cwd, 'out', '.keep'), 'mine');
      expect(() => create('x', cwd, { out: 'out' })).toThrow(
        new RunFolderError(`Cannot use the run folder "${join(cwd, 'out')}": it is not empty`, {
          hint: 'Name a new folder with --out, or pass no --out: each run then makes its own',
        }),
      );
      expect(readFileSync(join(cwd, 'out', '.keep'), 'utf8')).toBe('mine');
    });

    it('is refused where it is a file, in our own words', () => {
      const cwd = tempFolder();
      writeFileSync(join(cwd, 'out'), 'mine');
      expect(() => create('x', cwd, { out: 'out' })).toThrow(
        new RunFolderError(`Cannot use the run folder "${join(cwd, 'out')}": it is a file`, {
          hint: 'Move the file away, or name a new folder with --out',
        }),
      );
      expect(() => create('x', cwd, { out: 'out/deeper' })).toThrow(DiskError);
      expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('mine');
    });
  });

  it.runIf(process.platform === 'linux')('is given up in a folder that takes none', () => {
    for (const out of ['/proc/out', '/proc/out/deeper'])
      expect(() => create('x', tempFolder(), { out })).toThrow(
        `Cannot make the run folder "${out}": its folder is gone or not writable`,
      );
  });

  it.each([
    ['ENOSPC', 'Free disk space, or name another folder with --out'],
    ['EACCES', 'Give the user of this job the right to write in runs/'],
    ['EROFS', 'Name a folder that you may write to with --out'],
    ['ENAMETOOLONG', 'Name another folder with --out'],
    ['EINUSE', 'Close it in the other program, and run it again'],
    ['EMFILE', 'Allow more open files (ulimit -n), and run it again'],
    ['EIO', 'Name another folder with --out, on a disk that works'],
  ])('can’t be made after %s, and what to do fits that', (code, hint) => {
    const make = () => create('x', tempFolder(), { disk: failingDisk('mkdirSync', code) });
    expect(make).toThrow(DiskError);
    expect(make).toThrow(expect.objectContaining({ hint }));
  });

  it('is its owner’s alone: folders 0700, files 0600', async () => {
    const cwd = tempFolder();
    const folder = create('a.csv', cwd);
    await folder.writeWhole(RUN_FILES.results, ['x']);
    const lines = folder.openLines(RUN_FILES.log);
    lines.append('{}');
    lines.close();
    expect([join(cwd, 'runs'), folder.path].map(modeOf)).toEqual([0o700, 0o700]);
    expect([RUN_FILES.results, RUN_FILES.log].map((file) => modeOf(folder.pathOf(file)))).toEqual([
      0o600, 0o600,
    ]);
  });
});

describe('writeWhole', () => {
  it('shows the file under its name only when it is whole', async () => {
    const folder = create('a');
    const path = folder.pathOf(RUN_FILES.results);
    const seen: boolean[] = [];
    function* blocks(): Generator<string> {
      for (const block of ['one\n', 'two\n']) {
        seen.push(existsSync(path));
        yield block;
      }
      seen.push(existsSync(path));
    }
    await folder.writeWhole(RUN_FILES.results, blocks());
    expect(seen).toEqual([false, false, false]);
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(readdirSync(folder.path)).toEqual([RUN_FILES.results]);
  });

  it('writes over what a killed run has left, and over no file that a link leads to', async () => {
    const folder = create('a');
    const victim = join(tempFolder(), 'victim');
    writeFileSync(victim, 'ours');
    for (const plant of [
      (path: string) => symlinkSync(victim, path),
      (path: string) => writeFileSync(path, 'left', { mode: 0o644 }),
    ]) {
      plant(`${folder.pathOf(RUN_FILES.plan)}.unfinished`);
      await folder.writeWhole(RUN_FILES.plan, ['new']);
      expect(readFileSync(folder.pathOf(RUN_FILES.plan), 'utf8')).toBe('new');
      expect(modeOf(folder.pathOf(RUN_FILES.plan))).toBe(0o600);
    }
    expect(readFileSync(victim, 'utf8')).toBe('ours');
  });

  it('keeps the file that was there, and nothing else, where its successor breaks off', async () => {
    const folder = create('a');
    await folder.writeWhole(RUN_FILES.summary, ['old']);
    function* blocks(): Generator<string> {
      yield 'new';
      throw new TypeError('bug');
    }
    await expect(folder.writeWhole(RUN_FILES.summary, blocks())).rejects.toThrow('bug');
    expect(readdirSync(folder.path)).toEqual([RUN_FILES.summary]);
    expect(readFileSync(folder.pathOf(RUN_FILES.summary), 'utf8')).toBe('old');
  });

  it('leaves no remains where a folder is in the way', async () => {
    const folder = create('a');
    mkdirSync(join(folder.pathOf(RUN_FILES.results), 'x'), { recursive: true });
    await expect(folder.writeWhole(RUN_FILES.results, ['one\n'])).rejects.toThrow();
    expect(readdirSync(folder.path)).toEqual([RUN_FILES.results]);
  });
});

describe('openLines', () => {
  it.each([
    ['a file', (path: string) => writeFileSync(path, 'theirs')],
    ['a link', (path: string) => symlinkSync('elsewhere', path)],
  ])('never goes on in %s that somebody has put there', (_what, plant) => {
    const folder = create('a');
    plant(folder.pathOf(RUN_FILES.outcomes));
    expect(() => folder.openLines(RUN_FILES.outcomes)).toThrow(
      new DiskError(`Cannot write "${folder.pathOf(RUN_FILES.outcomes)}": it is there already`, {
        hint: 'Name a folder with --out that nobody else writes to',
      }),
    );
    expect(existsSync(join(folder.path, 'elsewhere'))).toBe(false);
  });

  it('has its name on disk before the first line, and every line by the end', () => {
    const { folder, steps } = createRecorded();
    const lines = folder.openLines(RUN_FILES.outcomes);
    expect(steps).toEqual(['open outcomes.ndjson', 'sync out']);
    lines.append('one');
    lines.close();
    expect(steps.at(-1)).toBe('sync outcomes.ndjson');
  });

  it('is a disk error where it can’t be closed: network disks tell only then that they are full', () => {
    const full: Disk = {
      ...disk,
      closeSync: (file) => {
        const isFile = disk.fstatSync(file).isFile();
        disk.closeSync(file);
        if (isFile)
          throw Object.assign(new Error('ENOSPC: no space left on device, close'), { code: 'ENOSPC' });
      },
    };
    const folder = create('x', tempFolder(), { disk: full });
    const lines = folder.openLines(RUN_FILES.outcomes);
    lines.append('one');
    expect(() => lines.close()).toThrow(DiskError);
  });
});

describe('makeNamedFolder on Windows', () => {
  it.each(['nul', 'con/night', 'night.'])('makes nothing of a name that only Node.js can open: %s', (out) => {
    const cwd = tempFolder();
    const make = () => makeNamedFolder(join(cwd, out), disk, 'win32');
    expect(make).toThrow(RunFolderError);
    expect(make).toThrow(expect.objectContaining({ hint: 'Name another folder with --out' }));
    expect(existsSync(join(cwd, out))).toBe(false);
  });

  it('asks nothing of folders that are there, and nothing elsewhere', () => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, 'shared.'), { mode: 0o700 });
    expect(makeNamedFolder(join(cwd, 'shared./night'), disk, 'win32')).toBe(join(cwd, 'shared./night'));
    expect(makeNamedFolder(join(cwd, 'nul'), disk, 'linux')).toBe(join(cwd, 'nul'));
  });
});
