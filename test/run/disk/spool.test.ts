import * as disk from 'node:fs';
import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DiskError } from '../../../src/domain/errors.ts';
import type { Disk } from '../../../src/domain/ports.ts';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import { openSpool } from '../../../src/run/disk/spool.ts';
import { runs } from '../../support/runs.ts';
import { modeOf, tempFolder } from '../../support/temp-folder.ts';

/** A disk that gives and takes part of what it is asked to. */
const slowDisk: Disk = {
  ...disk,
  readSync: (file: number, bytes: Uint8Array) => disk.readSync(file, bytes.subarray(0, 50_000)),
  writeSync: (file: number, bytes: Uint8Array, offset: number) =>
    disk.writeSync(file, bytes, offset, Math.min(50_000, bytes.length - offset)),
};

function spoolOf(lines: readonly string[]) {
  const path = join(tempFolder(), 'lines.unfinished');
  const spool = openSpool(path, slowDisk);
  for (const line of lines) spool.append(line);
  return { spool, path };
}

/** Some of them are so long that a few fill a block. */
const someLines = fc.array(
  fc
    .tuple(fc.constantFrom('', 'a', 'é', '💰 ', '\r', '{"x":1}'), fc.constantFrom(1, 3, 60_000))
    .map(([text, times]) => text.repeat(times)),
  { maxLength: 30 },
);

describe('openSpool', () => {
  it('writes to a file of its own where a link stands in its place, and where a killed run has left one', () => {
    const [path, victim] = [join(tempFolder(), 'lines.unfinished'), join(tempFolder(), 'victim')];
    writeFileSync(victim, 'ours');
    symlinkSync(victim, path);
    for (const line of ['first', 'second']) {
      const spool = openSpool(path, disk);
      spool.append(line);
      expect([...spool.lines()]).toEqual([line]);
    }
    expect([readFileSync(victim, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['ours', 'second\n']);
  });

  it.skipIf(process.platform === 'win32')('keeps what is in it for the eyes of its owner', () => {
    expect(modeOf(spoolOf(['cost 6.50']).path)).toBe(0o600);
  });

  it('gives back all lines, or those with some numbers, or blocks of them, as often as they are asked for', () => {
    fc.assert(
      fc.property(someLines, fc.func(fc.boolean()), (lines, isWanted) => {
        const { spool } = spoolOf(lines);
        expect([...spool.lines()]).toEqual(lines);
        const numbers = lines.flatMap((_, number) => (isWanted(number) ? [number] : []));
        expect([...spool.lines(Float64Array.from(numbers))]).toEqual(numbers.map((number) => lines[number]));
        const blocks = [...spool.blocks()];
        expect(Buffer.concat(blocks.map(({ bytes }) => bytes)).toString()).toBe(
          lines.map((line) => `${line}\n`).join(''),
        );
        expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length);
        spool.append('one more');
        expect([...spool.lines()]).toEqual([...lines, 'one more']);
        atOnce(spool.remove());
      }),
      { numRuns: runs(60) },
    );
  });

  it.each([
    ['shorter', (path: string) => truncateSync(path, 2), 'it is not what was written to it'],
    ['of other bytes', (path: string) => writeFileSync(path, '\0\0\0\0'), 'it is not what was written to it'],
    ['gone', (path: string) => rmSync(path), 'it is gone'],
  ])('says so where the file is %s', (_how, change, why) => {
    const { spool, path } = spoolOf(['a', 'b']);
    expect([...spool.lines()]).toEqual(['a', 'b']);
    change(path);
    const read = () => [...spool.lines()];
    expect(read).toThrow(DiskError);
    expect(read).toThrow(`Cannot read "${path}": ${why}`);
  });
});
