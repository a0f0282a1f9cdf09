import { existsSync, readdirSync } from 'node:fs';

/** Code that decides amounts, rows or statuses, and the quick tests that have to notice a mistake in it. Paths that end in a slash are folders. */
export interface Room {
  readonly code: readonly string[];
  readonly tests: readonly string[];
  /** Tests that take long for one figure: how much memory something takes, or how long. */
  readonly leftOut?: readonly string[];
  /** Of a hundred planted mistakes, how many have to be noticed. */
  readonly minScore: number;
}

const named = (folder: string, ending: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}/${name}${ending}`);

export const ROOMS: Readonly<Record<string, Room>> = {
  plan: {
    code: ['src/plan/'],
    tests: ['test/plan/'],
    // Thousands of sheets: rates, which no single mistake moves far.
    leftOut: ['implausible_column, measured'],
    minScore: 92,
  },
  execute: {
    code: ['src/execute/'],
    tests: ['test/execute/'],
    minScore: 94,
  },
  resolve: {
    code: named(
      'src/resolve',
      '.ts',
      'find-strategy id-table listing-index look-up-skus match-row row-facts similar-skus',
    ),
    tests: ['test/resolve/'],
    leftOut: ['holds a listing in less than'],
    minScore: 92,
  },
  amounts: {
    code: [
      ...named(
        'src/sheet',
        '.ts',
        `amount-text decimal-column divisor-text parse-money program-columns read-money-cells`,
      ),
      ...named(
        'src/domain',
        '.ts',
        `cents currency effects fees judge-price predict-outcome rewritten-sku settle-duplicates`,
      ),
    ],
    tests: [
      ...named(
        'test/sheet',
        '.test.ts',
        `amount-text decimal-column fee-columns header/per-quantity listed-total
        parse-money parse-row price-control sku-path units validity why-ignored`,
      ),
      ...named(
        'test/domain',
        '.test.ts',
        `cents currency effects fees judge-price predict-outcome rewritten-sku row settle-duplicates`,
      ),
    ],
    leftOut: ['keeps every digit of a grain, twenty thousand', 'stays what it was where its row'],
    minScore: 92,
  },
  folder: {
    code: named('src/run/folder', '.ts', 'entry-store journal plan-file plan-schema review-rows'),
    tests: [
      'test/run/folder/',
      ...named('test/run', '.test.ts', 'apply steps/planned-rows sync undo undo-journal'),
    ],
    minScore: 94,
  },
  undo: {
    code: ['src/run/steps/planned-rows.ts', 'src/run/folder/to-restorations.ts'],
    tests: [
      ...named('test/run', '.test.ts', 'apply half-taken steps/planned-rows undo undo-journal not-applied'),
      'test/run/folder/',
    ],
    minScore: 94,
  },
};

/**
 * The files that a room means, of its code or of its tests.
 *
 * Errors: if one that is named is not there.
 */
export function filesOf(paths: readonly string[]): readonly string[] {
  const missing = paths.find((path) => !existsSync(path));
  if (missing) throw new Error(`There is no ${missing}: test/mutation/rooms.ts names it`);
  return paths
    .flatMap((path) => (path.endsWith('/') ? readdirSync(path).map((name) => `${path}${name}`) : [path]))
    .filter((path) => path.endsWith('.ts'));
}
