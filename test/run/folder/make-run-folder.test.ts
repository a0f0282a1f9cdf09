import * as disk from 'node:fs';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFolderError } from '../../../src/domain/errors.ts';
import { makeNamedFolder } from '../../../src/run/folder/run-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('makeNamedFolder on Windows', () => {
  it.each(['nul', 'con/night', 'night.'])('makes nothing of a name that only Node.js can open: %s', (out) => {
    const cwd = tempFolder();
    const make = () => makeNamedFolder(join(cwd, out), disk, 'win32');
    expect(make).toThrow(RunFolderError);
    expect(make).toThrow(expect.objectContaining({ hint: 'Name another folder with --out' }));
    expect(existsSync(join(cwd, out))).toBe(false);
  });

  it('asks nothing of folders that are there, and nothing elsewhere', () => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, 'shared.'), { mode: 0o700 });
    expect(makeNamedFolder(join(cwd, 'shared./night'), disk, 'win32')).toBe(join(cwd, 'shared./night'));
    expect(makeNamedFolder(join(cwd, 'nul'), disk, 'linux')).toBe(join(cwd, 'nul'));
  });
});
