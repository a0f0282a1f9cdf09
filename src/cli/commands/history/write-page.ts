import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../../api/ports/system-clock.ts';
import { UsageError } from '../../../domain/errors.ts';
import { replaceWhole } from '../../../run/disk/replace-whole.ts';
import { withDiskErrors } from '../../../run/disk/with-disk-errors.ts';
import type { ReadJobs } from '../../../run/page/read-jobs.ts';
import { isOurPage, renderPage, writeIndex } from '../../../run/page/write-index.ts';
import type { Context } from '../../context/context.ts';

/**
 * Writes a page about nights to the file that was named. Only such a page is replaced.
 *
 * Errors: `UsageError` if another file is there; `DiskError`.
 */
export function writePage(file: string, read: ReadJobs, { stdio, mask }: Context): void {
  const path = resolve(stdio.cwd, file);
  withDiskErrors(`write the page "${file}"`, () => {
    if (!isOurPage(path, systemDisk))
      throw new UsageError([`"${file}" is there, and is not a page of pricesheet's history`], {
        hint: 'Name another file with --html, or move that one away',
      });
    replaceWhole(path, renderPage(read, { now: systemClock.now(), redact: mask }), systemDisk);
  });
}

/** Writes the page beside the history again after an action on it. What goes wrong is said on standard error. */
export function renewIndex(history: string, { mask, printStderr }: Context): void {
  const notice = writeIndex({ history, now: () => systemClock.now(), redact: mask, disk: systemDisk });
  if (notice !== undefined) printStderr(mask(`${notice}\n`));
}
