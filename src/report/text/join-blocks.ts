/** Blocks of lines as a text, a blank line between them or what is said; blocks without lines are left out. */
export function joinBlocks(blocks: readonly (readonly string[])[], between = '\n\n'): string {
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join(between)}\n`;
}
