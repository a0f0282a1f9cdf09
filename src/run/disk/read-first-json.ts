import type { Disk } from '../../domain/ports.ts';
import { openRegularFile } from './open-regular-file.ts';

/** No first line that pricesheet writes is longer. */
const MAX_BYTES = 256 * 1024;
/** Most are not. */
const USUAL_BYTES = 8 * 1024;

const buffer = Buffer.allocUnsafe(MAX_BYTES);

/** The JSON value in the first line of a file; `undefined` if it can't be read. */
export function readFirstJson(path: string, disk: Disk): unknown {
  try {
    const file = openRegularFile(path, disk);
    try {
      return JSON.parse(readFirstLine(file, disk));
    } finally {
      disk.closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function readFirstLine(file: number, disk: Disk): string {
  let size = 0;
  while (size < MAX_BYTES) {
    const room = buffer.subarray(size, size === 0 ? USUAL_BYTES : MAX_BYTES);
    const read = disk.readSync(file, room);
    const end = room.subarray(0, read).indexOf('\n');
    if (end >= 0) return buffer.toString('utf8', 0, size + end);
    if (read === 0) break;
    size += read;
  }
  return '';
}
