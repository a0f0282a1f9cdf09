import type { Disk } from '../../domain/ports.ts';
import { toLineBlocks } from '../disk/line-block.ts';
import { writeNew } from '../disk/write-new.ts';
import { endLine, readSealedFile } from '../folder/read-sealed-lines.ts';
import { DamagedHistoryError } from './read-history-file.ts';
import { writingHistory } from './writing-history.ts';

interface Copying {
  /** Of the history that is written. */
  readonly folder: string;
  readonly disk: Disk;
}

/**
 * Copies a sealed file of a history, line by line as it is, and checks its seal on the way. Returns whether the copy is there: its
 * name may be taken.
 *
 * Errors: `DamagedHistoryError`, and there is no copy then; `DiskError`.
 */
export function copySealed(from: string, to: string, { folder, disk }: Copying): boolean {
  if (disk.lstatSync(to, { throwIfNoEntry: false })) return false;
  function* lines(): Generator<string> {
    const reading = readSealedFile(from, disk, (why) => new DamagedHistoryError(from, why));
    let entries = -1;
    for (let next = reading.next(); ; next = reading.next()) {
      if (next.done) {
        yield endLine(entries, next.value);
        return;
      }
      entries++;
      yield next.value;
    }
  }
  function* blocks(): Generator<Uint8Array> {
    for (const { bytes } of toLineBlocks(lines())) yield bytes;
  }
  return writingHistory(folder, () => writeNew(to, blocks(), disk));
}
