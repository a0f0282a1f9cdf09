/** Begins a file that a spreadsheet is to read as UTF-8; it is not part of the text. */
export const BYTE_ORDER_MARK = '\ufeff';

export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

/** What a spreadsheet runs a cell for when it comes first, in some locales also in full width. */
const STARTERS = String.raw`=+\-@＝＋－＠`;
/**
 * A cell that begins with one, or with a tab or a line break. Blanks, quotes and invisible characters in front are ignored,
 * since some programs drop them when they read the file.
 */
const FORMULA = new RegExp(
  String.raw`^(?:[\t\r\n]|['"\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[${STARTERS}])`,
  'u',
);
/** A plain number is left alone: it is data in every spreadsheet. */
const PLAIN_NUMBER = /^ *[+-]?\d+(?:[.,]\d+)*$/;

/**
 * Makes a cell safe to open in a spreadsheet by an apostrophe in front, and one wherever a field may begin within it, in a way that
 * `restoreCell` undoes exactly: a cell that already has apostrophes there gets one more.
 */
export function defuseCell(text: string): string {
  if (text === '') return text;
  const starts = findInnerFormulas(text);
  if (starts.length > 0) return `'${insertAt(starts, text)}`;
  return !PLAIN_START.test(text[0] ?? '') && runsAsFormula(text) ? `'${text}` : text;
}

/** The text behind a cell that `defuseCell` wrote; every other text comes back as it is. */
export function restoreCell(cell: string): string {
  if (cell[0] !== "'") return cell;
  const written = cell.slice(1);
  const text = removeAt(findInnerFormulas(written), written);
  if (defuseCell(text) === cell) return text;
  // People put an apostrophe in front, and none within.
  return runsAsFormula(written) ? written : cell;
}

function insertAt(starts: readonly number[], text: string): string {
  return (
    starts.map((start, index) => text.slice(starts[index - 1] ?? 0, start)).join("'") +
    `'${text.slice(starts.at(-1))}`
  );
}

function removeAt(starts: readonly number[], text: string): string {
  let rest = '';
  let from = 0;
  for (const start of starts) {
    if (text[start] !== "'") continue;
    rest += text.slice(from, start);
    from = start + 1;
  }
  return rest + text.slice(from);
}

/**
 * What a spreadsheet of another locale may begin a field behind: it splits lines elsewhere, and quotes that don't begin the field then
 * keep nothing together, not even lines.
 */
const SEPARATORS = ';,\t\r\n';
const SEPARATOR = new RegExp(`[${SEPARATORS}]`, 'g');
/**
 * A starter at the end of a cell runs nothing, since `12,-` is an amount; nor does one before a number or a percentage, or one of a flag with
 * nothing but words behind it, as messages have them: without a bracket, a bar or a quote nothing can be called.
 */
const INNER_STARTER =
  /(?:[=@＝＠]|[+\-＋－](?!(?:\d+(?:[.,]\d+)*(?: ?%)?[^\S\t\r\n]*|-[a-z][\w -]*)(?:$|[;,\t\r\n])))(?!\s*$)/y;
const SKIPPED = /^['"\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;

/** Where formulas would begin behind separators, in one pass over the text. */
function findInnerFormulas(text: string): readonly number[] {
  const found: number[] = [];
  SEPARATOR.lastIndex = 0;
  for (let match = SEPARATOR.exec(text); match; match = SEPARATOR.exec(text)) {
    const pending: number[] = [];
    let at = match.index;
    for (; at < text.length; ) {
      const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (SEPARATORS.includes(char)) pending.push(at + 1);
      else if (!SKIPPED.test(char)) break;
      at += char.length;
    }
    INNER_STARTER.lastIndex = at;
    if (INNER_STARTER.test(text)) for (const start of pending) found.push(start);
    SEPARATOR.lastIndex = at;
  }
  return found;
}

/** A cell that begins with a letter or a digit of ASCII is certainly no formula. */
export const PLAIN_START = /[0-9A-Za-z]/;

function runsAsFormula(text: string): boolean {
  return FORMULA.test(text.replace(APOSTROPHES, '')) && !PLAIN_NUMBER.test(text);
}

/** A tab behind apostrophes begins the cell once they are gone. */
const APOSTROPHES = /^'+/;

/**
 * What a retry file shows where a row had no cell at all. A row is refused while it holds this: filled up with blanks
 * it would look whole, and amounts that slipped into the wrong column would be believed.
 */
export const MISSING_CELL = '<missing>';

/** Likewise, if a row had a blank cell too many: under a header that has no name, text is refused. */
export const EXTRA_CELL = '<extra>';

/** What a retry file shows behind a cell in which the sheet ended. */
export const CUT_MARK = '<cut short>';
