import { wrapText } from '../../report/text/text-width.ts';
import type { Stdio } from './stdio.ts';
import { widthOf } from './width-of.ts';

/** Replaces blanks at which no line may end. */
const FIXED = '\u0000';
const QUOTED = /"[^"]*"/g;

/**
 * Breaks lines that are too long for a terminal at blanks, and indents what follows like the line; never between quotes, so
 * that names and commands can be copied. Other streams get whole lines.
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
