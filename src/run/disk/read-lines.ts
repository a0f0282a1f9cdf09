import type { Disk } from '../../domain/ports.ts';
import { openRegularFile } from './open-regular-file.ts';
import { withDiskErrors } from './with-disk-errors.ts';

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads a text file line by line, in chunks. Returns what follows the last line feed: nothing, if the file was written
 * to its end.
 *
 * Errors: `DiskError`.
 */
export function* readLines(path: string, disk: Disk): Generator<string, string> {
  const what = `read "${path}"`;
  const file = withDiskErrors(what, () => openRegularFile(path, disk));
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const size = withDiskErrors(what, () => disk.readSync(file, chunk));
      if (size === 0) return rest.toString('utf8');
      const end = chunk.subarray(0, size).lastIndexOf(LINE_FEED);
      if (end < 0) {
        rest = Buffer.concat([rest, chunk.subarray(0, size)]);
        continue;
      }
      const whole = Buffer.concat([rest, chunk.subarray(0, end)]).toString('utf8');
      rest = Buffer.from(chunk.subarray(end + 1, size));
      yield* whole.split('\n');
    }
  } finally {
    withDiskErrors(what, () => disk.closeSync(file));
  }
}
