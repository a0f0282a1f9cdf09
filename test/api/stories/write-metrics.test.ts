import * as disk from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeMetrics } from '../../../src/api/stories/end-night.ts';
import { anEnding } from '../../report/support.ts';
import { failingDisk } from '../../support/dying-disk.ts';
import { parseExposition } from '../../support/parse-csv.ts';
import { modeOf, tempFolder } from '../../support/temp-folder.ts';

const RUN = 'pricesheet_last_run_timestamp_seconds';

const ENDING = anEnding();

function timeIn(path: string): number | undefined {
  return parseExposition(readFileSync(path, 'utf8')).get(RUN)?.samples[0]?.value;
}

describe('writeMetrics', () => {
  it('leaves one file that everybody may read, whatever the umask', () => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const folder = tempFolder();
    const path = join(folder, 'pricesheet.prom');
    expect(writeMetrics(path, ENDING, disk)).toBeUndefined();
    expect(modeOf(path)).toBe(0o644);
    expect(readdirSync(folder)).toEqual(['pricesheet.prom']);
    expect(timeIn(path)).toBe(1_800_000_012.5);
  });

  it('never shows a file that is not whole: a new one takes the place of the old one', () => {
    const path = join(tempFolder(), 'pricesheet.prom');
    writeMetrics(path, ENDING, disk);
    const seen: (number | undefined)[] = [];
    const watching = {
      ...disk,
      writeSync: (file: number, bytes: Uint8Array, offset: number) => {
        seen.push(timeIn(path));
        // A few bytes at a time, as a full system may take them.
        return disk.writeSync(file, bytes, offset, Math.min(100, bytes.length - offset));
      },
    };
    writeMetrics(path, { ...ENDING, finishedAt: 1_900_000_000_000 }, watching);
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([1_800_000_012.5]));
    expect(timeIn(path)).toBe(1_900_000_000);
  });

  it('leaves the old file, and nothing else, where the new one can not be written', () => {
    const folder = tempFolder();
    const path = join(folder, 'pricesheet.prom');
    writeMetrics(path, ENDING, disk);
    const { fsyncSync } = failingDisk('fsyncSync', 'ENOSPC');
    expect(writeMetrics(path, { ...ENDING, finishedAt: 1_900_000_000_000 }, { ...disk, fsyncSync })).toBe(
      `Cannot write the metrics file "${path}": the disk is full`,
    );
    expect(timeIn(path)).toBe(1_800_000_012.5);
    expect(readdirSync(folder)).toEqual(['pricesheet.prom']);
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a device', (path: string) => symlinkSync('/dev/null', path)],
  ])('does not put a file in the place of %s', (_, make) => {
    const path = join(tempFolder(), 'pricesheet.prom');
    make(path);
    expect(writeMetrics(path, ENDING, disk)).toBe(
      `Cannot write the metrics file "${path}": it exists but is not a file`,
    );
    expect(disk.statSync(path).isFile()).toBe(false);
  });
});
