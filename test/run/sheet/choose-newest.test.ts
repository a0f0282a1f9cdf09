import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SheetError } from '../../../src/domain/errors.ts';
import {
  chooseNewest,
  dateInName,
  type FolderEntry,
  isLater,
  type NewestFile,
} from '../../../src/run/sheet/find-newest.ts';
import { listed } from '../../support/listed.ts';
import { runs } from '../../support/runs.ts';

const HOUR = 3_600_000;
/** Later than all hours below but those that are to come. */
const NOW = 50 * HOUR;

/** Names and, behind `@`, the hour of the change, and a kind other than a file. `20` is `costs-2026-11-20.csv`. */
function entriesOf(text: string): readonly FolderEntry[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [, name = '', hour, kind = 'file'] = /^(.*)@(\d+)(?: (folder|link|other))?$/.exec(each) ?? [];
      const file = name.replace(/^\d\d$/, 'costs-2026-11-$&.csv');
      return { name: file, mtimeMs: Number(hour) * HOUR, kind: kind as FolderEntry['kind'] };
    });
}

/** What is chosen and what is said of it, or why nothing is, in a few words. */
function choose(entries: string, { pattern = 'costs-*.csv', taken = '' } = {}): string {
  const given = { ...GIVEN, entries: entriesOf(entries), taken: entriesOf(taken) };
  return inShort(() => chooseNewest(pattern, given)).replaceAll(/costs-2026-11-(\d\d)\.csv/g, '$1');
}

const GIVEN = { doneTo: 'done', now: NOW };

function inShort(read: () => NewestFile): string {
  try {
    const { path, notices } = read();
    return [path, ...notices.map(shorten)].join(', ');
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return shorten(error.message);
  }
}

function shorten(message: string): string {
  const text = message.replace(/ \(modified [^)]*\)/g, '').replaceAll('"', '');
  for (const [words, short] of SHORT) if (words.test(text)) return text.replace(words, short);
  return text;
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^(.*) is newer than .*: it looks like an upload in progress$/, 'uploading $1'],
  [/^(.*) is newer than .*: a run writes files of this name$/, 'own $1'],
  [/^.* since its name has no date; the last one with a date is (.*)$/, 'dated $1'],
  [/^.*: by the date in its name it is (.*), by modification time (.*)$/, 'by date $1, by time $2'],
  [/^.*: (.*) and (.*) were modified at the same time.*$/, 'tied $1, $2'],
  [/^.*: (.*) has a modification time in the future.*$/, '$1 is of the future'],
  [/^.*: (.*) is older than (.*), which was read before$/, '$1 is older than $2'],
  [/^Cannot find the sheet: .* matches nothing in .*?; /, 'none; '],
];

describe('chooseNewest', () => {
  it.each([
    ['takes the only one', 'a.csv@1', 'a.csv'],
    ['takes the last modified', 'a.csv@1, b.csv@3, c.csv@2', 'b.csv'],
    ['takes the last modified with the latest date', '20@1, 22@3, 21@2', '22'],
    ['takes of one date the last modified', '20@2, costs-2026-11-20 (1).csv@3', 'costs-2026-11-20 (1).csv'],
    ['takes of one time the latest date', '20@2, 22@2, 21@2', '22'],
    ['takes a time of day beside the day', '20@1, costs-2026-11-20T09.csv@9', 'costs-2026-11-20T09.csv'],
    ['takes years before months', 'costs-2026-12-31.csv@1, costs-2027-01-01.csv@2', 'costs-2027-01-01.csv'],
    ['takes dates in doubt by time', 'a-05-12-2026.csv@2, a-06-11-2026.csv@1', 'a-05-12-2026.csv'],
    ['takes none if a later date was modified earlier', '20@5, 21@4', 'by date 21, by time 20'],
    ['takes none if several dates are later', '22@1, 20@5, 21@4', 'by date 22, by time 20'],
    ['takes none of one time without a date', 'a.csv@1, b.csv@1', 'tied a.csv, b.csv'],
    ['takes none of one time and date', '20@1, costs-20261120.csv@1', 'tied 20, costs-20261120.csv'],
    ['takes none of one time, one with a date', '20@1, final.csv@1', 'tied 20, final.csv'],
    ['leaves out a folder', 'a.csv@1, b.csv@9 folder', 'a.csv'],
    ['leaves out a link', 'a.csv@1, b.csv@9 link', 'a.csv'],
    ['leaves out a pipe', 'a.csv@1, b.csv@9 other', 'a.csv'],
    ['leaves out a hidden file', 'a.csv@1, .b.csv@9', 'a.csv'],
    ['leaves out a longer name', 'a.csv@1, b.csv.gz@9', 'a.csv'],
    ['leaves out what is not uploaded yet, if it is older', 'a.csv@1, b.csv.part@0', 'a.csv'],
    ['names the last dated file if it takes one without a date', '20@1, 21@2, z.csv@3', 'z.csv, dated 21'],
    ['takes a time that clocks may differ by', 'a.csv@49, b.csv@62', 'b.csv'],
    ['takes no file by a time that is still to come', 'a.csv@49, b.csv@63', 'b.csv is of the future'],
    ['takes no file beside one of the future', '20@49, 19@63', '19 is of the future'],
    ['says that there is no file', '', 'none; there is no file in it'],
  ])('%s: %s', (_, entries, expected) => {
    expect(choose(entries, { pattern: '*.csv' })).toBe(expected);
  });

  it.each(
    listed(`costs-b.csv.part, costs-b.csv.tmp, costs-b.csv.filepart, costs-b.csv.crdownload, costs-b.csv.PART,
      .costs-b.csv.part, .costs-b.csv.a1B2c3`),
  )('names %s if it is newer', (name) => {
    expect(choose(`costs-a.csv@1, ${name}@9`)).toBe(`costs-a.csv, uploading ${name}`);
    expect(choose(`costs-a.csv@1, other-${name.replace(/^\./, '')}@9`)).toBe('costs-a.csv');
  });

  it('takes no unfinished file, even if the pattern matches its whole name', () => {
    expect(choose('costs-a.csv@1, costs-b.csv.part@9', { pattern: 'costs-*' })).toBe(
      'costs-a.csv, uploading costs-b.csv.part',
    );
  });

  it.each(['retry.csv', 'undo.csv', 'results.csv', 'retry (1).csv'])(
    'takes no %s, and names it if it is newer',
    (own) => {
      expect(choose(`costs-a.csv@1, ${own}@9`, { pattern: '*.csv' })).toBe(`costs-a.csv, own ${own}`);
      expect(choose(`costs-a.csv@1, ${own}@0`, { pattern: '*.csv' })).toBe('costs-a.csv');
      expect(choose(`${own}@9`, { pattern: '*.csv' })).toContain(`${own} is a file that a run writes`);
    },
  );

  it.each([
    ['*.csv', 'a.csv', '.csv.txt'],
    ['costs-????.csv', 'costs-1234.csv', 'costs-12345.csv'],
    ['costs*', 'costs', 'acosts'],
    ['c**s.csv', 'costs.csv', 'cost.csv'],
    ['[a]+(b).{1}$^|\\*.csv', '[a]+(b).{1}$^|\\x.csv', 'a.csv'],
    ['?.csv', '\u{1F600}.csv', 'ab.csv'],
    ['a*.csv', 'a\nb.csv', 'b.csv'],
  ])('understands %s', (pattern, yes, no) => {
    const entries = [yes, no].map((name) => ({ name, kind: 'file' as const, mtimeMs: 1 }));
    expect(chooseNewest(pattern, { ...GIVEN, entries, taken: [] }).path).toBe(yes);
  });

  it.each([
    ['20@1', '21@2', '20 is older than done/21'],
    ['20@3', '21@2', '20 is older than done/21'],
    ['costs-a.csv@1', 'costs-b.csv@2', 'costs-a.csv is older than done/costs-b.csv'],
    ['costs-2026-11-20 (1).csv@1', '20@2', 'costs-2026-11-20 (1).csv is older than done/20'],
    ['20@3', '20@2', '20'],
    ['22@1', '21@2', '22'],
    ['costs-a.csv@2', 'costs-a.csv@2', 'costs-a.csv'],
    ['costs-a.csv@1', 'prices-b.csv@2', 'costs-a.csv'],
    ['costs-a.csv@49', 'costs-b.csv@63', 'done/costs-b.csv is of the future'],
    ['20@49', '19@63', '20'],
  ])('compares %s with %s, which was read before', (entries, taken, expected) => {
    expect(choose(entries, { taken })).toBe(expected);
  });

  it.each([
    ['prices-a.csv@1, prices-b.csv@2', 'none; the newest file there is prices-b.csv'],
    ['Costs-a.csv@1, prices-b.csv@2', 'none; the nearest file there is Costs-a.csv'],
    ['costs-a.csv.gz@1, prices-b.csv@2', 'none; the nearest file there is costs-a.csv.gz'],
    ['costs-a.csv@1 link', 'none; costs-a.csv is a link; there is no other file in it'],
    ['costs-b.csv@2 folder', 'none; costs-b.csv is a folder; there is no other file in it'],
  ])('finds nothing among "%s"', (entries, expected) => {
    expect(choose(entries)).toBe(expected);
  });

  const names = fc.oneof(
    fc.constantFrom(
      ...listed('costs-a.csv, costs-b.csv, costs-05-06-2026.csv, costs-x.csv.part, retry.csv, .costs.csv'),
    ),
    fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('', ' (1)', 'T0315', 'T0900'))
      .map(([day, rest]) => `costs-2026-11-0${day}${rest}.csv`),
  );
  const folders = fc.uniqueArray(
    fc.record({
      name: names,
      kind: fc.constantFrom('file', 'file', 'file', 'link', 'folder', 'other'),
      mtimeMs: fc.integer({ min: 0, max: 5 }),
    }) as fc.Arbitrary<FolderEntry>,
    { selector: ({ name }) => name, maxLength: 8 },
  );

  it('takes no file if another was modified later or has a later date, in whatever order they come', () => {
    fc.assert(
      fc.property(folders, fc.infiniteStream(fc.nat()), (entries, order) => {
        const chooseAmong = (entries: readonly FolderEntry[]): string =>
          inShort(() => chooseNewest('costs-*.csv', { ...GIVEN, entries, taken: [] })).replace(/, .*/, '');
        const chosen = chooseAmong(entries);
        const shuffled = [...entries]
          .map((entry) => ({ entry, at: order.next().value }))
          .sort((one, two) => one.at - two.at)
          .map(({ entry }) => entry);
        expect(chooseAmong(shuffled)).toBe(chosen);
        const usable = entries.filter(({ name, kind }) => kind === 'file' && /^costs-.*\.csv$/.test(name));
        expect(chosen.startsWith('none; ')).toBe(usable.length === 0);
        const file = usable.find(({ name }) => name === chosen);
        if (!file) return;
        for (const other of usable) {
          expect(other.mtimeMs).toBeLessThanOrEqual(file.mtimeMs);
          expect(isLater(dateInName(other.name), dateInName(file.name))).toBe(false);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
