import { basename } from 'node:path';
import { RUN_FILES } from './run-folder.ts';

const OWN_FILES = new Set<string>([RUN_FILES.retry, RUN_FILES.undo]);

/**
 * What a sheet is called from one night to the next: its file's name without what changes in it, the ending and a date
 * at the end. `undefined` for standard input, which has no name, and for a run's own files, whose columns differ from run
 * to run.
 *
 * Shape: `exports/costs-2026-11-20.csv` → `costs`.
 */
export function jobNameOf(path: string): string | undefined {
  if (path === '-' || OWN_FILES.has(basename(path))) return undefined;
  const stem = basename(path).replace(/(?:\.(?:csv|txt|tsv|tab|gz))+$/i, '');
  return (
    stem.replace(
      /[\s_.-]*(?:\d{4}[-_.]?\d\d[-_.]?\d\d|\d\d[-_.]\d\d[-_.]\d{4})(?:[\sT_.-]*\d\d[-_.:]?\d\d(?:[-_.:]?\d\d)?Z?)?$/,
      '',
    ) || stem
  );
}
