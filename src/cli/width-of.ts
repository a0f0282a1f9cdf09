import type { Stdio } from './stdio.ts';

const USUAL_WIDTH = 80;
/** Of help that no terminal bounds. Units: columns. */
export const HELP_WIDTH = USUAL_WIDTH;
const LEAST_HELP_WIDTH = 40;

/** How many columns a stream has. Only a terminal has a width: whatever else reads the lines takes them whole. */
export function widthOf({ isTTY, columns }: Stdio['stdout']): number | undefined {
  return isTTY ? columns || USUAL_WIDTH : undefined;
}

/** How wide help may be. Units: columns. */
export function helpWidthOf(stream: Stdio['stdout']): number {
  return Math.max(LEAST_HELP_WIDTH, widthOf(stream) ?? HELP_WIDTH);
}
