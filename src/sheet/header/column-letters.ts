/** `A` for 0, `Z` for 25, `AA` for 26, as spreadsheets count columns. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}

/** The index of a column letter; `undefined` for any other text. */
export function fromLetters(text: string): number | undefined {
  if (!/^[A-Z]{1,3}$/i.test(text)) return undefined;
  return [...text.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
