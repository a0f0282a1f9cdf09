/** What a spreadsheet runs a cell for when it comes first, in some locales also in full width. */
const STARTERS = String.raw`=+\-@＝＋－＠`;
/**
 * A cell that begins with one, or with a tab or a line break. Blanks, quotes and what can't be seen count for nothing in
 * front of it: some programs drop them when they read the file.
 */
const FORMULA = new RegExp(
  String.raw`^(?:[\t\r\n]|['"\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[${STARTERS}])`,
  'u',
);
/** A plain number is left alone: it is data in every spreadsheet. */
const PLAIN_NUMBER = /^ *[+-]?\d+(?:[.,]\d+)*$/;

/**
 * Makes a cell safe to open in a spreadsheet by an apostrophe in front, in a way that `restoreCell` undoes exactly: a
 * cell that already has apostrophes there gets one more.
 */
export function defuseCell(text: string): string {
  if (text === '' || startsPlainly(text.charCodeAt(0))) return text;
  return runsAsFormula(text) ? `'${text}` : text;
}

/** The text behind a cell that `defuseCell` wrote; every other text comes back as it is. */
export function restoreCell(cell: string): string {
  if (cell[0] !== "'") return cell;
  const text = cell.slice(1);
  return runsAsFormula(text) ? text : cell;
}

/** Whether a cell is certainly no formula by the code of its first character: a letter or a digit of ASCII. */
export function startsPlainly(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

function runsAsFormula(text: string): boolean {
  return FORMULA.test(text.replace(APOSTROPHES, '')) && !PLAIN_NUMBER.test(text);
}

/** A tab behind apostrophes begins the cell once they are gone. */
const APOSTROPHES = /^'+/;
