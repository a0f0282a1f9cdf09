import { clip, printable } from './printable.ts';
import type { ScreenStyle } from './screen-style.ts';

export interface Column<T> {
  readonly title: string;
  readonly align?: 'right';
  readonly text: (item: T) => string;
}

const GAP = '  ';

const NARROWEST_LAST = 20;

/** For cells before the last column: a longer one would push the others off the screen. */
const LONGEST = 120;

/**
 * Items as lines of aligned columns under their titles; nothing at all where there are no items. Where a width is given
 * the last column is wrapped to it, unless that leaves hardly any room.
 */
export function renderTable<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  width = Number.POSITIVE_INFINITY,
): readonly string[] {
  if (items.length === 0) return [];
  const cells = [
    columns.map(({ title }) => title),
    ...items.map((item) =>
      columns.map(({ text }, index) =>
        clip(printable(text(item)), index < columns.length - 1 ? LONGEST : undefined),
      ),
    ),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => widthOf(line[index] ?? ''))));
  const indent = widths.slice(0, -1).reduce((sum, each) => sum + each + GAP.length, 0);
  const room = width - indent < NARROWEST_LAST ? Number.POSITIVE_INFINITY : width - indent;
  return cells.flatMap((line) => {
    const [first = '', ...more] = wrapText(line.at(-1) ?? '', room);
    const whole = [...line.slice(0, -1), first]
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join(GAP)
      .trimEnd();
    return [whole, ...more.map((text) => ' '.repeat(indent) + text)];
  });
}

/** Likewise below a title, further in and with dim heads. */
export function renderTableBelow<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  { paint, width }: Pick<ScreenStyle, 'paint' | 'width'>,
): readonly string[] {
  const lines = renderTable(items, columns, width && width - GAP.length);
  return lines.map((line, at) => (at === 0 ? paint('dim', GAP + line) : GAP + line));
}

function pad(text: string, width: number, align: 'right' | undefined): string {
  const filler = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? filler + text : text + filler;
}

/** Zero-width and double-width characters; terminals differ on a few of them. */
const NO_PLACE = /\p{Mn}|\p{Me}|\u200d/u;
const TWO_PLACES =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** How many columns of a terminal a line takes. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return [...text].reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

function widthOfCharacter(character: string): number {
  if (NO_PLACE.test(character)) return 0;
  return TWO_PLACES.test(character) ? 2 : 1;
}

/** A line cut to `room`, before a word if there are several, with an ellipsis where it was cut. Units: columns. */
export function cutText(text: string, room: number, ellipsis: string): string {
  if (widthOf(text) <= room) return text;
  let [cut, width] = ['', widthOf(ellipsis)];
  for (const character of text) {
    width += widthOfCharacter(character);
    if (width > room) break;
    cut += character;
  }
  const atBlank = cut.lastIndexOf(' ');
  return `${atBlank > 0 ? `${cut.slice(0, atBlank)} ` : cut}${ellipsis}`;
}

const WORD = /(?:[^\s"'=]+=)?(?:"[^"]*"|'[^']*')|[^\s"']+/.source;
const FLAG = `--[a-z]+(?:-[a-z]+)*(?: (?!-)(?:${WORD}))?`;
/** A command with its flags, or a flag with its value. */
const TO_COPY = new RegExp(`(?:pricesheet [a-z]+(?: (?!-)(?:${WORD}))?|${FLAG})(?: ${FLAG})*`, 'g');
/** Takes the place of blanks at which no line may end. */
const FIXED = '\u0000';

/** Lines that fit the room, broken at blanks; a word, a command or a flag that is longer is left whole, so that it can be copied. */
export function wrapText(text: string, room = Number.POSITIVE_INFINITY): readonly string[] {
  if (widthOf(text) <= room) return [text];
  const lines: string[] = [];
  const fixed = text.replace(TO_COPY, (words) => words.replaceAll(' ', FIXED));
  for (const word of fixed.split(' ').map((each) => each.replaceAll(FIXED, ' '))) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Likewise, with all lines but the first further in. */
export function wrapHanging(text: string, room?: number, indent = GAP): readonly string[] {
  const [first = '', ...more] = wrapText(text, room && room - indent.length);
  return [first, ...more.map((line) => indent + line)];
}

/** A column of a table that has more of them than a narrow terminal can show. */
export interface RankedColumn<T> extends Column<T> {
  /** Columns with the highest number are left out first; those without one stay. */
  readonly rank?: number;
  /** A shorter text, which is taken before a column is left out. */
  readonly brief?: (item: T) => string;
}

/** The columns that fit into `width`, with the last one as long as it is; without a width all of them. */
export function fitColumns<T>(
  items: readonly T[],
  columns: readonly RankedColumn<T>[],
  width = Number.POSITIVE_INFINITY,
): readonly RankedColumn<T>[] {
  const highest = Math.max(0, ...columns.map(({ rank = 0 }) => rank));
  const needed = Math.max(0, ...renderTable(items, columns).map(widthOf));
  if (needed <= width || highest === 0) return columns;
  if (columns.some(({ brief }) => brief))
    return fitColumns(
      items,
      columns.map(({ brief, ...column }) => (brief ? { ...column, text: brief } : column)),
      width,
    );
  return fitColumns(
    items,
    columns.filter(({ rank = 0 }) => rank < highest),
    width,
  );
}
