/** The text of a file that people open. It has to begin with a byte order mark, by which spreadsheets know UTF-8. */
export function unmarked(text: string): string {
  if (!text.startsWith('\ufeff')) throw new Error('The file begins without a byte order mark');
  return text.slice(1);
}
