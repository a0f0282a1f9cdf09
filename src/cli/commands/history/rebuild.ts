import * as systemDisk from 'node:fs';
import { relative, resolve } from 'node:path';
import { lockFolderOf } from '../../../api/ports/lock-folder.ts';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { count } from '../../../domain/count.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { printable } from '../../../report/text/printable.ts';
import type { RefusedFolder } from '../../../run/folder/find-run-folders.ts';
import { RUNS_FOLDER } from '../../../run/folder/run-folder.ts';
import { findDamaged } from '../../../run/history/find-damaged.ts';
import { readingHistory } from '../../../run/history/history-trouble.ts';
import { type AddedRun, type Rebuilt, rebuildHistory } from '../../../run/history/rebuild-history.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import { findBusyFolders } from '../../../run/lock/find-busy-folders.ts';
import { systemProbes } from '../../../run/lock/system-probes.ts';
import type { Context } from '../../context/context.ts';
import type { Stdio } from '../../terminal/stdio.ts';
import { findHistory, resolveFolders } from './find-folder.ts';
import { renewIndex } from './write-page.ts';

/** `history rebuild`: the runs in `runs/`, and in the folders given. */
export function rebuild(folders: readonly string[], context: Context): number {
  const { stdio, json, quiet, print, mask } = context;
  const { folder } = findHistory(context);
  const rebuilt = rebuildHistory({
    folder,
    from: [resolve(stdio.cwd, RUNS_FOLDER), ...resolveFolders(folders, context)],
    ...lookAround(stdio),
  });
  renewIndex(folder, context);
  const damaged = readingHistory(folder, () => findDamaged(folder, systemDisk));
  const isWhole = rebuilt.unread.length === 0 && damaged.length === 0;
  const exitCode = isWhole ? EXIT.done : EXIT.failed;
  if (json) {
    const { added, known, leftOut, unread } = rebuilt;
    print(
      mask(
        `${toJsonText(
          {
            version: 1,
            exit_code: exitCode,
            history: folder,
            added: added.map(({ changedByOthers, ...run }) => ({
              ...run,
              changed_by_others: changedByOthers,
            })),
            known,
            damaged: damaged.map((path) => relative(folder, path)),
            left_out: leftOut.map(toFolderJson),
            unread: unread.map(toFolderJson),
          },
          2,
        )}\n`,
      ),
    );
  } else if (!quiet || exitCode !== EXIT.done)
    print(mask(renderRebuilt(rebuilt, { folder, damaged, cwd: stdio.cwd })));
  return exitCode;
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
  readonly damaged: readonly string[];
  readonly cwd: string;
}

function renderRebuilt(rebuilt: Rebuilt, { folder, damaged, cwd }: Place): string {
  const { added, known, leftOut, unread } = rebuilt;
  const lines = [
    ...damaged.map((path) => `Damaged, and left as it is: ${relative(folder, path)}`),
    ...renderFolders(unread, 'Cannot add', cwd),
    ...renderFolders(leftOut, 'Left out', cwd),
    ...added.map((run) => `Added: ${run.id} (${displayPath(run.folder, cwd)})${describeOthers(run)}`),
    `${count(added.length, 'run')} added, ${known} in the history already${unread.length > 0 ? `, ${unread.length} not read` : ''}`,
    ...(damaged.length > 0
      ? ['Move damaged files away, and history rebuild adds their runs again from the run folders']
      : []),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** The history shows how many fields somebody else had changed, and can't show which. */
function describeOthers({ changedByOthers }: AddedRun): string {
  if (changedByOthers === 0) return '';
  const what = `${count(changedByOthers, 'field')} that somebody else had changed`;
  return `; ${what}: only its results.csv names ${changedByOthers === 1 ? 'it' : 'them'}`;
}

/** A line for each folder, with the reason. */
export function renderFolders(
  folders: readonly RefusedFolder[],
  what: string,
  cwd: string,
): readonly string[] {
  return folders.map(({ path, why }) => `${what}: ${displayPath(path, cwd)}: ${why}`);
}
