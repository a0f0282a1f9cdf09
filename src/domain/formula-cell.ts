/** What a spreadsheet runs a cell for when it comes first, in some locales also in full width. */
const STARTERS = new Set('=+-@\t\r\n＝＋－＠');
/** A plain number is left alone: it is data in every spreadsheet. */
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/;

/**
 * Makes a cell safe to open in a spreadsheet by an apostrophe in front, in a way that `restoreCell` undoes exactly: a
 * cell that already has apostrophes there gets one more.
 */
export function defuseCell(text: string): string {
  return runsAsFormula(text, 0) ? `'${text}` : text;
}

/** The text behind a cell that `defuseCell` wrote; every other text comes back as it is. */
export function restoreCell(cell: string): string {
  return cell[0] === "'" && runsAsFormula(cell, 1) ? cell.slice(1) : cell;
}

/** Whether the text from `start` on is a formula once the apostrophes in front of it are gone. */
function runsAsFormula(text: string, start: number): boolean {
  let at = start;
  while (text[at] === "'") at++;
  const first = text[at];
  return first !== undefined && STARTERS.has(first) && !PLAIN_NUMBER.test(text.slice(start));
}
