import * as systemDisk from 'node:fs';
import { relative, resolve } from 'node:path';
import { lockFolderOf } from '../../../api/ports/lock-folder.ts';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { findHistory } from '../../../api/stories/open-histories.ts';
import { count } from '../../../domain/count.ts';
import { UsageError } from '../../../domain/errors.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { printable } from '../../../report/text/printable.ts';
import type { RefusedFolder } from '../../../run/folder/find-run-folders.ts';
import { RUNS_FOLDER } from '../../../run/folder/run-folder.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { type Rebuilt, rebuildHistory } from '../../../run/ledger/rebuild-history.ts';
import { findBusyFolders } from '../../../run/lock/find-busy-folders.ts';
import { systemProbes } from '../../../run/lock/system-probes.ts';
import type { Context } from '../../context/context.ts';
import type { Stdio } from '../../terminal/stdio.ts';
import { renewIndex } from './print-found.ts';

/** `history rebuild`: the runs in `runs/`, and in the folders given. */
export function rebuild(folders: readonly string[], context: Context): number {
  const { stdio, json, quiet, print, mask } = context;
  const { path: folder } = findHistory(context);
  const rebuilt = rebuildHistory({
    folder,
    from: [resolve(stdio.cwd, RUNS_FOLDER), ...resolveFolders(folders, context)],
    ...lookAround(stdio),
  });
  renewIndex(folder, context);
  const exitCode = rebuilt.unread.length === 0 ? EXIT.done : EXIT.failed;
  context.fail(exitCode, `${count(rebuilt.unread.length, 'run folder')} could not be read`);
  const head = { version: 1, exit_code: exitCode, history: folder };
  if (json) print(mask(`${toJsonText({ ...head, ...toJson(rebuilt, folder) }, 2)}\n`));
  else if (!quiet || exitCode !== EXIT.done) print(mask(renderRebuilt(rebuilt, { folder, cwd: stdio.cwd })));
  return exitCode;
}

function toJson({ added, known, damaged, leftOut, unread }: Rebuilt, history: string) {
  return {
    added: added.map(({ id, job, folder }) => ({ id, job, folder })),
    known,
    damaged: damaged.map((path) => relative(history, path)),
    left_out: leftOut.map(toFolderJson),
    unread: unread.map(toFolderJson),
  };
}

/** What actions that read run folders need of the machine. */
export function lookAround({ env }: Pick<Stdio, 'env'>) {
  const now = systemClock.now();
  const locks = { folder: lockFolderOf(env), probes: systemProbes() };
  return { isBusy: findBusyFolders({ ...locks, now, disk: systemDisk }), now, disk: systemDisk };
}

export function toFolderJson({ path, why }: RefusedFolder) {
  return { folder: path, message: why };
}

interface Place {
  readonly folder: string;
  readonly cwd: string;
}

function renderRebuilt(rebuilt: Rebuilt, { folder, cwd }: Place): string {
  const { added, known, damaged, leftOut, unread } = rebuilt;
  const lines = [
    ...damaged.map((path) => `Damaged, and made again: ${relative(folder, path)}`),
    ...renderFolders(unread, 'Cannot add', cwd),
    ...renderFolders(leftOut, 'Left out', cwd),
    ...added.map((run) => `Added: ${run.id} (${displayPath(run.folder ?? '', cwd)})`),
    `${count(added.length, 'run')} added, ${known} in the history already${unread.length > 0 ? `, ${unread.length} not read` : ''}`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** A line for each folder, with the reason. */
export function renderFolders(
  folders: readonly RefusedFolder[],
  what: string,
  cwd: string,
): readonly string[] {
  return folders.map(({ path, why }) => `${what}: ${displayPath(path, cwd)}: ${why}`);
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
