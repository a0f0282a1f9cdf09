import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { findMachine } from '../../../src/cli/commands/conclude-init.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('findMachine', () => {
  it('names Node.js and the program by absolute paths without PATH', () => {
    const { program } = findMachine({});
    expect(program).toEqual([process.execPath, expect.stringMatching(/^(?:\/|[A-Z]:).*bin\.cjs$/)]);
  });

  it.skipIf(process.platform === 'win32')(
    'prefers the link in PATH that leads to this Node.js: an update leaves it in place',
    () => {
      const [other, linked] = [tempFolder(), join(tempFolder(), 'bin')];
      mkdirSync(linked);
      symlinkSync('/bin/sh', join(other, 'node'));
      symlinkSync(process.execPath, join(linked, 'node'));
      const { program } = findMachine({ PATH: [other, '', linked].join(delimiter) });
      expect(program[0]).toBe(join(linked, 'node'));
      expect(findMachine({ PATH: other }).program[0]).toBe(process.execPath);
    },
  );
});
