/** The texts of a list with commas between them: many short cases of a table fit on a line. */
export function listed(texts: string): readonly string[] {
  return texts.split(',').map((text) => text.trim());
}

/** The rows of a table in which many texts have the same result: each text of a list beside the key of the list. */
export function withResults(lists: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(lists).flatMap(([result, texts]) =>
    listed(texts).map((text) => [text, result] as const),
  );
}
