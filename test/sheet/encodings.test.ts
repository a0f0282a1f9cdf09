import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalEncoding, openTextReader } from '../../src/sheet/encodings.ts';
import { utf16be } from './support.ts';

/**
 * The upper halves of single-byte encodings as code points, byte 0x80 first. Source: Unicode's CP1252.TXT with the five
 * unassigned bytes as the WHATWG Encoding standard has them, CP437.TXT, CP850.TXT.
 */
const TABLES = {
  'windows-1252': `
    20ac 0081 201a 0192 201e 2026 2020 2021 02c6 2030 0160 2039 0152 008d 017d 008f
    0090 2018 2019 201c 201d 2022 2013 2014 02dc 2122 0161 203a 0153 009d 017e 0178
    00a0 00a1 00a2 00a3 00a4 00a5 00a6 00a7 00a8 00a9 00aa 00ab 00ac 00ad 00ae 00af
    00b0 00b1 00b2 00b3 00b4 00b5 00b6 00b7 00b8 00b9 00ba 00bb 00bc 00bd 00be 00bf
    00c0 00c1 00c2 00c3 00c4 00c5 00c6 00c7 00c8 00c9 00ca 00cb 00cc 00cd 00ce 00cf
    00d0 00d1 00d2 00d3 00d4 00d5 00d6 00d7 00d8 00d9 00da 00db 00dc 00dd 00de 00df
    00e0 00e1 00e2 00e3 00e4 00e5 00e6 00e7 00e8 00e9 00ea 00eb 00ec 00ed 00ee 00ef
    00f0 00f1 00f2 00f3 00f4 00f5 00f6 00f7 00f8 00f9 00fa 00fb 00fc 00fd 00fe 00ff`,
  cp437: `
    00c7 00fc 00e9 00e2 00e4 00e0 00e5 00e7 00ea 00eb 00e8 00ef 00ee 00ec 00c4 00c5
    00c9 00e6 00c6 00f4 00f6 00f2 00fb 00f9 00ff 00d6 00dc 00a2 00a3 00a5 20a7 0192
    00e1 00ed 00f3 00fa 00f1 00d1 00aa 00ba 00bf 2310 00ac 00bd 00bc 00a1 00ab 00bb
    2591 2592 2593 2502 2524 2561 2562 2556 2555 2563 2551 2557 255d 255c 255b 2510
    2514 2534 252c 251c 2500 253c 255e 255f 255a 2554 2569 2566 2560 2550 256c 2567
    2568 2564 2565 2559 2558 2552 2553 256b 256a 2518 250c 2588 2584 258c 2590 2580
    03b1 00df 0393 03c0 03a3 03c3 00b5 03c4 03a6 0398 03a9 03b4 221e 03c6 03b5 2229
    2261 00b1 2265 2264 2320 2321 00f7 2248 00b0 2219 00b7 221a 207f 00b2 25a0 00a0`,
  cp850: `
    00c7 00fc 00e9 00e2 00e4 00e0 00e5 00e7 00ea 00eb 00e8 00ef 00ee 00ec 00c4 00c5
    00c9 00e6 00c6 00f4 00f6 00f2 00fb 00f9 00ff 00d6 00dc 00f8 00a3 00d8 00d7 0192
    00e1 00ed 00f3 00fa 00f1 00d1 00aa 00ba 00bf 00ae 00ac 00bd 00bc 00a1 00ab 00bb
    2591 2592 2593 2502 2524 00c1 00c2 00c0 00a9 2563 2551 2557 255d 00a2 00a5 2510
    2514 2534 252c 251c 2500 253c 00e3 00c3 255a 2554 2569 2566 2560 2550 256c 00a4
    00f0 00d0 00ca 00cb 00c8 0131 00cd 00ce 00cf 2518 250c 2588 2584 00a6 00cc 2580
    00d3 00df 00d4 00d2 00f5 00d5 00b5 00fe 00de 00da 00db 00d9 00fd 00dd 00af 00b4
    00ad 00b1 2017 00be 00b6 00a7 00f7 00b8 00b0 00a8 00b7 00b9 00b3 00b2 25a0 00a0`,
} as const;

type Encoding = keyof typeof TABLES;

function characterOf(encoding: Encoding, byte: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  const code = TABLES[encoding].trim().split(/\s+/)[byte - 0x80] ?? '';
  return String.fromCharCode(Number.parseInt(code, 16));
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

  it.each(ENCODINGS)('knows each of the 256 bytes of %s alone', (encoding) => {
    const read = BYTES.map((byte) => decode(encoding, Uint8Array.of(byte)));
    expect(read).toEqual(BYTES.map((byte) => characterOf(encoding, byte)));
  });

  it.each(ENCODINGS)('knows all bytes of %s together, in pieces of any length', (encoding) => {
    const bytes = Uint8Array.from(BYTES);
    const text = BYTES.map((byte) => characterOf(encoding, byte)).join('');
    for (const length of [1, 2, 3, 5, 7, 16, 100, 255, 256]) {
      expect(decode(encoding, ...split(bytes, length))).toBe(text);
    }
  });

  it.each(ENCODINGS)('knows each byte of %s on either side of the end of a piece', (encoding) => {
    for (const byte of BYTES) {
      const character = characterOf(encoding, byte);
      const bytes = Uint8Array.of(0x41, byte, 0x42);
      expect(decode(encoding, bytes.subarray(0, 1), bytes.subarray(1))).toBe(`A${character}B`);
      expect(decode(encoding, bytes.subarray(0, 2), bytes.subarray(2))).toBe(`A${character}B`);
    }
  });

  it.each(ENCODINGS)('knows pairs of bytes of %s', (encoding) => {
    for (let byte = 0x80; byte < 0x100; byte++) {
      const pair = `${characterOf(encoding, byte)}${characterOf(encoding, 0xff - byte + 0x80)}`;
      expect(decode(encoding, Uint8Array.of(byte, 0xff - byte + 0x80))).toBe(pair);
    }
  });

  it('reads the signs and quotes of windows-1252 that Node 20 gets wrong at once', () => {
    const bytes = Uint8Array.from([0x80, 0x20, 0x93, 0x84, 0x96, 0x99, 0x8a, 0x9e]);
    expect(decode('windows-1252', bytes)).toBe('€ “„–™Šž');
  });

  const TEXT = 'Ä,€,中,😀\u{10ffff},é\r\n';
  it.each([
    ['utf-8', Buffer.from(TEXT)],
    ['utf-16le', Buffer.from(TEXT, 'utf16le')],
    ['utf-16be', utf16be(TEXT)],
  ])('puts characters of %s together that pieces cut in two', (encoding, bytes) => {
    for (let length = 1; length <= bytes.length; length++) {
      expect(decode(encoding, ...split(bytes, length))).toBe(TEXT);
    }
  });

  it('gives no half of a character of two units to anybody', () => {
    const reader = openTextReader('utf-16le');
    const bytes = Buffer.from('😀', 'utf16le');
    expect([reader.decode(bytes.subarray(0, 2)), reader.decode(bytes.subarray(2))]).toEqual(['', '😀']);
  });

  it.each([
    ['utf-8', Buffer.from('\ufeffsku')],
    ['utf-16le', Buffer.from('\ufeffsku', 'utf16le')],
    ['utf-16be', utf16be('\ufeffsku')],
  ])('leaves out the byte order mark of %s, and only the first', (encoding, bytes) => {
    for (const length of [1, 2, bytes.length]) expect(decode(encoding, ...split(bytes, length))).toBe('sku');
    expect(decode(encoding, bytes, bytes)).toBe('sku\ufeffsku');
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
    ['utf-8', 'utf-8'],
    ['UTF8', 'utf-8'],
    [' utf-8 ', 'utf-8'],
    ['windows-1252', 'windows-1252'],
    ['cp1252', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['iso-8859-1', 'windows-1252'],
    ['ascii', 'windows-1252'],
    ['windows-1250', 'windows-1250'],
    ['iso-8859-2', 'iso-8859-2'],
    ['iso-8859-15', 'iso-8859-15'],
    ['utf-16', 'utf-16le'],
    ['utf-16le', 'utf-16le'],
    ['UTF-16BE', 'utf-16be'],
    ['macintosh', 'macintosh'],
    ['shift_jis', 'shift_jis'],
    ['gbk', 'gbk'],
    ['cp437', 'cp437'],
    ['CP437', 'cp437'],
    ['437', 'cp437'],
    ['ibm437', 'cp437'],
    ['IBM-850', 'cp850'],
    ['cp850', 'cp850'],
    ['850', 'cp850'],
    ['dos-850', 'cp850'],
    ['cp866', 'ibm866'],
    ['cp8500', undefined],
    ['x850', undefined],
    ['cp851', undefined],
    ['utf-9', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('knows %j as %s', (label, encoding) => {
    expect(canonicalEncoding(label)).toBe(encoding);
    if (encoding !== undefined) expect(openTextReader(encoding).decode(Buffer.alloc(0))).toBe('');
  });
});
