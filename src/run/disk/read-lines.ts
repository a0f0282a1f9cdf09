import type { Disk } from '../../domain/ports.ts';
import { onDisk } from './on-disk.ts';
import { openRegularFile } from './open-regular-file.ts';

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads a text file line by line, a piece of it at a time. Returns what stands behind the last line feed: of a file that
 * was written to its end, nothing.
 *
 * Errors: `DiskError`.
 */
export function* readLines(path: string, disk: Disk): Generator<string, string> {
  const what = `read "${path}"`;
  const file = onDisk(what, () => openRegularFile(path, disk));
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const size = onDisk(what, () => disk.readSync(file, chunk));
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
    onDisk(what, () => disk.closeSync(file));
  }
}
