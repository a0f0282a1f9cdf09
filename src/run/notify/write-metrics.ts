import { randomUUID } from 'node:crypto';
import { describeSystemError, systemCode, UsageError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunEnding } from '../../report/notify/decide-message.ts';
import { renderMetrics } from '../../report/notify/render-metrics.ts';
import { renameFile, writeAll } from '../disk/write-whole.ts';

/** The part of `node:fs` that metrics need. */
export type MetricsDisk = Disk & { fchmodSync(file: number, mode: number): void };

/** A file of an earlier run begins with this. */
const BEGINNING = '# HELP pricesheet_';

/** Errors: `UsageError` if another file is there, which was named by mistake. */
export function refuseOtherFile(path: string, disk: Disk): void {
  try {
    readEarlier(path, disk);
  } catch (error) {
    // A disk that fails now is a notice at the end, if it still does then.
    if (error instanceof UsageError || systemCode(error) === undefined) throw error;
  }
}

/**
 * Writes the metrics of a run so that a collector finds a complete file at any time. Returns a notice if it could not be
 * written: nothing else of a run depends on it.
 */
export function writeMetrics(path: string, ending: RunEnding, disk: MetricsDisk): string | undefined {
  try {
    const earlier = readEarlier(path, disk);
    // A rename would replace a device or a pipe with a file.
    if (earlier === undefined) return `${CANNOT} "${path}": it exists but is not a file`;
    writeWhole(path, renderMetrics(ending, earlier), disk);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    if (systemCode(error) === undefined) throw error;
    const why = systemCode(error) === 'ENOENT' ? 'its folder is not there' : describeSystemError(error);
    return `${CANNOT} "${path}": ${why}`;
  }
}

const CANNOT = 'Cannot write the metrics file';

/** Far more than 500 jobs need. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What is there; `undefined` if that is not a file. Errors: `UsageError` if it is another one; the system's own. */
function readEarlier(path: string, disk: Disk): string | undefined {
  const found = disk.statSync(path, { throwIfNoEntry: false });
  if (!found) return '';
  if (!found.isFile()) return undefined;
  const text = found.size > MAX_BYTES ? 'too large' : String(disk.readFileSync(path));
  if (text === '' || text.startsWith(BEGINNING)) return text;
  throw new UsageError([`${CANNOT} "${path}": it is there, and holds something else`], {
    hint: 'Name another file, such as pricesheet.prom: only one that is empty, or has the metrics of earlier runs, is replaced',
  });
}

/** The collector is another user, and nothing in it is secret: readable for all, whatever the umask. */
const FOR_ALL_TO_READ = 0o644;

/** A unique name that no collector reads, so that runs that end together don't write to the same file. */
function writeWhole(path: string, text: string, disk: MetricsDisk): void {
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  const file = disk.openSync(unfinished, 'ax', FOR_ALL_TO_READ);
  try {
    try {
      writeAll(file, text, disk);
      disk.fchmodSync(file, FOR_ALL_TO_READ);
      disk.fsyncSync(file);
    } finally {
      disk.closeSync(file);
    }
    renameFile(unfinished, path, { disk });
  } catch (error) {
    disk.rmSync(unfinished, { force: true });
    throw error;
  }
}
