import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { pathsOfProgram } from '../../../src/cli/commands/init.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('pathsOfProgram', () => {
  it('names Node.js and the program by absolute paths without PATH', () => {
    const program = pathsOfProgram({});
    expect(program).toEqual([process.execPath, expect.stringMatching(/^(?:\/|[A-Z]:).*bin\.cjs$/)]);
  });

  it.skipIf(process.platform === 'win32')('prefers the link in PATH that leads to this Node.js', () => {
    const [other, linked] = [tempFolder(), join(tempFolder(), 'bin')];
    mkdirSync(linked);
    symlinkSync('/bin/sh', join(other, 'node'));
    symlinkSync(process.execPath, join(linked, 'node'));
    const program = pathsOfProgram({ PATH: [other, '', linked].join(delimiter) });
    expect(program[0]).toBe(join(linked, 'node'));
    expect(pathsOfProgram({ PATH: other })[0]).toBe(process.execPath);
  });
});
