import { describe, expect, it } from 'vitest';
import { isWatched, rowsOf, type Stdio } from '../../../src/cli/terminal/stdio.ts';

describe('isWatched', () => {
  it.each([
    ['no terminal at all', {}, false],
    ['standard input', { stdin: { isTTY: true } }, true],
    ['standard input, which is not opened for that', { isStdinTerminal: () => true }, true],
    ['standard output', { stdout: { isTTY: true } }, true],
    ['standard error', { stderr: { isTTY: true } }, true],
  ])('%s', (_name, terminals, expected) => {
    const stdio: unknown = { stdin: {}, stdout: {}, stderr: {}, ...terminals };
    expect(isWatched(stdio as Stdio)).toBe(expected);
  });
});

it.each([
  [{ isTTY: true, rows: 60 }, 58],
  [{ isTTY: true, rows: 10 }, 20],
  [{ isTTY: false, rows: 24 }, undefined],
])('rowsOf: a screen on %j has %s rows, so that the prompt below it moves nothing away', (stream, rows) => {
  expect(rowsOf(stream)).toBe(rows);
});
