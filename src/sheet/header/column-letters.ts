/** `A` for 0, `Z` for 25, `AA` for 26, as spreadsheets count columns. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}

/** The other way round; nothing for what is no letter of a column. */
export function fromLetters(text: string): number | undefined {
  if (!/^[A-Z]{1,3}$/i.test(text)) return undefined;
  return [...text.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
