import type { Stdio } from './stdio.ts';

const USUAL_WIDTH = 80;

/** How many columns a stream has. Only a terminal has a width: whatever else reads the lines takes them whole. */
export function widthOf({ isTTY, columns }: Stdio['stdout']): number | undefined {
  return isTTY ? columns || USUAL_WIDTH : undefined;
}
