import { describe, expect, it } from 'vitest';
import { shellOf } from '../../../src/api/ports/machine.ts';

const MACHINE = {
  ProgramFiles: 'C:\\Program Files',
  SystemRoot: 'C:\\Windows',
};
const OF_MACHINE =
  'C:\\Program Files\\WindowsPowerShell\\Modules;C:\\WINDOWS\\system32\\WindowsPowerShell\\v1.0\\Modules';

describe('shellOf', () => {
  it.each([
    ['cmd', { PROMPT: '$P$G', PSModulePath: OF_MACHINE }],
    [
      'cmd',
      { PSModulePath: `${OF_MACHINE};C:\\Program Files\\Microsoft SQL Server\\Tools\\PowerShell\\Modules` },
    ],
    ['cmd', {}],
    ['powershell', { PSModulePath: `C:\\Users\\ann\\Documents\\WindowsPowerShell\\Modules;${OF_MACHINE}` }],
    [
      'powershell',
      {
        PSModulePath: `D:\\OneDrive\\Dokumente\\PowerShell\\Modules;c:\\program files\\powershell\\7\\Modules;${OF_MACHINE}`,
      },
    ],
    // Its batch files run in a cmd.
    [
      'powershell',
      { PROMPT: '$P$G', PSModulePath: `C:\\Users\\ann\\Documents\\PowerShell\\Modules;${OF_MACHINE}` },
    ],
    ['posix', { MSYSTEM: 'MINGW64', PSModulePath: OF_MACHINE }],
    ['posix', { SHELL: '/usr/bin/bash' }],
  ] as const)('is %s on Windows with %j', (shell, env) => {
    expect(shellOf({ ...MACHINE, ...env }, 'win32')).toBe(shell);
  });

  it.each(['linux', 'darwin', 'freebsd'] as const)('is posix on %s, whatever else is set', (platform) => {
    expect(shellOf({ PSModulePath: '/home/ann/.local/share/powershell/Modules' }, platform)).toBe('posix');
  });
});
