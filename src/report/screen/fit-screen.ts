import { stripVTControlCharacters } from 'node:util';
import { widthOf } from '../text/text-width.ts';
import type { ScreenStyle } from './screen-style.ts';

/** What a screen can leave out, the least important first; the files of the run have all of it. */
const CUTS = [
  'single_changes',
  'second_moves',
  'most_issues',
  'examples',
  'first_moves',
  'single_rows',
  'most_notices',
  'blank_lines',
  'issue_lines',
  'field_changes',
  'every_notice',
] as const;

export type Cut = (typeof CUTS)[number];

/** What is left out. */
export type Cuts = ReadonlySet<Cut>;

/** Most terminals have at least as many rows; a log gets the same. */
export const USUAL_ROWS = 30;

/** Blocks as a text of at most `rows` rows, if the cuts are enough for that. */
export function fitScreen(
  renderBlocks: (cuts: Cuts) => readonly (readonly string[])[],
  { rows = USUAL_ROWS, width }: Pick<ScreenStyle, 'rows' | 'width'>,
): string {
  let text = '';
  for (let n = 0; n <= CUTS.length; n++) {
    const cuts: Cuts = new Set(CUTS.slice(0, n));
    text = joinBlocks(renderBlocks(cuts), cuts.has('blank_lines') ? '\n' : '\n\n');
    if (rowsOn(text, width) <= rows) break;
  }
  return text;
}

/** Long commands are not wrapped here: the terminal wraps them at its edge, so they take several rows. */
function rowsOn(text: string, width = Number.POSITIVE_INFINITY): number {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0);
}

/** Joins blocks of lines, skipping empty ones. */
function joinBlocks(blocks: readonly (readonly string[])[], between = '\n\n'): string {
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join(between)}\n`;
}
