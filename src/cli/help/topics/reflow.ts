import { wrapText } from '../../../report/text/text-width.ts';
import { hang } from '../help-layout.ts';

/** As wide as the pages are written. */
const WRITTEN = 80;

const BULLET = '- ';
const INDENT = '  ';

/**
 * The lines of a page for a terminal that is narrower than they are written for: paragraphs and items of lists are wrapped
 * again; an indented line below a blank one is a command or a table, and stays as it is.
 */
export function reflow(lines: readonly string[], width: number): readonly string[] {
  if (width >= WRITTEN) return lines;
  return toParagraphs(lines).flatMap((paragraph) => {
    const text = paragraph.map((line) => line.trim()).join(' ');
    if (text.startsWith(BULLET)) return hang(BULLET, text.slice(BULLET.length), width).split('\n');
    return paragraph[0]?.startsWith(INDENT) ? paragraph : wrapText(text, width);
  });
}

function toParagraphs(lines: readonly string[]): readonly (readonly string[])[] {
  const paragraphs: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const isNew = at === 0 || line === '' || lines[at - 1] === '' || line.startsWith(BULLET);
    const last = paragraphs.at(-1);
    if (isNew || !last) paragraphs.push([line]);
    else last.push(line);
  }
  return paragraphs;
}
