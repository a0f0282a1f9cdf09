import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockFolderOf, shellOf } from '../../../src/api/caller/machine.ts';

const folderOf = (env: Readonly<Record<string, string>>, home = (): string => '/home/me') =>
  lockFolderOf(env, 'linux', home);

describe('lockFolderOf', () => {
  it.each([
    ['XDG_STATE_HOME', { XDG_STATE_HOME: '/state', HOME: '/home/x' }, '/state/pricesheet/locks'],
    ['HOME', { HOME: '/home/x' }, '/home/x/.local/state/pricesheet/locks'],
    ['the system’s word for the home', {}, '/home/me/.local/state/pricesheet/locks'],
    ['HOME where the other is empty', { XDG_STATE_HOME: '', HOME: '/h' }, '/h/.local/state/pricesheet/locks'],
    ['HOME beside a relative one', { XDG_STATE_HOME: 's', HOME: '/h' }, '/h/.local/state/pricesheet/locks'],
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
    const home = () => '/Users/me';
    const named = lockFolderOf({ LOCALAPPDATA: '/Local' }, 'win32', home);
    expect(named).toBe(join('/Local', 'pricesheet', 'locks'));
    expect(lockFolderOf({}, 'win32', home)).toBe(
      join('/Users/me', 'AppData', 'Local', 'pricesheet', 'locks'),
    );
  });
});

const MACHINE = { ProgramFiles: 'C:\\Program Files', SystemRoot: 'C:\\Windows' };
const OF_MACHINE =
  'C:\\Program Files\\WindowsPowerShell\\Modules;C:\\WINDOWS\\system32\\WindowsPowerShell\\v1.0\\Modules';

describe('shellOf', () => {
  it.each([
    ['cmd', { PROMPT: '$P$G', PSModulePath: OF_MACHINE }],
    ['cmd', { PSModulePath: `${OF_MACHINE};C:\\Program Files\\SQL Server\\PowerShell\\Modules` }],
    ['cmd', {}],
    ['powershell', { PSModulePath: `C:\\Users\\ann\\Documents\\WindowsPowerShell\\Modules;${OF_MACHINE}` }],
    [
      'powershell',
      {
        PSModulePath: `D:\\OneDrive\\Dokumente\\PowerShell\\Modules;c:\\program files\\powershell\\7\\Modules;${OF_MACHINE}`,
      },
    ],
    // Its batch files run in a cmd.
    ['powershell', { PROMPT: '$P$G', PSModulePath: `C:\\Users\\ann\\PowerShell\\Modules;${OF_MACHINE}` }],
    ['posix', { MSYSTEM: 'MINGW64', PSModulePath: OF_MACHINE }],
    ['posix', { SHELL: '/usr/bin/bash' }],
  ] as const)('is %s on Windows with %j', (shell, env) => {
    expect(shellOf({ ...MACHINE, ...env }, 'win32')).toBe(shell);
  });

  it.each(['linux', 'darwin', 'freebsd'] as const)('is posix on %s, whatever else is set', (platform) => {
    expect(shellOf({ PSModulePath: '/home/ann/.local/share/powershell/Modules' }, platform)).toBe('posix');
  });
});
