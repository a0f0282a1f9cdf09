import { wrapText } from '../../report/text/text-width.ts';
import type { Stdio } from './stdio.ts';
import { widthOf } from './width-of.ts';

/** Stands for a blank at which no line may end. */
const FIXED = '\u0000';
const QUOTED = /"[^"]*"/g;

/**
 * Lines that a terminal would break in the middle of a word, broken at blanks, each at the indent of its beginning; never between quotes,
 * where names and commands stand, to be copied. Whatever else reads the lines takes them whole.
 */
export function wrapLines(text: string, stream: Stdio['stdout']): string {
  const width = widthOf(stream);
  if (width === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const words = line.slice(indent.length).replace(QUOTED, (quoted) => quoted.replaceAll(' ', FIXED));
  return wrapText(words, width - indent.length).map((part) => indent + part.replaceAll(FIXED, ' '));
}
