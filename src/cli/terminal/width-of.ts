import type { Stdio } from './stdio.ts';

const USUAL_WIDTH = 80;
/** Of help that no terminal bounds. Units: columns. */
export const HELP_WIDTH = USUAL_WIDTH;
const LEAST_HELP_WIDTH = 40;

/** The width of a terminal, in columns; other readers take lines whole. */
export function widthOf({ isTTY, columns }: Stdio['stdout']): number | undefined {
  return isTTY ? columns || USUAL_WIDTH : undefined;
}

/** Below that nothing would be left to cut. */
const LEAST_ROWS = 20;

/** Of a shell; many have two lines. */
const PROMPT_ROWS = 2;

/** The rows that fit on a terminal above the prompt; `undefined` if the stream is not a terminal. */
export function rowsOf({ isTTY, rows }: Pick<Stdio['stdout'], 'isTTY' | 'rows'>): number | undefined {
  return isTTY && rows ? Math.max(LEAST_ROWS, rows - PROMPT_ROWS) : undefined;
}

/** How wide help may be. Units: columns. */
export function helpWidthOf(stream: Stdio['stdout']): number {
  return Math.max(LEAST_HELP_WIDTH, widthOf(stream) ?? HELP_WIDTH);
}
