import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

interface Place {
  /** The folder that the page is in. */
  readonly page: string;
  /** The folder in which the runs of the history usually are; they may have been copied there from another machine. */
  readonly home: string;
  readonly disk: Disk;
}

/** Finds the reports of runs that are still there, as links for a page. `runs`: the newest first. */
export function findReports(
  runs: readonly RunRecord[],
  { page, home, disk }: Place,
): (run: RunRecord) => string | undefined {
  // A folder that was deleted and named again has the report of its newest run.
  const newest = new Map(runs.toReversed().map((run) => [run.folder, run]));
  return (run) => {
    const { folder, id } = run;
    if (folder === null || newest.get(folder) !== run) return undefined;
    const moved = basename(folder) === id ? [join(home, id)] : [];
    const reports = [folder, ...moved].map((each) => join(each, RUN_FILES.report));
    const report = reports.find((path) => disk.existsSync(path));
    return report === undefined ? undefined : toLink(page, report);
  };
}

/** A link from a page in a folder to a file, relative where it can be. */
export function toLink(folder: string, file: string): string {
  const path = relative(folder, file);
  if (isAbsolute(path)) return pathToFileURL(file).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
