import type { Help } from 'commander';
import { widthOf, wrapText } from '../../report/text/text-width.ts';
import { HELP_WIDTH } from '../terminal/width-of.ts';

const INDENT = '  ';
const BELOW = ' '.repeat(6);
/** With less room than that beside its name, what a flag means is easier to read below it. */
const LEAST_BESIDE = 40;
/** Short names leave enough room beside them at any width. */
const NARROW_COLUMN = 16;

/** A flag or a command and what it means: beside it where there is room, as in the list of a wide screen, or else below it. */
export const formatItem: Help['formatItem'] = function (this: Help, term, termWidth, description) {
  const width = this.helpWidth ?? HELP_WIDTH;
  const column = INDENT.length + termWidth + INDENT.length;
  if (description === '') return INDENT + term;
  if (width - column >= LEAST_BESIDE || column <= NARROW_COLUMN)
    return hang(INDENT + term.padEnd(termWidth) + INDENT, description, width);
  return [INDENT + term, ...wrapText(description, width - BELOW.length).map((line) => BELOW + line)].join(
    '\n',
  );
};

/** Text behind a label, wrapped beside it. */
export function hang(label: string, text: string, width: number): string {
  const indent = ' '.repeat(widthOf(label));
  const [first = '', ...more] = wrapText(text, width - indent.length);
  return [label + first, ...more.map((line) => indent + line)].join('\n');
}
