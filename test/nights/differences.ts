import { isDeepStrictEqual } from 'node:util';

/** Figures that the history keeps to the nearest tenth of a percent. */
const ROUNDED = /\.(?:medians|moves)\./;
const ROUNDING = 0.0015;

/** Where two values differ, as `path: found instead of expected`. */
export function differencesBetween(found: unknown, expected: unknown, path = ''): readonly string[] {
  if (isDeepStrictEqual(found, expected)) return [];
  if (isObject(found) && isObject(expected)) {
    const keys = new Set([...Object.keys(found), ...Object.keys(expected)]);
    return [...keys].flatMap((key) => differencesBetween(found[key], expected[key], `${path}.${key}`));
  }
  const isClose =
    typeof found === 'number' &&
    typeof expected === 'number' &&
    ROUNDED.test(path) &&
    Math.abs(found - expected) <= expected * ROUNDING;
  return isClose ? [] : [`${path.slice(1)}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lines, in any order, as what is too much and what is missing. */
export function compareLines(
  what: string,
  found: readonly string[],
  expected: readonly string[],
): readonly string[] {
  const rest = [...found];
  const missing = expected.filter((line) => {
    const at = rest.indexOf(line);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
  return [
    ...rest.map((line) => `${what}: the history says ${line}, and it was not so`),
    ...missing.map((line) => `${what}: the history does not say ${line}`),
  ];
}
