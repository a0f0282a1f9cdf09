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
