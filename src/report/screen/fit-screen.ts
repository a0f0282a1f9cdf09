import { stripVTControlCharacters } from 'node:util';
import { clip, printable } from '../text/printable.ts';
import { widthOf, wrapHanging } from '../text/render-table.ts';
import type { ScreenStyle } from '../text/screen-style.ts';
import type { NextStep } from '../view/list-next-steps.ts';

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

/** What a command is for, and the command. */
export type Step = Pick<NextStep, 'what' | 'command'>;

/** Commands that can come next, each whole, so that it can be copied: below what it does, where the line is too short for both. */
export function renderSteps(
  steps: readonly Step[],
  { width = Number.POSITIVE_INFINITY }: { readonly width?: number | undefined },
): readonly string[] {
  return steps.flatMap(({ what, command }, index) => {
    const label = (index === 0 ? 'Next' : '').padEnd(LABEL);
    const line = `${label}${what}: ${command}`;
    return widthOf(line) <= width ? [line] : [`${label}${what}:`, `${' '.repeat(LABEL)}  ${command}`];
  });
}

/** As wide as the labels of the other lines. */
const LABEL = 10;

/** A titled part of the screen; nothing at all where it has no lines. */
export type Part = readonly [title: string, lines: readonly string[]];

const INDENT = '  ';
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
        return widthOf(text) <= room ? [text] : wrapHanging(text, room);
      })
      .map((line, at) => `${INDENT}${(at === 0 ? title : '').padEnd(TITLE_WIDTH)}${line}`.trimEnd()),
  );
}
