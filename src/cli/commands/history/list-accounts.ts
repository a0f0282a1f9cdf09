import * as systemDisk from 'node:fs';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { UsageError } from '../../../domain/errors.ts';
import { renderHistoryAll, renderHistoryAllJson } from '../../../report/screen/render-history-all.ts';
import { findAccounts } from '../../../run/history/find-histories.ts';
import { refuseUnknownJob } from '../../../run/history/refuse-unknown-job.ts';
import { displayPath } from '../../../run/job/display-path.ts';
import { readAccounts, renderAccounts } from '../../../run/page/accounts-page.ts';
import { HISTORY_SETTINGS } from '../../../settings/history-settings.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Context } from '../../context/context.ts';
import { widthOf } from '../../terminal/width-of.ts';
import { writePage } from './write-page.ts';

/** `history --all FOLDER...`: working folders, folders of run folders, or histories; patterns of them too. */
export function listAccounts(patterns: readonly string[], context: Context): number {
  const { sources, stdio, json, print, paint, mask } = context;
  if (patterns.length === 0)
    throw new UsageError(['history --all takes the folders of the accounts'], {
      hint: `Such as history --all 'accounts/*' --html accounts.html`,
    });
  const { values } = readSettings(HISTORY_SETTINGS, sources);
  const folders = findAccounts(patterns, { cwd: stdio.cwd, disk: systemDisk });
  if (folders.length === 0)
    throw new UsageError(patterns.map((pattern) => `There is no folder "${pattern}"`));
  const now = systemClock.now();
  const show = (path: string): string => displayPath(path, stdio.cwd) || '.';
  const read = readAccounts(folders, { job: values.job, show, now, disk: systemDisk });
  const { html, job } = values;
  const histories = folders.flatMap(({ history }) => history ?? []);
  if (job !== undefined && read.accounts.every((account) => account.job === undefined))
    refuseUnknownJob(job, { histories, disk: systemDisk });
  if (html !== undefined)
    writePage(html, (path) => renderAccounts(read, { path, now, redact: mask, disk: systemDisk }), context);
  const shown = json
    ? renderHistoryAllJson({ ...read, html })
    : renderHistoryAll({ ...read, html }, { paint, width: widthOf(stdio.stdout) });
  print(mask(shown));
  return 0;
}
