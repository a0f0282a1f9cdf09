import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { quoteWord } from '../../../src/report/text/quote-word.ts';
import { NAUGHTY_TEXTS } from '../../support/naughty-text.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('quoteWord', () => {
  it.each([
    ['runs/2026-11-20T08-30-00Z-costs', 'runs/2026-11-20T08-30-00Z-costs'],
    ['a b', '"a b"'],
    ['=costs.csv', '"=costs.csv"'],
    ['==', '"=="'],
    ['%self', '"%self"'],
    ['sku=x', 'sku=x'],
    ['50%', '50%'],
    ['~', '"~"'],
    ['#1', '"#1"'],
    ['!1', "'!1'"],
    ['', '""'],
    ["it's", '"it\'s"'],
    ['$(touch x)', "'$(touch x)'"],
    [`it's $HOME`, `'it'\\''s $HOME'`],
    ['a\u001b[2J', "$'a\\U0000001b[2J'"],
    ["\u202e'\\", "$'\\U0000202e\\'\\\\'"],
  ])('%j is %s', (word, quoted) => {
    expect(quoteWord(word)).toBe(quoted);
  });

  /** Words that a shell may take for something else by what they begin with. */
  const BEGINNINGS = [...'=%~#!@+:,.^*?{}[]()<>|&;-'].flatMap((sign) => [sign, `${sign}self`, `${sign}1`]);
  const TEXTS = [...BEGINNINGS, ...NAUGHTY_TEXTS.map(({ text }) => text)].filter(
    (text) => !/\0|\p{Cs}/u.test(text),
  );

  const SHELLS = [
    ['bash', ['-c'], TEXTS],
    ['zsh', ['-f', '-c'], TEXTS],
    // It has no way of its own to write what can't be shown, and reads two backslashes as one.
    ['fish', ['--no-config', '-c'], TEXTS.filter((text) => !/^\$'|\\/.test(quoteWord(text)))],
  ] as const;

  for (const [shell, flags, words] of SHELLS)
    it.runIf(spawnSync(shell, ['--version']).status === 0)(
      `is read back by ${shell} as the very same text`,
      () => {
        const script = `printf '%s\\0' ${words.map(quoteWord).join(' ')}`;
        const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: tempFolder() };
        const { stdout } = spawnSync(shell, [...flags, script], { env });
        expect(stdout.toString().split('\0').slice(0, -1)).toEqual(words);
      },
    );
});
