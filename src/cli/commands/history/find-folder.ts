import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../../domain/errors.ts';
import { HISTORY_SETTINGS } from '../../../settings/history-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';

interface Place {
  /** Absolute. */
  readonly folder: string;
  /** Only runs of this job. */
  readonly job: string | undefined;
}

/** Where the history is. Errors: `UsageError` if none is kept. */
export function findHistory({ sources, stdio }: Context): Place {
  const { values } = readSettings(HISTORY_SETTINGS, sources);
  if (values.history === 'off')
    throw new UsageError(['There is no history: the setting "history" is off'], {
      hint: 'Name its folder with --history',
    });
  return { folder: resolve(stdio.cwd, values.history), job: values.job };
}

/** The folders that were given, as absolute paths. Errors: `UsageError` if one of them is not there. */
export function resolveFolders(folders: readonly string[], { stdio }: Context): readonly string[] {
  const paths = folders.map((folder) => resolve(stdio.cwd, folder));
  const missing = folders.filter(
    (_, index) => !systemDisk.statSync(paths[index] ?? '', { throwIfNoEntry: false })?.isDirectory(),
  );
  if (missing.length > 0) throw new UsageError(missing.map((folder) => `There is no folder "${folder}"`));
  return paths;
}
