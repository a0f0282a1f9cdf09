import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

interface Place {
  /** The folder that the page is in. */
  readonly page: string;
  /** The folder in which the runs of the history usually are; they may have been copied there from another machine. */
  readonly runs: string;
  readonly disk: Disk;
}

/** The reports of runs that are still there, as links for a page. `records`: the newest first. */
export function findReports(
  records: readonly RunRecord[],
  { page, runs, disk }: Place,
): ReadonlyMap<RunRecord, string> {
  const found = new Map<RunRecord, string>();
  const taken = new Set<string>();
  for (const record of records) {
    const folder = foldersOf(record, runs).find((each) => disk.existsSync(join(each, RUN_FILES.report)));
    // A folder that was deleted and named again has the report of its newest run.
    if (folder === undefined || taken.has(folder)) continue;
    taken.add(folder);
    found.set(record, toLink(page, join(folder, RUN_FILES.report)));
  }
  return found;
}

/** A folder that was named automatically is that of the run wherever it is now. */
function foldersOf({ folder, id }: RunRecord, runs: string): readonly string[] {
  if (folder === null) return [];
  return basename(folder) === id ? [folder, join(runs, id)] : [folder];
}

/** A link from a page in a folder to a file, relative where it can be. */
export function toLink(folder: string, file: string): string {
  const path = relative(folder, file);
  if (isAbsolute(path)) return pathToFileURL(file).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
