/** Begins a file that a spreadsheet is to read as UTF-8; it is not part of the text. */
export const BYTE_ORDER_MARK = '\ufeff';

export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}
