import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examineRights } from '../../../src/cli/commands/doctor.ts';
import { folderWith, someSources } from '../support.ts';

function aFolder() {
  const cwd = folderWith({ 'my key': 'secret-4f3c2b1a' });
  return { cwd, sources: someSources({ cwd, dotenv: 'PRICESHEET_API_KEY_FILE=my key\n' }) };
}

describe('examineRights', () => {
  it('says on Windows of each file that is there that its rights were not checked, and how to see them', () => {
    const { cwd, sources } = aFolder();
    const found = examineRights(sources, { platform: 'win32', shell: 'powershell' });
    expect(found.map(({ status, message }) => [status, message])).toEqual(
      [join(cwd, '.env'), join(cwd, 'my key')].map((path) => [
        'warning',
        `Who else can read or change "${path}" was not checked: Windows keeps rights in access control lists`,
      ]),
    );
    expect(found[1]?.advice).toBe(`See who can: icacls "${join(cwd, 'my key')}"`);
  });

  it.each(['linux', 'darwin'] as const)('says nothing on %s, where they are checked', (platform) => {
    expect(examineRights(aFolder().sources, { platform, shell: 'posix' })).toEqual([]);
  });
});
