/** How columns are separated by blanks alone. */
export type Blanks = 'aligned' | 'apart';

/** A title above or a total below may reach into what is blank otherwise. */
const SHARE = 0.9;
const RULE = /^[\s=_+*.-]*$/;

/**
 * Whether blanks alone separate columns: `aligned` if they begin or end at the same place in every line, as in a
 * print-out; `apart` where each line only has as many words with blanks between them.
 */
export function detectBlankColumns(texts: readonly string[]): Blanks | undefined {
  const lines = texts.filter((text) => !RULE.test(text));
  if (lines.length < 2 || !lines.some((text) => /\S {2,}\S/.test(text))) return undefined;
  if (countColumns(lines) > 1) return 'aligned';
  const [width = 0, ...widths] = lines.map((text) => text.trim().split(/ {2,}/).length);
  return width > 1 && widths.every((other) => other === width) ? 'apart' : undefined;
}

/** Stretches of places with text in most lines, between places that are blank in nearly all of them. */
function countColumns(lines: readonly string[]): number {
  const width = Math.max(...lines.map((text) => text.length));
  let columns = 0;
  let isInColumn = false;
  let filled = new Set<number>();
  for (let place = 0; place <= width; place++) {
    const here = lines.flatMap((text, line) => ((text[place] ?? ' ').trim() === '' ? [] : [line]));
    const isGap = here.length <= lines.length * (1 - SHARE);
    if (isGap && isInColumn && filled.size * 2 >= lines.length) columns++;
    if (isGap) filled = new Set();
    else for (const line of here) filled.add(line);
    isInColumn = !isGap;
  }
  return columns;
}
