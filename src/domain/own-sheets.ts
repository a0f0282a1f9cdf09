/** The sheets that a run writes: rows of the sheet that it read. */
export const OWN_SHEETS = { retry: 'retry.csv', undo: 'undo.csv' } as const;

/** Whether a file has the name of a sheet that a run writes, which has a part of the rows of another one. */
export function isOwnSheet(path: string): boolean {
  const name = path.split(/[\\/]/).at(-1);
  return name === OWN_SHEETS.retry || name === OWN_SHEETS.undo;
}

/** What a retry file says of each row, behind the columns of the sheet. */
export const REMARKS: readonly string[] = ['status', 'reason', 'message'];

/** The column that names a listing. */
export const LISTING_ID = 'listing_id';

/** The columns of a retry file. */
export type RetryHeader = ReturnType<typeof toRetryHeader>;

/**
 * The columns of the retry file of a sheet. Each row names its listing, in the column in which the sheet does, else in one that is added. A
 * sheet with a column of that name that is not to be read gets none. `listingIdAt`: which column of the sheet names the listing, if one does.
 */
export function toRetryHeader(header: readonly string[], listingIdAt: number | undefined) {
  const own = dropRemarks(header, header);
  const hasOwn = listingIdAt !== undefined || own.some((text) => text.trim() === LISTING_ID);
  return {
    /** Those of the sheet, without the remarks of an earlier retry file. */
    own,
    /** What follows them. */
    added: hasOwn ? REMARKS : [LISTING_ID, ...REMARKS],
    listingIdAt,
  } as const;
}

/** Whether a file is a retry file, or one that a spreadsheet saved of it: then its listing ids are ours, whatever is said of the sheet's. */
export function isRetryHeader(header: readonly string[]): boolean {
  const end = header.slice(-1 - REMARKS.length).map((text) => text.trim());
  return end.join() === [LISTING_ID, ...REMARKS].join();
}

/** The columns in which a retry file has what became of a row, and why. */
export type RemarkColumns = NonNullable<ReturnType<typeof findRemarks>>;

/** Where a retry file has its remarks; `undefined` in other sheets. */
export function findRemarks(header: readonly string[]) {
  const texts = header.map((text) => text.trim());
  const isOnce = (name: string): boolean =>
    texts.indexOf(name) !== -1 && texts.indexOf(name) === texts.lastIndexOf(name);
  const [status = '', reason = ''] = REMARKS;
  if (!REMARKS.every(isOnce)) return undefined;
  return { status: texts.indexOf(status), reason: texts.indexOf(reason) } as const;
}

/** Cells of a row, or the header, without the remarks of a retry file. */
export function dropRemarks(cells: readonly string[], header: readonly string[]): readonly string[] {
  const at = header.length - REMARKS.length;
  if (!REMARKS.every((name, index) => header[at + index] === name)) return cells;
  return [...cells.slice(0, at), ...cells.slice(header.length)];
}
