import { count } from '../../../domain/count.ts';
import { toJsonText } from '../../../domain/json-text.ts';
import { printable } from '../../../report/text/printable.ts';
import { type Imported, importHistory } from '../../../run/history/import-history.ts';
import { EXIT } from '../../../run/job/exit-code.ts';
import type { Context } from '../../context/context.ts';
import { findHistory, resolveFolders } from './find-folder.ts';
import { lookAround, renderAdded, renderFolders, toFolderJson } from './rebuild.ts';
import { renewIndex } from './write-page.ts';

/** `history import`: histories, run folders, and folders of them. */
export function importRuns(folders: readonly string[], context: Context): number {
  const { stdio, json, quiet, print, mask } = context;
  const { folder } = findHistory(context);
  const imported = importHistory({ folder, from: resolveFolders(folders, context), ...lookAround(stdio) });
  renewIndex(folder, context);
  const exitCode = imported.unread.length > 0 ? EXIT.failed : EXIT.done;
  if (json) print(mask(`${toJsonText(toJson(imported, { folder, exitCode }), 2)}\n`));
  else if (!quiet || exitCode !== EXIT.done) print(mask(renderImported(imported, stdio.cwd)));
  return exitCode;
}

function toJson(
  { added, known, leftOut, unread }: Imported,
  { folder, exitCode }: { readonly folder: string; readonly exitCode: number },
) {
  return {
    version: 1,
    exit_code: exitCode,
    history: folder,
    added: added.map(({ id, job, folder: from }) => ({ id, job, from })),
    known,
    left_out: leftOut.map(toFolderJson),
    unread: unread.map(({ path, why }) => ({ path, message: why })),
  };
}

function renderImported({ added, known, leftOut, unread }: Imported, cwd: string): string {
  const lines = [
    ...renderFolders(unread, 'Cannot take over', cwd),
    ...renderFolders(leftOut, 'Left out', cwd),
    ...renderAdded(added, cwd),
    `${count(added.length, 'run')} added, ${known} in the history already${unread.length > 0 ? `, ${unread.length} not taken over` : ''}`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
