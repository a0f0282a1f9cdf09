import { describe, expect, it } from 'vitest';
import { canonicalEncoding, openTextReader } from '../../src/sheet/encoding.ts';
import { withResults } from '../support/listed.ts';

/**
 * The upper halves of single-byte encodings, byte 0x80 first. Source: Unicode's CP1252.TXT with the five
 * unassigned bytes as the WHATWG Encoding standard has them, CP437.TXT, CP850.TXT.
 */
const TABLES = {
  'windows-1252': [
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ',
    '\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿',
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß',
    'àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  ].join(''),
  cp437: [
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ',
    'áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐',
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀',
    'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ].join(''),
  cp850: [
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ',
    'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐',
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀',
    'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ].join(''),
};

type Encoding = keyof typeof TABLES;

function characterOf(encoding: Encoding, byte: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  return TABLES[encoding].charAt(byte - 0x80);
}

/** The text of bytes that come in these pieces. */
function decode(encoding: string, ...pieces: readonly Uint8Array[]): string {
  const reader = openTextReader(encoding);
  return [...pieces, undefined].map((piece) => reader.decode(piece)).join('');
}

function split(bytes: Uint8Array, length: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

describe('openTextReader', () => {
  const BYTES = Array.from({ length: 256 }, (_, byte) => byte);
  const ENCODINGS = Object.keys(TABLES) as Encoding[];

  it.each(ENCODINGS)('knows all bytes of %s together, in pieces of any length', (encoding) => {
    const bytes = Uint8Array.from(BYTES);
    const text = BYTES.map((byte) => characterOf(encoding, byte)).join('');
    for (const length of [1, 2, 3, 5, 7, 16, 100, 255, 256]) {
      expect(decode(encoding, ...split(bytes, length))).toBe(text);
    }
  });
});

describe('canonicalEncoding', () => {
  it.each([
    ...withResults({
      'utf-8': 'utf-8, UTF8',
      'windows-1252': 'windows-1252, cp1252, latin1, iso-8859-1, ascii',
      'windows-1250': 'windows-1250',
      'iso-8859-2': 'iso-8859-2',
      'iso-8859-15': 'iso-8859-15',
      'utf-16le': 'utf-16, utf-16le',
      'utf-16be': 'UTF-16BE',
      macintosh: 'macintosh',
      shift_jis: 'shift_jis',
      gbk: 'gbk',
      cp437: 'cp437, CP437, 437, ibm437',
      cp850: 'IBM-850, cp850, 850, dos-850',
      ibm866: 'cp866',
    }),
    [' utf-8 ', 'utf-8'] as const,
  ])('knows %j as %s', (label, encoding) => {
    expect(canonicalEncoding(label)).toBe(encoding);
    expect(openTextReader(encoding).decode(Buffer.alloc(0))).toBe('');
  });

  it.each(['cp8500', 'x850', 'cp851', 'utf-9', '', 'constructor', '__proto__'])('knows no %j', (label) => {
    expect(canonicalEncoding(label)).toBeUndefined();
  });
});
