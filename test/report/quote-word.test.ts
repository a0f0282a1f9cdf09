import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { quoteWord } from '../../src/report/quote-word.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-text.ts';

describe('quoteWord', () => {
  it.each([
    ['runs/2026-11-20T08-30-00Z-costs', 'runs/2026-11-20T08-30-00Z-costs'],
    ['a b', '"a b"'],
    ['', '""'],
    ["it's", '"it\'s"'],
    ['$(touch x)', "'$(touch x)'"],
    [`it's $HOME`, `'it'\\''s $HOME'`],
    ['a\u001b[2J', "$'a\\U0000001b[2J'"],
    ["\u202e'\\", "$'\\U0000202e\\'\\\\'"],
  ])('%j is %s', (word, quoted) => {
    expect(quoteWord(word)).toBe(quoted);
  });

  it.runIf(spawnSync('bash', ['--version']).status === 0)(
    'is read back by bash as the very same text',
    () => {
      const words = NAUGHTY_TEXTS.map(({ text }) => text).filter((text) => !/\0|\p{Cs}/u.test(text));
      const script = `printf '%s\\0' ${words.map(quoteWord).join(' ')}`;
      const { stdout } = spawnSync('bash', ['-s'], { input: script, env: { LC_ALL: 'C.UTF-8' } });
      expect(stdout.toString().split('\0').slice(0, -1)).toEqual(words);
    },
  );
});
