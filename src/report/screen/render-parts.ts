import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { widthOf, wrapText } from '../text/text-width.ts';

/** A titled part of the screen; nothing at all where it has no lines. */
export type Part = readonly [title: string, lines: readonly string[]];

export const INDENT = '  ';
const TITLE_WIDTH = 12;

/** The room beside the titles. Units: columns. */
export function roomOfParts(width: number | undefined): number {
  return (width ?? Number.POSITIVE_INFINITY) - INDENT.length - TITLE_WIDTH;
}

/** Parts with their titles on the left. Wrapped lines are indented further. */
export function renderParts(parts: readonly Part[], room: number): readonly string[] {
  return parts.flatMap(([title, lines]) =>
    lines
      .flatMap((line) => {
        const text = clip(printable(line));
        if (widthOf(text) <= room) return [text];
        const [first = '', ...more] = wrapText(text, room - INDENT.length);
        return [first, ...more.map((each) => INDENT + each)];
      })
      .map((line, at) => `${INDENT}${(at === 0 ? title : '').padEnd(TITLE_WIDTH)}${line}`.trimEnd()),
  );
}
