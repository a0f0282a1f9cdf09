import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalEncoding, openTextReader } from '../../src/sheet/read-text.ts';
import { withResults } from '../support/listed.ts';
import { utf16be } from './support.ts';

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

  it.each([
    ['utf-8', 'a byte that none begins with', [0x41, 0xff]],
    ['utf-8', 'half a character at the end', [0x41, 0xc3]],
    ['utf-8', 'an overlong form', [0xc0, 0xaf]],
    ['utf-8', 'half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['utf-16le', 'half a unit at the end', [0x41, 0, 0x42]],
    ['utf-16le', 'half of a surrogate pair', [0x3d, 0xd8, 0x41, 0]],
    ['utf-16be', 'half of a surrogate pair at the end', [0xd8, 0x3d]],
    ['shift_jis', 'a byte that none begins with', [0xff]],
  ])('refuses of %s %s', (encoding, _name, bytes) => {
    expect(() => decode(encoding, Uint8Array.from(bytes))).toThrow(TypeError);
    expect(() => decode(encoding, ...bytes.map((byte) => Uint8Array.of(byte)))).toThrow(TypeError);
  });

  it('reads any text back, in pieces of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, length) => {
        const whole = text.replace(/^\ufeff+/, '');
        for (const [encoding, bytes] of [
          ['utf-8', Buffer.from(whole)],
          ['utf-16le', Buffer.from(whole, 'utf16le')],
          ['utf-16be', utf16be(whole)],
        ] as const) {
          expect(decode(encoding, ...split(bytes, length))).toBe(whole);
        }
      }),
    );
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
