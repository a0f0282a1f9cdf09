import * as disk from 'node:fs';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeSystemError } from '../../../src/domain/errors.ts';
import type { Disk } from '../../../src/domain/ports.ts';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import { openRegularFile, readLines, readRegularFile } from '../../../src/run/disk/line-file.ts';
import { readPlan, readPlanHead } from '../../../src/run/folder/plan-file.ts';
import { readSummary } from '../../../src/run/folder/summary-file.ts';
import { findLock } from '../../../src/run/lock/with-lock.ts';
import { readAccountState } from '../../../src/run/lookup/account-state.ts';
import { pipeThatGives } from '../../support/named-pipe.ts';
import { runs } from '../../support/runs.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { aHolder } from '../lock-support.ts';

const NO_FILE = 'it is a pipe or a device, and not a file';

describe.skipIf(process.platform === 'win32')('openRegularFile', () => {
  const pipe = (text: string, name = 'pipe'): string => pipeThatGives(join(tempFolder(), name), text);

  it.each([
    ['opens', openRegularFile],
    ['reads', readRegularFile],
  ])('%s no pipe and no device', (_name, read) => {
    for (const path of [pipe('x'), '/dev/null'])
      expect(() => read(path, disk)).toThrow(expect.objectContaining({ code: 'ENOTFILE' }));
  });

  it('leaves it to the system to say that there is nothing, or a folder', () => {
    const folder = tempFolder();
    const said = (path: string): string => {
      try {
        return String(readRegularFile(path, disk));
      } catch (error) {
        return describeSystemError(error);
      }
    };
    expect([said(join(folder, 'none')), said(folder)]).toEqual(['there is no such file', 'it is a folder']);
  });

  it.each<readonly [string, string, (path: string) => unknown]>([
    ['plans', '{"kind":"plan"}\n{"kind":"end"}\n', (path) => atOnce(readPlan(path, disk))],
    ['journals and logs', '{"kind":"end"}\n', (path) => [...readLines(path, disk)]],
    ['summaries', '{}', (path) => readSummary(dirname(path), disk)],
  ])('is how %s are read', (_what, text, readPipe) => {
    const path = pipe(text, 'summary.json');
    expect(() => readPipe(path)).toThrow(`Cannot read "${path}": ${NO_FILE}`);
  });

  it('says nothing in the place of the head of a plan, a lock, or a state', () => {
    expect(readPlanHead(pipe('{"kind":"plan"}\n'), disk)).toBeUndefined();
    expect(findLock(pipe(`${JSON.stringify(aHolder())}\n`), disk)).toMatchObject({ holder: undefined });
    expect(readAccountState(pipe('{"version":1,"rate_per_second":7}'), disk)).toEqual({});
  });
});

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
});
