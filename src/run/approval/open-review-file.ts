import { resolve } from 'node:path';
import { ApprovalError, SheetError } from '../../domain/errors.ts';
import { findOtherOwner } from '../../domain/find-other-owner.ts';
import type { Disk } from '../../domain/ports.ts';
import { openTable, type Table } from '../../sheet/open-table.ts';
import type { RawRecord } from '../../sheet/raw-record.ts';
import { type FileIdentity, openSource, type Source } from '../../sheet/read-source.ts';
import { systemTrust } from '../disk/system-trust.ts';
import { findReviewColumns, type ReviewColumns } from './review-cells.ts';

/** A review file that was found to be one; its rows are not read yet. */
export interface ReviewFile {
  readonly source: Source;
  readonly file: FileIdentity;
  readonly columns: ReviewColumns;
  readonly records: Table['records'];
  /** The name of its owner, or the number of one without a name; `null` where files have no owner. */
  readonly owner: string | null;
}

/**
 * Opens a review file.
 *
 * Errors: `ApprovalError` if there is none, others than its owner could have written it, or it is something else.
 */
export async function openReviewFile(
  path: string,
  { cwd, disk }: { readonly cwd: string; readonly disk: Disk },
): Promise<ReviewFile> {
  // What a pipe or a device gives may never end.
  if (isOther(resolve(cwd, path), disk)) throw notAFile(path);
  try {
    const source = await openSource(path, { cwd, stdin: NOTHING });
    const { file } = source;
    if (!file) throw notAFile(path);
    const owner = ownerOf(path, { cwd, disk });
    const table = await openTable(source, (cells) => findReviewColumns(cells) !== undefined);
    const columns = table && findReviewColumns(table.header);
    if (!table || !columns)
      throw new ApprovalError(
        `Cannot use the review file "${path}": its first line does not name the columns approve and entry, once each`,
        { hint: 'Take the review.csv of the run, as it was saved by the spreadsheet with all its columns' },
      );
    return { source, file, columns, records: () => recordsOf(table), owner };
  } catch (error) {
    throw asApprovalError(error);
  }
}

/** Whether there is something else than a file or a folder. What can't be looked at is reported when it is read. */
function isOther(path: string, disk: Disk): boolean {
  try {
    const found = disk.statSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
}

function notAFile(path: string): ApprovalError {
  return new ApprovalError(`Cannot use the review file "${path}": it is not a file`, {
    hint: 'Name a file: when it was approved, and by whom, is known of nothing else',
  });
}

/** Standard input is nobody's file. */
const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

async function* recordsOf(table: Table): AsyncGenerator<readonly RawRecord[]> {
  try {
    yield* table.records();
  } catch (error) {
    throw asApprovalError(error);
  }
}

/** What is wrong with any table is said of this one by its own name. Flags for reading sheets are for sheets. */
function asApprovalError(error: unknown): unknown {
  if (!(error instanceof SheetError)) return error;
  const hint = error.hint === undefined || error.hint.includes(' --') ? SAVE_AGAIN : error.hint;
  const message = error.message.replace(' the sheet "', ' the review file "');
  return new ApprovalError(message, { hint, cause: error });
}

const SAVE_AGAIN = 'Save it as CSV again, or begin with the review.csv of the run';

/**
 * Anyone may have approved, and is named as the owner of the file, who therefore has to be the only one who could write it.
 */
function ownerOf(path: string, { cwd, disk }: { readonly cwd: string; readonly disk: Disk }): string | null {
  const rights = disk.statSync(resolve(cwd, path));
  const trust = systemTrust([rights.uid]);
  if (!trust) return null;
  const stranger = findOtherOwner(rights, trust);
  if (stranger)
    throw new ApprovalError(`Cannot use the review file "${path}": it ${stranger.why}`, {
      hint: `It is not known who approved it; ${stranger.wayOut(path)}`,
    });
  return trust.nameOfUser(rights.uid) ?? String(rights.uid);
}
