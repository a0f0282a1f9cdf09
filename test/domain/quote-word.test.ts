import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainWord, quoteWord } from '../../src/domain/quote-word.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-text.ts';
import { tempFolder } from '../support/temp-folder.ts';

describe('quoteWord', () => {
  it.each([
    ['runs/2026-11-20T08-30-00Z-costs', 'runs/2026-11-20T08-30-00Z-costs'],
    ['a b', '"a b"'],
    ['Größe.csv', 'Größe.csv'],
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
    expect(quoteWord(word, 'posix')).toBe(quoted);
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
    ['fish', ['--no-config', '-c'], TEXTS.filter((text) => !/^\$'|\\/.test(quoteWord(text, 'posix')))],
  ] as const;

  for (const [shell, flags, words] of SHELLS)
    it.runIf(spawnSync(shell, ['--version']).status === 0)(`is read back by ${shell} unchanged`, () => {
      const script = `printf '%s\\0' ${words.map((word) => quoteWord(word, 'posix')).join(' ')}`;
      const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: tempFolder() };
      const { stdout } = spawnSync(shell, [...flags, script], { env });
      expect(stdout.toString().split('\0').slice(0, -1)).toEqual(words);
    });
});

describe('quoteWord for Windows', () => {
  it.each([
    ['runs\\2026-11-20-costs', 'runs\\2026-11-20-costs', 'runs\\2026-11-20-costs'],
    ['C:\\my prices\\costs.csv', '"C:\\my prices\\costs.csv"', '"C:\\my prices\\costs.csv"'],
    ['C:\\my prices\\', '"C:\\my prices\\\\"', '"C:\\my prices\\"'],
    ['--max-updates', '--max-updates', '--max-updates'],
    ['max_change,below_cost', '"max_change,below_cost"', '"max_change,below_cost"'],
    ['00611', '00611', '"00611"'],
    ['20%', '20%', '"20%"'],
    ['%PATH%', '^%"PATH"^%', '"%PATH%"'],
    ['$HOME`', '"$HOME`"', "'$HOME`'"],
    ['3" pipe', '"3"" pipe"', `'3" pipe'`],
    ["it's", '"it\'s"', '"it\'s"'],
    ["it's $1", '"it\'s $1"', "'it''s $1'"],
    ['Größe.csv', '"Größe.csv"', '"Größe.csv"'],
    ['“Preis”', '"“Preis”"', "'“Preis”'"],
    ['a & b', '"a & b"', '"a & b"'],
    ['a^b', '"a^b"', '"a^b"'],
    ['^1 (2)!', '"^1 (2)!"', '"^1 (2)!"'],
    ['a"&b', '"a""&b"', `'a"&b'`],
    ['\\"%', '"\\\\""%"', `'\\"%'`],
    ['a\\\\ ', '"a\\\\ "', '"a\\\\ "'],
    ['%a b%%', '^%"a b"^%^%', '"%a b%%"'],
    ["“'’$", `"“'’$"`, "'“''’’$'"],
    ['--%', '--%', '"--%"'],
    ['1e5', '1e5', '"1e5"'],
    ['', '""', '""'],
    ['\u202ea', '"\ufffda"', '"$([char]::ConvertFromUtf32(0x202e))a"'],
  ])('%j is %s in cmd and %s in PowerShell', (word, cmd, powershell) => {
    expect([quoteWord(word, 'cmd'), quoteWord(word, 'powershell')]).toEqual([cmd, powershell]);
  });

  const HOSTILE = [...' \t"%!^&|$`;,\'\\()<>@#{}[]*?~+=-/.:äß€’“„0123ePATHx', 'PATH', '%PATH%', '--%', '\\"'];
  const word = fc.array(fc.constantFrom(...HOSTILE), { maxLength: 8 }).map((parts) => parts.join(''));

  it.runIf(spawnSync('pwsh', ['-NoProfile', '-Command', 'exit']).status === 0)('is read by pwsh', () => {
    const words = [...HOSTILE, ...NAUGHTY_TEXTS.map(({ text }) => text)].filter(
      (text) => !/\0|\p{Cs}/u.test(text),
    );
    const line = words.map((each) => quoteWord(each, 'powershell')).join(' ');
    const script = `& printf '%s\0' ${line}`;
    const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', script]);
    expect(stdout.toString().split('\0').slice(0, words.length)).toEqual(words);
  });

  it('is the same in cmd, PowerShell and bash, in double quotes, if the word is plain', () => {
    fc.assert(
      fc.property(word, (text) => {
        fc.pre(isPlainWord(text) && !text.endsWith('\\') && /[ ;(]/.test(text));
        expect(quoteWord(text, 'cmd')).toBe(`"${text}"`);
        expect(quoteWord(text, 'powershell')).toBe(`"${text}"`);
        expect(quoteWord(text, 'posix')).toBe(`"${text}"`);
      }),
    );
  });
});
