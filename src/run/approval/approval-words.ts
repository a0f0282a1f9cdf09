const YES: ReadonlySet<string> = new Set(['yes', 'y', 'x', '1', 'true', 'ok']);
const NO: ReadonlySet<string> = new Set(['', 'no', 'n', '0', 'false', '-']);

/** Whether a cell of the column `approve` says yes; `undefined` if it says neither yes nor no. */
export function readApprovalWord(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
