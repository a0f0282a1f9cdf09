/**
 * Control, bidirectional and invisible characters: controls, line and paragraph separators, marks for direction, everything
 * that Unicode says is to be drawn as nothing, and halves of characters; and from the fifth mark in a row on, since no script
 * puts that many on a letter and a heap of them covers the lines around it. Source: Unicode's DerivedCoreProperties.txt,
 * Default_Ignorable_Code_Point.
 */
export const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?<=\p{M}{4})\p{M}/u;

const PLAIN = String.raw`\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2212\u2248\u2500-\u259f`;

/**
 * A line that has none of them at first sight, as nearly every one is: the pattern above takes some ten milliseconds until it is
 * ready, and several times as long afterwards. Letters of the West, dashes, dots, arrows and boxes are plain.
 */
export const PLAIN_LINE = new RegExp(`^[${PLAIN}]*$`);
/** Lines like that. */
export const PLAIN_TEXT = new RegExp(`^[\n${PLAIN}]*$`);

export function holdsUnprintable(line: string): boolean {
  return !PLAIN_LINE.test(line) && UNPRINTABLE.test(line);
}
