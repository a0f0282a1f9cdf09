import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../../src/run/disk/replace-file.ts';
import { modeOf } from '../../support/mode-of.ts';
import { recordingDisk } from '../../support/recording-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('replaceFile', () => {
  it('gives the name only to what outlasts a power cut, each time', () => {
    const folder = tempFolder();
    const path = join(folder, 'states', 'state.json');
    for (const text of ['first', 'second']) {
      const steps: string[] = [];
      replaceFile(
        path,
        text,
        recordingDisk((step) => steps.push(step)),
      );
      expect(steps).toEqual([
        'open state.json.unfinished',
        'sync state.json.unfinished',
        'rename state.json.unfinished to state.json',
      ]);
      expect([readFileSync(path, 'utf8'), readdirSync(join(folder, 'states'))]).toEqual([
        text,
        ['state.json'],
      ]);
    }
  });

  it.skipIf(process.platform === 'win32')('is for its owner only', () => {
    const path = join(tempFolder(), 'state.json');
    replaceFile(
      path,
      'x',
      recordingDisk(() => {}),
    );
    expect(modeOf(path)).toBe(0o600);
  });
});
