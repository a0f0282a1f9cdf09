import * as disk from 'node:fs';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFolderError } from '../../src/domain/errors.ts';
import type { Outcome } from '../../src/domain/stages.ts';
import { appendEnd, type JournalFile, readJournal, toOutcomeLine } from '../../src/run/journal.ts';
import { createRunFolder, RUN_FILES } from '../../src/run/run-folder.ts';
import { anUpdate, cents, listingId } from '../support/builders.ts';
import { tempFolder } from '../support/temp-folder.ts';

const update = anUpdate({ cost: cents(640) });

const outcomes: readonly Outcome[] = [
  {
    kind: 'outcome',
    entry: update,
    status: 'updated',
    reason: '',
    message: 'Also changed: minimum_price 10.00 → 7.04',
    attempts: 2,
    httpStatus: 200,
    completedAt: Date.UTC(2026, 10, 20),
    observed: [
      { field: 'cost', before: cents(600), after: cents(640) },
      { field: 'minimum_price', before: cents(1000), after: cents(704) },
    ],
  },
  { kind: 'outcome', entry: update, status: 'failed', reason: 'http_400', message: 'no\nnever', attempts: 1 },
];

function write() {
  const folder = createRunFolder({ cwd: tempFolder(), startedAt: 0, disk, sheetName: 'x' });
  const journal = folder.openLines(RUN_FILES.outcomes);
  for (const [index, outcome] of outcomes.entries()) journal.append(toOutcomeLine(index * 5, outcome));
  appendEnd(journal);
  journal.close();
  const path = folder.pathOf(RUN_FILES.outcomes);
  return { path, lines: readFileSync(path, 'utf8').split('\n').slice(0, -1) };
}

function read(text: string): JournalFile | undefined {
  const path = join(tempFolder(), 'outcomes.ndjson');
  writeFileSync(path, text);
  return readJournal(path, disk);
}

/** A journal in short: which entries are settled, and whether the run came to its end. */
function inShort(journal: JournalFile | undefined) {
  return journal && { settled: [...journal.byEntry.keys()], ended: journal.ended };
}

describe('toOutcomeLine', () => {
  it('is one line per outcome, with all there is to say', () => {
    const { lines } = write();
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      kind: 'outcome',
      n: 0,
      line: 2,
      listing_id: listingId(1),
      status: 'updated',
      reason: '',
      message: 'Also changed: minimum_price 10.00 → 7.04',
      attempts: 2,
      http_status: 200,
      completed_at: '2026-11-20T00:00:00.000Z',
      observed: { cost: [600, 640], minimum_price: [1000, 704] },
    });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      n: 5,
      http_status: null,
      completed_at: null,
      observed: null,
    });
    expect(JSON.parse(lines[2] ?? '')).toEqual({ kind: 'end' });
  });
});

describe('readJournal', () => {
  it('gives back what was written', () => {
    const journal = readJournal(write().path, disk);
    expect(inShort(journal)).toEqual({ settled: [0, 5], ended: true });
    expect(journal?.byEntry.get(0)).toMatchObject({ status: 'updated', observed: outcomes[0]?.observed });
    expect(journal?.byEntry.get(5)).toMatchObject({ status: 'failed', observed: null });
  });

  it.skipIf(process.platform === 'win32')('does not take one that cannot be looked at for none', () => {
    const path = join(tempFolder(), 'outcomes.ndjson');
    symlinkSync('outcomes.ndjson', path);
    expect(() => readJournal(path, disk)).toThrow(RunFolderError);
  });

  it('is undefined where there is none: nothing was sent', () => {
    expect(readJournal(join(tempFolder(), 'outcomes.ndjson'), disk)).toBeUndefined();
  });

  it('is not the same as an empty one: something may have been sent', () => {
    expect(inShort(read(''))).toEqual({ settled: [], ended: false });
  });

  it('tells a run that was cut off from one that came to its end', () => {
    const { lines } = write();
    expect(inShort(read(`${lines.slice(0, 2).join('\n')}\n`))).toEqual({ settled: [0, 5], ended: false });
  });

  it('leaves a last line out that was not written to its end, wherever it was torn', () => {
    const [first = '', second = ''] = write().lines;
    for (let length = 1; length <= second.length; length += 3) {
      expect(inShort(read(`${first}\n${second.slice(0, length)}`))).toEqual({ settled: [0], ended: false });
    }
  });

  it('does not take a torn end for an end', () => {
    const [first = ''] = write().lines;
    expect(inShort(read(`${first}\n{"kind":"end"}`))).toEqual({ settled: [0], ended: false });
  });

  it('refuses a second line for an entry: nobody writes one', () => {
    const [first = ''] = write().lines;
    const later = JSON.stringify({ ...(JSON.parse(first) as object), status: 'failed', observed: null });
    expect(() => read(`${first}\n${later}\n`)).toThrow(/it has two lines for entry 0/);
  });

  it.each([
    [
      'a whole line that is not JSON',
      (first: string, second: string) => `${first.slice(0, 20)}\n${second}\n`,
    ],
    ['two lines run into each other', (first: string, second: string) => `${first.slice(0, 20)}${second}\n`],
    ['an empty line', (first: string, second: string) => `${first}\n\n${second}\n`],
    ['a line of another kind', (first: string) => `${first}\n{"kind":"note"}\n`],
    ['a status to come', (first: string) => `${first.replace('"updated"', '"postponed"')}\n`],
    ['no position', (first: string) => `${first.replace('"n":0,', '')}\n`],
    ['a text for a position', (first: string) => `${first.replace('"n":0', '"n":"0"')}\n`],
    ['an unknown field', (first: string) => `${first.replace('"cost":', '"price":')}\n`],
    ['zeros where the disk lost a block', (first: string) => `${first}\n${'\u0000'.repeat(50)}\n`],
  ])('refuses %s', (_name, damage) => {
    const [first = '', second = ''] = write().lines;
    expect(() => read(damage(first, second))).toThrow(RunFolderError);
  });
});
