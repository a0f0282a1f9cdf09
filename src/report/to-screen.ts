/** Blocks of lines as a text, a blank line between them; blocks without lines are left out. */
export function toScreen(blocks: readonly (readonly string[])[]): string {
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
