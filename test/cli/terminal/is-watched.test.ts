import { describe, expect, it } from 'vitest';
import type { Stdio } from '../../../src/cli/terminal/stdio.ts';
import { isWatched } from '../../../src/cli/terminal/stdio.ts';

describe('isWatched', () => {
  const stream = (isTTY: boolean) => ({ isTTY });
  it.each([
    ['no terminal at all', [false, false, false], false],
    ['standard input', [true, false, false], true],
    ['standard output', [false, true, false], true],
    ['standard error', [false, false, true], true],
  ] as const)('%s', (_name, [stdin, stdout, stderr], expected) => {
    const stdio = { stdin: stream(stdin), stdout: stream(stdout), stderr: stream(stderr) };
    expect(isWatched(stdio as unknown as Stdio)).toBe(expected);
  });

  it('asks for standard input without opening it', () => {
    const stdio = { stdout: stream(false), stderr: stream(false), isStdinTerminal: () => true };
    expect(isWatched(stdio as unknown as Stdio)).toBe(true);
  });
});
