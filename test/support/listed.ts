/** The texts of a list with commas between them: many short cases of a table fit on a line. */
export function listed(texts: string): readonly string[] {
  return texts.split(',').map((text) => text.trim());
}

/** The rows of a table in which many texts have the same result: each text of a list beside the key of the list. */
export function withResults(lists: Readonly<Record<string, string>>): [text: string, result: string][] {
  return Object.entries(lists).flatMap(([result, texts]) => withResult(result, listed(texts)));
}

/** The same for one result, and texts that may hold commas. */
export function withResult<Result>(
  result: Result,
  texts: readonly string[],
): [text: string, result: Result][] {
  return texts.map((text) => [text, result]);
}

/** The pairs of a line: `12,5 = 1250 | -3 = refused` are two. */
export function pairsOf(line: string): [text: string, result: string][] {
  return line.split(' | ').map((pair) => {
    const at = pair.indexOf(' = ');
    return [pair.slice(0, at), pair.slice(at + 3)];
  });
}

/** The lines of a table, without those around it. */
export function linesOf(table: string): readonly string[] {
  return table.split('\n').slice(1, -1);
}

/** The rows of a table, with ` | ` between their cells; a line that begins with blanks goes on with the row above it. */
export function tableOf(table: string): string[][] {
  const rows = table.trim().split(/\n(?! )/);
  return rows.map((row) =>
    row
      .replaceAll(/\n +/g, ' ')
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

/** The words of a command line, as a shell splits it. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, word]) => single ?? double ?? word ?? '',
  );
}
