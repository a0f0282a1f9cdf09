import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk } from '../../../src/domain/ports.ts';
import { moveDone } from '../../../src/run/sheet/move-done.ts';
import { openSource } from '../../../src/sheet/open-source.ts';
import { inChunks } from '../../sheet/support.ts';
import { failingDisk, recordingDisk } from '../../support/dying-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\n';
const MODIFIED = new Date('2026-11-20T03:15:59Z');

/** A sheet that was read just now. */
async function scene() {
  const cwd = tempFolder();
  fs.mkdirSync(join(cwd, 'drop'));
  const path = join(cwd, 'drop', 'costs.csv');
  const write = (text: string) => {
    fs.writeFileSync(path, text);
    fs.utimesSync(path, MODIFIED, MODIFIED);
  };
  write(SHEET);
  const source = await openSource('drop/costs.csv', { cwd, stdin: inChunks('') });
  return {
    cwd,
    path,
    write,
    move: (disk: Disk = fs) => moveDone(source, { cwd, disk, doneTo: 'done' }),
    done: () => (fs.existsSync(join(cwd, 'done')) ? fs.readdirSync(join(cwd, 'done')).sort() : []),
    read: (name: string) => fs.readFileSync(join(cwd, 'done', name), 'utf8'),
  };
}

/** `done` is on another device. */
function acrossDevices(disk: Disk): Disk {
  return { ...disk, renameSync: failingDisk('renameSync', 'EXDEV').renameSync };
}

describe('moveDone', () => {
  it.each([
    ['on one device', fs],
    ['across devices', acrossDevices(fs)],
  ])('moves the file as it is, and makes the folder, %s', async (_, disk) => {
    const { cwd, path, move, done, read } = await scene();
    const { mode } = fs.statSync(path);
    expect(move(disk)).toEqual({
      isMoved: true,
      notice: 'The sheet "drop/costs.csv" was moved to "done/costs.csv"',
    });
    expect(fs.existsSync(path)).toBe(false);
    expect(done()).toEqual(['costs.csv']);
    expect(read('costs.csv')).toBe(SHEET);
    expect(fs.statSync(join(cwd, 'done', 'costs.csv'))).toMatchObject({ mtime: MODIFIED, mode });
  });

  it.each([
    ['on one device', fs],
    ['across devices', acrossDevices(fs)],
  ])('never replaces a file, %s', async (_, disk) => {
    const { cwd, move, done, read } = await scene();
    fs.mkdirSync(join(cwd, 'done'));
    for (const name of ['costs.csv', 'costs (1).csv']) fs.writeFileSync(join(cwd, 'done', name), name);
    expect(move(disk).notice).toBe('The sheet "drop/costs.csv" was moved to "done/costs (2).csv"');
    expect(done()).toEqual(['costs (1).csv', 'costs (2).csv', 'costs.csv']);
    expect(read('costs.csv')).toBe('costs.csv');
    expect(read('costs (1).csv')).toBe('costs (1).csv');
    expect(read('costs (2).csv')).toBe(SHEET);
  });

  const CHANGED = 'it has changed since it was read';
  type Scene = Awaited<ReturnType<typeof scene>>;
  const moveAway = ({ path }: Scene): void => fs.renameSync(path, `${path}.old`);
  it.each<readonly [string, string, (scene: Scene) => void]>([
    ['longer', CHANGED, ({ write }) => write(`${SHEET}SKU-2,6.60\n`)],
    ['touched', CHANGED, ({ path }) => fs.utimesSync(path, MODIFIED, new Date(MODIFIED.getTime() + 1))],
    ['rewritten under the same size and time', CHANGED, ({ write }) => write('sku,cost\nSKU-1,6.60\n')],
    ['another file like it', CHANGED, (given) => [moveAway(given), given.write(SHEET)]],
    ['a link', 'it is a link', (given) => [moveAway(given), fs.symlinkSync(`${given.path}.old`, given.path)]],
    ['gone', 'it is not there any more', moveAway],
  ])('leaves what is %s by now', async (_, why, change) => {
    const given = await scene();
    const { path, move, done } = given;
    change(given);
    const before = fs.readdirSync(join(path, '..'));
    expect(move()).toEqual({
      isMoved: false,
      notice: `The sheet "drop/costs.csv" was not moved to "done": ${why}`,
    });
    expect(fs.readdirSync(join(path, '..'))).toEqual(before);
    expect(done()).toEqual([]);
  });

  it.each([
    ['renameSync', 'EACCES', 'permission is denied', failingDisk],
    ['mkdirSync', 'EROFS', 'the disk is read-only', failingDisk],
    ['openSync', 'EIO', 'the disk failed', failingDisk],
    ['writeSync', 'ENOSPC', 'the disk is full', acrossDevices],
    ['fsyncSync', 'EIO', 'the disk failed', acrossDevices],
  ] as const)('keeps the file, and no part of a copy: %s, %s', async (call, code, why, place) => {
    const { path, move, done } = await scene();
    const disk = failingDisk(call, code);
    expect(move(place === acrossDevices ? acrossDevices(disk) : disk).notice).toBe(
      `The sheet "drop/costs.csv" was not moved to "done": ${why}`,
    );
    expect(fs.readFileSync(path, 'utf8')).toBe(SHEET);
    expect(done()).toEqual([]);
  });

  it('has a copy on the disk, name included, before it removes the file', async () => {
    const { move } = await scene();
    const steps: string[] = [];
    const recording = recordingDisk((step) => steps.push(step));
    const removing: Disk = {
      ...recording,
      rmSync: (path, options) => {
        steps.push(`remove ${path.split('/').slice(-2).join('/')}`);
        fs.rmSync(path, options);
      },
    };
    expect(move(acrossDevices(removing)).isMoved).toBe(true);
    expect(steps.slice(-4)).toEqual([
      'open costs.csv',
      'sync costs.csv',
      'sync done',
      'remove drop/costs.csv',
    ]);
  });

  it('keeps a file that changes while it is copied', async () => {
    const { path, write, move, done } = await scene();
    const disk: Disk = {
      ...acrossDevices(fs),
      fsyncSync: (file) => {
        fs.fsyncSync(file);
        write('sku,cost\nSKU-1,6.60\nSKU-2,6.60\n');
      },
    };
    expect(move(disk).notice).toBe(
      'The sheet "drop/costs.csv" was not moved to "done": it changed while it was copied',
    );
    expect(fs.readFileSync(path, 'utf8')).toContain('SKU-2');
    expect(done()).toEqual([]);
  });

  it('says so if another file takes the place of the sheet in the moment of the move', async () => {
    const { write, move, done } = await scene();
    const disk: Disk = {
      ...fs,
      renameSync: (from, to) => {
        write(`${SHEET}SKU-2,6.60\n`);
        fs.renameSync(from, to);
      },
    };
    expect(move(disk)).toEqual({
      isMoved: false,
      notice:
        'The sheet "drop/costs.csv" was moved to "done/costs.csv", and was replaced by another file at that moment: that one was not read',
    });
    expect(done()).toEqual(['costs.csv']);
  });
});
