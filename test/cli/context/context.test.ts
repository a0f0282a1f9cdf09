import { describe, expect, it } from 'vitest';
import { createContext, showsUnicode } from '../../../src/cli/context/context.ts';
import { someStdio } from '../support.ts';

function hasColour(env: Readonly<Record<string, string>>, isTTY: boolean): boolean {
  return createContext({}, someStdio({ env, isTTY }).stdio).paint('red', 'x') !== 'x';
}

describe('createContext', () => {
  it.each([
    ['a terminal', {}, true, true],
    ['no terminal', {}, false, false],
    ['a terminal, NO_COLOR', { NO_COLOR: '1' }, true, false],
    ['a terminal, NO_COLOR that is empty', { NO_COLOR: '' }, true, true],
    ['no terminal, FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
    ['no terminal, FORCE_COLOR that is empty', { FORCE_COLOR: '' }, false, false],
    ['both: no colour', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['a terminal that can do nothing', { TERM: 'dumb' }, true, false],
  ])('colours: %s', (_name, env, isTTY, expected) => {
    expect(hasColour(env, isTTY)).toBe(expected);
  });
});

describe('showsUnicode', () => {
  it.each([
    ['a locale of UTF-8', { LANG: 'de_DE.UTF-8' }, 'linux', true],
    ['one that is written otherwise', { LC_CTYPE: 'C.utf8' }, 'linux', true],
    ['a locale of something else', { LANG: 'de_DE.ISO-8859-1' }, 'linux', false],
    ['the locale that overrules the others', { LC_ALL: 'C', LC_CTYPE: 'C.UTF-8' }, 'linux', false],
    ['an empty one, which counts for nothing', { LC_ALL: '', LANG: 'C.UTF-8' }, 'linux', true],
    ['none, as in cron', {}, 'linux', false],
    ['none on macOS', {}, 'darwin', true],
    ['none on Windows', {}, 'win32', true],
    ['a terminal that can do nothing', { TERM: 'dumb', LANG: 'C.UTF-8' }, 'linux', false],
  ] as const)('%s', (_name, env, platform, expected) => {
    expect(showsUnicode(env, platform)).toBe(expected);
  });
});
