/** Joins blocks of lines, skipping empty ones. */
export function joinBlocks(blocks: readonly (readonly string[])[], between = '\n\n'): string {
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join(between)}\n`;
}
