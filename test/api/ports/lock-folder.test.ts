import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFolderOf } from '../../../src/api/ports/machine.ts';

const folderOf = (env: Readonly<Record<string, string>>, home = (): string => '/home/me') =>
  lockFolderOf(env, { platform: 'linux', home });

describe('lockFolderOf', () => {
  it.each([
    ['XDG_STATE_HOME', { XDG_STATE_HOME: '/state', HOME: '/home/x' }, '/state/pricesheet/locks'],
    ['HOME', { HOME: '/home/x' }, '/home/x/.local/state/pricesheet/locks'],
    ['the system’s word for the home', {}, '/home/me/.local/state/pricesheet/locks'],
    [
      'HOME where XDG_STATE_HOME is empty',
      { XDG_STATE_HOME: '', HOME: '/h' },
      '/h/.local/state/pricesheet/locks',
    ],
    [
      'HOME where XDG_STATE_HOME is relative',
      { XDG_STATE_HOME: 's', HOME: '/h' },
      '/h/.local/state/pricesheet/locks',
    ],
  ])('goes by %s', (_name, env, expected) => {
    expect(folderOf(env)).toBe(expected);
  });

  it.each([
    [
      'the system knows none',
      () => {
        throw new Error('ENOENT');
      },
    ],
    ['the home is nothing', () => ''],
  ])('is nowhere where %s', (_name, home) => {
    expect(folderOf({}, home)).toBeUndefined();
  });

  it('is among the data of programs on Windows', () => {
    const machine = { platform: 'win32', home: () => '/Users/me' } as const;
    expect(lockFolderOf({ LOCALAPPDATA: '/Local' }, machine)).toBe(join('/Local', 'pricesheet', 'locks'));
    expect(lockFolderOf({}, machine)).toBe(join('/Users/me', 'AppData', 'Local', 'pricesheet', 'locks'));
  });
});
