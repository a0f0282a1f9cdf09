import { describe, expect, test } from 'vitest';
import { foldHeader } from '../../../src/sheet/header/fold-header.ts';
import { namesIn } from '../../../src/sheet/header/names-in.ts';
import { SHOP_PROGRAMS } from '../../../src/sheet/header/programs/shop-programs.ts';
import { SHOP_EXPORTS } from '../exports/shop-exports.ts';

describe.each(SHOP_PROGRAMS)('$program', ({ marks, names, anywhere = {}, others = [] }) => {
  const named = [...Object.values(names), ...Object.values(anywhere)].flat().map(foldHeader);

  test('is known by two headings or more', () => {
    expect(marks.filter((set) => new Set(namesIn(set).map(foldHeader)).size < 2)).toEqual([]);
  });

  test('has no heading of which nothing is left once case, blanks and punctuation are gone', () => {
    expect([...named, ...others.map(foldHeader)]).not.toContain('');
  });

  test('has no heading that is ours and something else', () => {
    expect(others.filter((heading) => named.includes(foldHeader(heading)))).toEqual([]);
  });
});

test('no heading means two things in every sheet', () => {
  const fields = new Map<string, string>();
  const twice = SHOP_PROGRAMS.flatMap(({ anywhere = {} }) => Object.entries(anywhere)).flatMap(
    ([field, headings]) =>
      headings.filter((heading) => {
        const other = fields.get(foldHeader(heading));
        fields.set(foldHeader(heading), field);
        return other !== undefined && other !== field;
      }),
  );
  expect(twice).toEqual([]);
});

test('every program and every export has a name of its own', () => {
  const names = [...SHOP_PROGRAMS, ...SHOP_EXPORTS].map(({ program }) => program);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every export says what comes of it', () => {
  const silent = SHOP_EXPORTS.filter(({ cents, stops, asks }) =>
    stops === undefined ? cents === undefined && asks === undefined : cents !== undefined,
  );
  expect(silent.map(({ program }) => program)).toEqual([]);
});
