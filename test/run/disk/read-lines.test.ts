import * as disk from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DiskError } from '../../../src/domain/errors.ts';
import type { Disk } from '../../../src/domain/ports.ts';
import { readLines } from '../../../src/run/disk/line-file.ts';
import { runs } from '../../support/runs.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A disk that gives so many bytes at a time. */
function slowDisk(most: number): Disk {
  return {
    ...disk,
    readSync: (file: number, bytes: Uint8Array) => disk.readSync(file, bytes.subarray(0, most)),
  };
}

function read(text: string, most: number): readonly string[] {
  const path = join(tempFolder(), 'lines.ndjson');
  writeFileSync(path, text);
  const lines: string[] = [];
  const reading = readLines(path, slowDisk(most));
  for (let next = reading.next(); ; next = reading.next()) {
    lines.push(next.value);
    if (next.done) return lines;
  }
}

describe('readLines', () => {
  it('gives back what stands between line feeds, however the bytes come', () => {
    const someText = fc.array(fc.constantFrom('a', 'é', '💰', '\r', '\n', '\u2028', '{"x":1}'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(someText, fc.integer({ min: 1, max: 7 }), (parts, most) => {
        const text = parts.join('');
        expect(read(text, most)).toEqual(text.split('\n'));
      }),
      { numRuns: runs(300) },
    );
  });

  it('takes a line of several megabytes', () => {
    const long = 'x'.repeat(3_000_000);
    expect(read(`a\n${long}\nb`, 1024 * 1024)).toEqual(['a', long, 'b']);
  });

  it('says what could not be read', () => {
    const path = join(tempFolder(), 'none');
    expect(() => readLines(path, disk).next()).toThrow(DiskError);
    expect(() => readLines(path, disk).next()).toThrow(`Cannot read "${path}"`);
  });
});
