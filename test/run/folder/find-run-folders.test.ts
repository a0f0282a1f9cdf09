import * as disk from 'node:fs';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFolderError } from '../../../src/domain/errors.ts';
import { guardFolder } from '../../../src/run/folder/find-run-folders.ts';
import { tempFolder, WAYS } from '../../support/temp-folder.ts';

function aFolder() {
  const folder = join(tempFolder(), 'run');
  mkdirSync(folder);
  const plan = join(folder, 'plan.ndjson');
  writeFileSync(plan, 'ours', { mode: 0o600 });
  return { folder, plan };
}

function guard(folder: string) {
  return guardFolder(folder, { command: 'apply', disk });
}

describe.skipIf(process.platform === 'win32')('guardFolder', () => {
  it.each(WAYS)('reads no file that came once the folder was looked at, where %s', (_how, hand, why) => {
    const { folder, plan } = aFolder();
    const guarded = guard(folder);
    renameSync(folder, `${folder}-away`);
    mkdirSync(folder);
    writeFileSync(plan, 'theirs');
    hand(plan);
    for (const read of [() => guarded.readFileSync(plan), () => guarded.openSync(plan, 'r')]) {
      expect(read).toThrow(RunFolderError);
      expect(read).toThrow(new RegExp(`^Cannot use "${plan}": it (?:${why.source})`));
    }
  });

  it('follows no link that was put there since', () => {
    const { folder, plan } = aFolder();
    const guarded = guard(folder);
    renameSync(plan, `${plan}-away`);
    symlinkSync(`${plan}-away`, plan);
    expect(() => guarded.readFileSync(plan)).toThrow(/it is a symbolic link/);
  });

  it('reads what it has looked at, and nothing that comes between', () => {
    const { folder, plan } = aFolder();
    writeFileSync(join(folder, 'other'), 'another of ours');
    const hasty = {
      ...disk,
      openSync: (path: string, flags: 'r' | 'ax', mode?: number) => {
        renameSync(join(folder, 'other'), plan);
        return disk.openSync(path, flags, mode);
      },
    };
    const guarded = guardFolder(folder, { command: 'apply', disk: hasty });
    expect(() => guarded.openSync(plan, 'r')).toThrow(
      `Cannot use "${plan}": it was replaced while it was checked`,
    );
  });
});
