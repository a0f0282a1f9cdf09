/** The sheets that a run writes: rows of the sheet that it read. */
export const OWN_SHEETS = { retry: 'retry.csv', undo: 'undo.csv' } as const;

/** Whether a file has the name of a sheet that a run writes, which has a part of the rows of another one. */
export function isOwnSheet(path: string): boolean {
  const name = path.split(/[\\/]/).at(-1);
  return name === OWN_SHEETS.retry || name === OWN_SHEETS.undo;
}
