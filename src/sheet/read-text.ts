import { SheetError } from '../domain/errors.ts';

const CTRL_Z = '\u001a';

/**
 * A sheet's bytes as text, in pieces.
 *
 * Errors: `SheetError` if the bytes are not in this encoding, or the text has a NUL in it.
 */
export async function* readText(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, name }: { readonly encoding: string; readonly name: string },
): AsyncGenerator<string> {
  const reader = openTextReader(encoding);
  const lines = new LineCounter();
  function decode(chunk: Uint8Array | undefined): string {
    const text = decodeOr(() => reader.decode(chunk), { encoding, name, line: lines.lineOf('', 0) });
    const nul = text.indexOf('\0');
    if (nul >= 0) throw notText(name, lines.lineOf(text, nul));
    return text;
  }
  /** DOS programs end a text with Ctrl-Z: only what follows shows whether it is the end. */
  let held = '';
  for await (const chunk of chunks) {
    const text = held + decode(chunk);
    held = text.endsWith(CTRL_Z) ? CTRL_Z : '';
    const piece = held === '' ? text : text.slice(0, -1);
    lines.pass(piece);
    if (piece !== '') yield piece;
  }
  const rest = held + decode(undefined);
  const piece = rest.endsWith(CTRL_Z) ? rest.slice(0, -1) : rest;
  if (piece !== '') yield piece;
}

/** Errors: what a file is that holds a NUL if no encoding has one. */
export function notText(name: string, line: number): SheetError {
  return new SheetError(
    `Cannot read the sheet "${name}": it is not a text file (a NUL byte on line ${line})`,
    {
      hint: 'Export it again, as CSV (UTF-8)',
    },
  );
}

function decodeOr(
  decode: () => string,
  { encoding, name, line }: { readonly encoding: string; readonly name: string; readonly line: number },
): string {
  try {
    return decode();
  } catch (cause) {
    throw new SheetError(
      `Cannot read the sheet "${name}": it is not ${encoding} text, somewhere from line ${line} on`,
      { hint: 'Remove --encoding, or name the right one', cause },
    );
  }
}

/** Turns a sheet's bytes into text, piece by piece. Errors: throws a `TypeError` at bytes that the encoding has not. */
export interface TextReader {
  /** The text of the next bytes, as far as they go; `undefined` says that there are no more. */
  decode(bytes: Uint8Array | undefined): string;
}

/** The upper halves of the DOS code pages, which `TextDecoder` does not know. Source: Unicode's CP437.TXT and CP850.TXT. */
const DOS_PAGES: Readonly<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

/**
 * The name of an encoding as it is known here; `undefined` if it isn't.
 *
 * Shape: the labels of the WHATWG Encoding standard, and `cp437`, `cp850` with or without `ibm` or `cp` in front.
 */
export function canonicalEncoding(label: string): string | undefined {
  const page = /^(?:cp|ibm|dos)?-?(437|850)$/i.exec(label.trim());
  if (page) return `cp${page[1]}`;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
}

/** A reader of text in an encoding that `canonicalEncoding` named. A byte order mark is left out. */
export function openTextReader(encoding: string): TextReader {
  const page = DOS_PAGES[encoding];
  if (page !== undefined) return { decode: (bytes) => (bytes ? decodePage(bytes, page) : '') };
  // Always as a stream: at once, Node 20 gets 27 characters of windows-1252 wrong.
  const decoder = new TextDecoder(encoding, { fatal: true });
  return { decode: (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()) };
}

function decodePage(bytes: Uint8Array, page: string): string {
  const ascii = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return ascii.replace(/[\u0080-\u00ff]/g, (character) => page[character.charCodeAt(0) - 0x80] ?? '');
}

/** Knows the physical line of a place in a text that comes in pieces. LF, CRLF and CR each end a line. */
export class LineCounter {
  #line = 1;
  #endedInCr = false;

  /** The line, from 1, of the character at `index` of the piece that comes next. */
  lineOf(text: string, index: number): number {
    return this.#line + this.#breaksIn(text.slice(0, index));
  }

  pass(text: string): void {
    this.#line += this.#breaksIn(text);
    if (text !== '') this.#endedInCr = text.endsWith('\r');
  }

  #breaksIn(text: string): number {
    const breaks = countLineBreaks(text);
    return this.#endedInCr && text.startsWith('\n') ? breaks - 1 : breaks;
  }
}

/** How many lines end in a text: CRLF is one line break. */
export function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] !== '\n') count++;
  }
  return count;
}
