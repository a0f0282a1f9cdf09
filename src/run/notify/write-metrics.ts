import { randomUUID } from 'node:crypto';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import type { Disk } from '../../domain/ports.ts';
import { renderMetrics } from '../../report/notify/render-metrics.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';
import { renameFile } from '../disk/rename-file.ts';
import { writeAll } from '../disk/write-all.ts';

/** The part of `node:fs` that metrics need. */
export type MetricsDisk = Disk & { fchmodSync(file: number, mode: number): void };

/**
 * Writes the metrics of a run so that a collector finds a complete file at any time. Returns a notice if it could not be
 * written: nothing else of a run depends on it.
 */
export function writeMetrics(path: string, ending: RunEnding, disk: MetricsDisk): string | undefined {
  try {
    const found = disk.statSync(path, { throwIfNoEntry: false });
    // A rename would replace a device or a pipe with a file.
    if (found && !found.isFile()) return `${CANNOT} "${path}": it exists but is not a file`;
    writeWhole(path, renderMetrics(ending, found ? readEarlier(path, disk) : ''), disk);
    return undefined;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    const why = systemCode(error) === 'ENOENT' ? 'its folder is not there' : describeSystemError(error);
    return `${CANNOT} "${path}": ${why}`;
  }
}

const CANNOT = 'Cannot write the metrics file';

/** Far more than 500 jobs need; a larger file is not ours. */
const MAX_BYTES = 2 * 1024 * 1024;

/** As much of it as can be read: this run is reported in any case. */
function readEarlier(path: string, disk: Disk): string {
  const bytes = Buffer.alloc(MAX_BYTES);
  try {
    const file = disk.openSync(path, 'r');
    try {
      let length = 0;
      for (let read = -1; read !== 0 && length < MAX_BYTES; length += read)
        read = disk.readSync(file, bytes.subarray(length));
      return bytes.toString('utf8', 0, length);
    } finally {
      disk.closeSync(file);
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return '';
  }
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
