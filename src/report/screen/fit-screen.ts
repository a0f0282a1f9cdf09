import { stripVTControlCharacters } from 'node:util';
import { joinBlocks } from '../text/join-blocks.ts';
import { widthOf } from '../text/text-width.ts';
import type { Look } from './screen-look.ts';

/** What a screen can do without, first what is missed least; the files of the run have all of it. */
const CUTS = [
  'single_changes',
  'third_moves',
  'most_issues',
  'examples',
  'how_looked_up',
  'second_moves',
  'folder',
  'count_lines',
  'long_notices',
  'first_moves',
  'most_notices',
  'single_rows',
  'blank_lines',
  'issue_lines',
  'field_changes',
  'every_notice',
  'every_shard',
] as const;

export type Cut = (typeof CUTS)[number];

/** What is done without. */
export type Cuts = ReadonlySet<Cut>;

/** A common terminal has more rows; whatever has none gets the same. */
export const USUAL_ROWS = 30;

/** Blocks as a text that takes no more rows of a screen than that, as far as cuts can make it so. */
export function fitScreen(
  renderBlocks: (cuts: Cuts) => readonly (readonly string[])[],
  { rows = USUAL_ROWS, width }: Pick<Look, 'rows' | 'width'>,
): string {
  let text = '';
  for (let n = 0; n <= CUTS.length; n++) {
    const cuts: Cuts = new Set(CUTS.slice(0, n));
    text = joinBlocks(renderBlocks(cuts), cuts.has('blank_lines') ? '\n' : '\n\n');
    if (rowsOn(text, width) <= rows) break;
  }
  return text;
}

/** A command is not broken into lines: a terminal does that by itself, wherever its edge is. */
function rowsOn(text: string, width = Number.POSITIVE_INFINITY): number {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0);
}
