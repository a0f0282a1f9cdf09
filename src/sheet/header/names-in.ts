/** Names of columns out of a text that has a bar between each two. */
export function namesIn(text: string): readonly string[] {
  return text.trim().split(/\s*\|\s*/);
}
