import * as disk from 'node:fs';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DiskError, RunFolderError } from '../../../src/domain/errors.ts';
import type { Disk } from '../../../src/domain/ports.ts';
import type { Outcome } from '../../../src/domain/stages.ts';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import {
  chainLine,
  type JournalFile,
  journalGone,
  openOutcomeJournal,
  readJournal,
  toOutcomeLine,
} from '../../../src/run/folder/journal.ts';
import { createRunFolder, RUN_FILES } from '../../../src/run/folder/run-folder.ts';
import { anUpdate, cents, listingId } from '../../support/builders.ts';
import { turn } from '../../support/gate.ts';
import { runs } from '../../support/runs.ts';
import { tempFolder } from '../../support/temp-folder.ts';

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
  {
    kind: 'outcome',
    entry: update,
    ...{ status: 'failed', reason: 'http_400', message: 'no\nnever', attempts: 1 },
    ...{ mayArrive: true, notApplied: true },
  },
];

/** What the plan's seal would be. */
const START = '5ea1'.repeat(16);

/** Chains these lines again, so that only what they say can be wrong. */
function chain(lines: readonly string[]): readonly string[] {
  let link = START;
  return lines.map((text) => {
    const chained = chainLine(text, link);
    link = chained.link;
    return chained.line;
  });
}

/** The lines of two outcomes and an end, as they are before they are chained. */
const LINES = [
  ...outcomes.map((outcome, index) => toOutcomeLine(index * 5, outcome)),
  JSON.stringify({ kind: 'end' }),
];

async function writeChained(count = 2, start = START) {
  const folder = createRunFolder({ cwd: tempFolder(), startedAt: 0, disk, sheetName: 'x' });
  const journal = openOutcomeJournal(folder.openLines(RUN_FILES.outcomes), start);
  for (let n = 0; n < count; n++) {
    const noted = journal.note(n, outcomes[n % outcomes.length] as Outcome);
    // Some of them share a turn.
    if (n % 3 !== 0) await noted;
  }
  await turn();
  journal.end();
  const path = folder.pathOf(RUN_FILES.outcomes);
  return { path, lines: readFileSync(path, 'utf8').split('\n').slice(0, -1) };
}

function read(text: string | Buffer, start = START): JournalFile | undefined {
  const path = join(tempFolder(), 'outcomes.ndjson');
  writeFileSync(path, text);
  return atOnce(readJournal(path, { start, disk }));
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** A journal in short: which entries are settled, and whether the run came to its end. */
function inShort(journal: JournalFile | undefined) {
  return journal && { settled: [...journal.byEntry.keys()], ended: journal.ended };
}

describe('readJournal', () => {
  it.skipIf(process.platform === 'win32')('does not take one that cannot be looked at for none', () => {
    const path = join(tempFolder(), 'outcomes.ndjson');
    symlinkSync('outcomes.ndjson', path);
    expect(() => atOnce(readJournal(path, { start: START, disk }))).toThrow(RunFolderError);
  });

  it('is undefined where there is none: nothing was sent', () => {
    const path = join(tempFolder(), 'outcomes.ndjson');
    expect(atOnce(readJournal(path, { start: START, disk }))).toBeUndefined();
  });

  it('is not the same as an empty one: something may have been sent', () => {
    expect(inShort(read(''))).toEqual({ settled: [], ended: false });
  });

  it('tells a run that was cut off from one that came to its end', () => {
    expect(inShort(read(textOf(chain(LINES))))).toEqual({ settled: [0, 5], ended: true });
    expect(inShort(read(textOf(chain(LINES).slice(0, 2))))).toEqual({ settled: [0, 5], ended: false });
  });

  it('leaves a last line out that was not written to its end, wherever it was torn', () => {
    const [first = '', second = '', end = ''] = chain(LINES);
    for (let length = 1; length <= second.length; length += 3)
      expect(inShort(read(`${first}\n${second.slice(0, length)}`))).toEqual({ settled: [0], ended: false });
    expect(inShort(read(`${first}\n${second}\n${end}`))).toEqual({ settled: [0, 5], ended: false });
  });

  it.each([
    ['a second line for an entry', ([first = '']) => [first, first.replace('updated', 'failed')]],
    ['a line of another kind', ([first = '']) => [first, '{"kind":"note"}']],
    ['a status to come', ([first = '']) => [first.replace('"updated"', '"postponed"')]],
    ['no position', ([first = '']) => [first.replace('"n":0,', '')]],
    ['a text for a position', ([first = '']) => [first.replace('"n":0', '"n":"0"')]],
    ['an unknown field', ([first = '']) => [first.replace('"field":"cost"', '"field":"price"')]],
  ] satisfies readonly [string, (lines: readonly string[]) => readonly string[]][])(
    'refuses %s, though the chain fits',
    (_name, damage) => {
      expect(() => read(textOf(chain(damage(LINES))))).toThrow(RunFolderError);
    },
  );
});

it('a run that sent updates and has no journal is undone by its undo.csv', () => {
  expect(journalGone('undo it', { folder: 'my run', shell: 'posix' })).toMatchObject({
    message: 'Cannot undo it: the run sent updates, and its journal is gone',
    hint: 'Undo it with: pricesheet sync "my run/undo.csv"',
  });
});

describe('the chain of a journal', () => {
  it('gives back what was written, and needs the seal of its plan for it', async () => {
    const { path, lines } = await writeChained();
    const journal = atOnce(readJournal(path, { start: START, disk }));
    expect(inShort(journal)).toEqual({ settled: [0, 1], ended: true });
    const { kind: _kind, entry: _entry, ...settled } = outcomes[0] as Outcome;
    expect(journal?.byEntry.get(0)).toMatchObject(settled);
    expect(journal?.byEntry.get(1)).toMatchObject({ mayArrive: true, notApplied: true });
    expect(lines.map((line) => JSON.parse(line).chain)).toEqual(
      lines.map(() => expect.stringMatching(/^[0-9a-f]{16}$/)),
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ n: 0, line: 2, listingId: listingId(1) });
    expect(() => atOnce(readJournal(path, { start: '0'.repeat(64), disk }))).toThrow(
      /it does not belong to the plan in the same folder, or line 1 was edited or removed/,
    );
  });

  it.each([
    ['an edited status', (lines) => lines.map((line) => line.replace('"failed"', '"updated"')), 2],
    ['a line left out', (lines) => lines.toSpliced(1, 1), 2],
    ['the first line left out', (lines) => lines.slice(1), 1],
    ['a doubled line', (lines) => lines.toSpliced(1, 0, lines[1] ?? ''), 3],
    ['no checksum in a line', (lines) => lines.with(2, toOutcomeLine(2, outcomes[0] as Outcome)), 3],
    ['no checksum in any line', (lines) => lines.map((line) => line.replace(/,"chain":"[0-9a-f]+"/, '')), 1],
    ['an end that nobody chained', (lines) => lines.with(-1, '{"kind":"end"}'), 5],
    ['a line chained to another run', (lines) => lines.with(1, chainLine('{"kind":"end"}', '0').line), 2],
    ['an empty line', (lines) => lines.toSpliced(1, 0, ''), 2],
    ['a blank behind a line', (lines) => lines.with(1, `${lines[1]} `), 2],
  ] satisfies readonly [string, (lines: readonly string[]) => readonly string[], number][])(
    'refuses %s, and names the line',
    async (_name, damage, number) => {
      const { lines } = await writeChained(4);
      const damaged = damage(lines);
      const where = number === 1 ? 'line 1 was' : `line ${number} was edited, or a line before it`;
      expect(() => read(textOf(damaged))).toThrow(where);
    },
  );

  it('either is refused or is the beginning of what was written, whatever was done to it', async () => {
    const { lines } = await writeChained(7);
    const whole = Buffer.from(textOf(lines));
    const at = fc.nat({ max: lines.length - 1 });
    const linewise = fc.oneof(
      at.map((index) => lines.toSpliced(index, 1)),
      fc.tuple(at, at).map(([from, to]) => lines.toSpliced(to, 0, lines[from] ?? '')),
      fc.tuple(at, at).map(([one, other]) => lines.with(one, lines[other] ?? '')),
      fc.shuffledSubarray([...lines]),
      fc
        .tuple(at, fc.constantFrom('updated', 'skipped', 'failed', 'unconfirmed', 'conflict'))
        .map(([index, status]) =>
          lines.with(index, (lines[index] ?? '').replace(/"status":"\w+"/, `"status":"${status}"`)),
        ),
    );
    const bytes = fc.oneof(
      linewise.map((damaged) => Buffer.from(textOf(damaged))),
      fc.nat({ max: whole.length }).map((length) => whole.subarray(0, length)),
      fc
        .tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 127 }))
        .map(([position, byte]) => Buffer.from(whole).fill(byte, position, position + 1)),
    );
    fc.assert(
      fc.property(bytes, (damaged) => {
        const journal = readOrRefuse(damaged);
        if (!journal) return;
        const count = journal.byEntry.size;
        expect([...journal.byEntry.keys()]).toEqual(Array.from({ length: count }, (_, n) => n));
        expect([...journal.byEntry.values()].map(({ status }) => status)).toEqual(
          Array.from({ length: count }, (_, n) => outcomes[n % outcomes.length]?.status),
        );
        if (journal.ended) expect(damaged.equals(whole)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

function readOrRefuse(bytes: Buffer): JournalFile | undefined {
  try {
    return read(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(RunFolderError);
    return undefined;
  }
}

describe('openOutcomeJournal', () => {
  /** `rooms`: how many bytes of each write, from the second on, there is room for. */
  function someJournal(...rooms: readonly number[]) {
    const written: string[] = [];
    const watched: Disk = {
      ...disk,
      writeSync: (file, bytes, offset) => {
        const room = rooms[written.length - 1];
        written.push(Buffer.from(bytes.subarray(offset)).toString());
        if (room === 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        return disk.writeSync(file, bytes, offset, room);
      },
    };
    const folder = createRunFolder({ cwd: tempFolder(), startedAt: 0, disk: watched, sheetName: 'x' });
    return { journal: openOutcomeJournal(folder.openLines(RUN_FILES.outcomes), START), written };
  }

  /** Of outcomes; the end has none. */
  function positionsIn(text: string): readonly unknown[] {
    const lines = text.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line).n);
  }

  const [outcome] = outcomes as readonly [Outcome];

  it('has handed an outcome to the system once its note resolves, and says until then that it has not', async () => {
    const { journal, written } = someJournal();
    const noted = journal.note(3, outcome);
    expect(journal.unnoted()).toEqual([outcome]);
    await noted;
    expect([written.map(positionsIn), journal.unnoted()]).toEqual([[[3]], []]);
  });

  it('writes the outcomes of one turn in one piece and in their order, and those of another apart', async () => {
    const { journal, written } = someJournal();
    await Promise.all([journal.note(2, outcome), journal.note(0, outcome)]);
    await journal.note(1, outcome);
    journal.end();
    expect(written.map(positionsIn)).toEqual([[2, 0], [1], [undefined]]);
  });

  it.each([
    ['nothing of a turn', [0], 2],
    ['one outcome of it and a part of the next', [toOutcomeLine(1, outcome).length + 40, 0], 1],
  ])('names what is not written where there is room for %s', async (_what, rooms, left) => {
    const { journal } = someJournal(...rooms);
    await journal.note(0, outcome);
    const turnOfTwo = [journal.note(1, outcome), journal.note(2, outcome)];
    for (const noted of turnOfTwo) await expect(noted).rejects.toThrow(DiskError);
    expect(journal.unnoted()).toHaveLength(left);
    expect(() => journal.end()).toThrow(DiskError);
  });
});
