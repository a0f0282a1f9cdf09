import { describe, expect, it } from 'vitest';
import {
  canonicalEncoding,
  chooseEncoding,
  createDecoder,
  type EncodingChoice,
  readText,
} from '../../src/sheet/encoding.ts';
import { withResults } from '../support/listed.ts';
import { bytesOf, collect, inChunks, refusalOfWork, utf16be } from './support.ts';

const BOM = [0xef, 0xbb, 0xbf];

function choose(bytes: Uint8Array, encoding?: string, chunkBytes?: number): Promise<EncodingChoice> {
  return chooseEncoding(() => inChunks(bytes, chunkBytes), { name: 'prices.csv', encoding });
}

const SHEET = 'sku,cost\nA,5\n';
const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** `ä` and `€` in windows-1252. */
const [AE, EURO] = [[0xe4], [0x80]];

describe('chooseEncoding', () => {
  it.each<readonly [encoding: string, by: string, ...files: Uint8Array[]]>([
    ['utf-8', 'bom', bytesOf(BOM, SHEET), bytesOf(BOM, 'Ä\n'), bytesOf(BOM)],
    ['utf-16le', 'bom', bytesOf([0xff, 0xfe], [...utf16le(SHEET)])],
    ['utf-16be', 'bom', bytesOf([0xfe, 0xff], [...utf16be(SHEET)])],
    ['utf-16le', 'nul_pattern', utf16le(SHEET), utf16le(SHEET).subarray(0, -1), utf16le('sku,cost\nÄÖÜ,5\n')],
    ['utf-16le', 'nul_pattern', utf16le('sku,name\nA,日本語の名前\nB,中文\n')],
    ['utf-16be', 'nul_pattern', utf16be(SHEET)],
    ['utf-8', 'strict', bytesOf(SHEET), bytesOf('sku\nÄ€😀\n'), bytesOf('sku\n\ufffdÄ\n')],
    ['windows-1252', 'guessed', bytesOf('sku\nA', AE, 'B\n'), bytesOf('sku;cost\nA;5 ', EURO, '\n')],
    // Two bytes of windows-1252 that would be UTF-8, among others.
    ['windows-1252', 'guessed', bytesOf([0xc3, 0xa4], '\n', AE, AE, AE)],
  ])('finds %s by %s', async (encoding, by, ...files) => {
    for (const bytes of files as Uint8Array[])
      for (const chunkBytes of [undefined, 1, 2, 3, 5])
        expect(await choose(bytes, undefined, chunkBytes)).toMatchObject({ encoding, by });
  });

  it('counts characters of several bytes one by one, wherever they stand in memory', async () => {
    for (let before = 0; before < 8; before++) {
      for (let ascii = 0; ascii < 8; ascii++) {
        const valid = bytesOf('x'.repeat(ascii), 'Ä€😀ab', 'Ä', 'x'.repeat(ascii), 'ß');
        // Five that are valid and five that are not: one more on either side tells which it is.
        const chunks = (broken: number): readonly Uint8Array[] => [
          bytesOf('x'.repeat(before), [...valid]).subarray(before),
          bytesOf(...Array.from({ length: broken }, () => AE), '\n'),
        ];
        async function* read(broken: number): AsyncGenerator<Uint8Array> {
          yield* chunks(broken);
        }
        const choice = (broken: number) => chooseEncoding(() => read(broken), { name: 'prices.csv' });
        await expect(choice(4)).rejects.toThrow('line 1 is not valid UTF-8');
        expect(await choice(5)).toMatchObject({ encoding: 'windows-1252' });
      }
    }
  });

  describe('asks in this order', () => {
    it.each([
      ['a mark, before a person', bytesOf([0xff, 0xfe], [...utf16le(SHEET)]), 'utf-8', 'utf-16le', 'bom'],
      ['a person, before NUL bytes', utf16le(SHEET), 'utf-16be', 'utf-16be', 'flag'],
      ['a person, before valid UTF-8', bytesOf('Ä\n'), 'cp850', 'cp850', 'flag'],
      ['a person, before damaged UTF-8', bytesOf('ÄÖÜ\n', AE), 'windows-1252', 'windows-1252', 'flag'],
      ['NUL bytes, before valid UTF-8', utf16le(SHEET), undefined, 'utf-16le', 'nul_pattern'],
      ['valid UTF-8, before windows-1252', bytesOf('Ã¤ Ã¶\n'), undefined, 'utf-8', 'strict'],
    ])('%s', async (_name, bytes, told, encoding, by) => {
      expect(await choose(bytes, told)).toEqual({ encoding, by, words: [] });
    });
  });

  it('shows some of the words that hang on a guess, as they read', async () => {
    const bytes = Buffer.from('sku;name\nA;K\xe4se;5 \x80\nB;\x93x\nC;Sch\xe4fer;K\xe4se\n', 'latin1');
    for (const chunkBytes of [1024, 7]) {
      const { words } = await choose(bytes, undefined, chunkBytes);
      if (chunkBytes === 1024) expect(words).toEqual(['Käse', '€', '“x', 'Schäfer']);
      expect(words.length).toBeGreaterThan(0);
    }
  });

  const NOT_TEXT = 'Export it again, as CSV (UTF-8)';
  const DAMAGED = 'Export it again, or name its encoding, for example --encoding windows-1252';
  const UNKNOWN =
    'Name its encoding, for example --encoding cp850 or --encoding shift_jis, or export it again as CSV (UTF-8)';

  it.each([
    ['it is empty', bytesOf(), undefined],
    ['it is not a text file (a NUL byte on line 3)', bytesOf('sku\r\nA\r\nB\0\r\n'), NOT_TEXT],
    ['it is not a text file (a NUL byte on line 1)', bytesOf('s\0ku,cost,minimum\n'), NOT_TEXT],
    ['it is not a text file (a NUL byte on line 3)', bytesOf('1\r2\r\0'), NOT_TEXT],
    ['line 4 is not valid UTF-8, but the rest of the file is', bytesOf('sku\nÄ\nÖ\nÜ', AE, '\n'), DAMAGED],
    ['line 3 is not valid UTF-8, but the rest of the file is', bytesOf('Ä\nÖ\n', [0xc3]), DAMAGED],
    ['line 2 is neither UTF-8 nor windows-1252 text', bytesOf('sku\nA', [0x81], '\n'), UNKNOWN],
  ])('refuses a file since %s', async (why, bytes, hint) => {
    for (const chunkBytes of [1024, 1, 2]) {
      expect(await refusalOfWork(choose(bytes, undefined, chunkBytes))).toEqual({
        message: `Cannot read the sheet "prices.csv": ${why}`,
        hint,
      });
    }
  });

  const MANY = 'ÄÖÜ';
  it.each([
    ['behind CRLF', bytesOf(MANY, '\r\n2\r\n', [0xff], '\r\n'), 3],
    ['behind CR', bytesOf(MANY, '\r2\r3\r', [0xff]), 4],
    ['behind a mix of line ends', bytesOf(MANY, '\r\n2\r3\n\n', [0xff]), 5],
    ['behind umlauts and replacement characters', bytesOf('Ä\n\ufffd\n😀\n', [0xe4, 0x62]), 4],
    ['half a character at the very end, which only a cut leaves there', bytesOf('sku\nA', [0xc3]), 2],
    ['an overlong form', bytesOf(MANY, '\n', [0xc0, 0xaf]), 2],
  ])('names the line of what is not UTF-8: %s', async (_name, bytes, line) => {
    for (const chunkBytes of [1024, 1, 2, 3]) {
      expect((await refusalOfWork(choose(bytes, undefined, chunkBytes))).message).toBe(
        `Cannot read the sheet "prices.csv": line ${line} is not valid UTF-8, but the rest of the file is`,
      );
    }
  });

  it('looks at all of a file, however long', async () => {
    const bytes = bytesOf('sku,cost\n', 'A,5\n'.repeat(300_000), AE, '\n');
    expect(await choose(bytes, undefined, 64 * 1024)).toMatchObject({
      encoding: 'windows-1252',
      by: 'guessed',
    });
  });
});

async function read(bytes: Uint8Array, encoding: string, chunkBytes?: number): Promise<string> {
  return (await collect(readText(inChunks(bytes, chunkBytes), { encoding, name: 'prices.csv' }))).join('');
}

const CHUNKS = [1, 2, 3, 4, 5, 7, 1024];

describe('readText', () => {
  it.each([
    ['plain text', bytesOf('sku,cost\n'), 'utf-8', 'sku,cost\n'],
    ['a byte order mark, which is no text', bytesOf(BOM, 'sku\n'), 'utf-8', 'sku\n'],
    ['a second byte order mark, which is', bytesOf(BOM, BOM, 'sku\n'), 'utf-8', '\ufeffsku\n'],
    ['a byte order mark alone', bytesOf(BOM), 'utf-8', ''],
    ['nothing', bytesOf(), 'utf-8', ''],
    ['a Ctrl-Z at the end, which is no text', bytesOf('A,1\n\u001a'), 'utf-8', 'A,1\n'],
    ['a Ctrl-Z in the middle, which is', bytesOf('A,1\u001a2\n\u001a\u001a'), 'utf-8', 'A,1\u001a2\n\u001a'],
    ['umlauts, an emoji and a replacement character', bytesOf('Ä,😀,\ufffd\r\n'), 'utf-8', 'Ä,😀,\ufffd\r\n'],
    ['a euro sign of windows-1252', bytesOf('5 ', [0x80], '\n'), 'windows-1252', '5 €\n'],
    ['an umlaut of cp850', bytesOf('K', [0x84], 'se\n'), 'cp850', 'Käse\n'],
    ['UTF-16, little end first', Buffer.from('\ufeffÄ,😀\r\n', 'utf16le'), 'utf-16le', 'Ä,😀\r\n'],
    ['UTF-16, big end first', utf16be('\ufeffÄ,😀\r\n'), 'utf-16be', 'Ä,😀\r\n'],
  ])('reads %s, wherever a piece of it ends', async (_name, bytes, encoding, text) => {
    for (const chunkBytes of CHUNKS) expect(await read(bytes, encoding, chunkBytes)).toBe(text);
  });

  it.each([
    ['UTF-8', bytesOf('1\r\n2\r\n', [0xe4], '\r\n'), 'utf-8'],
    ['UTF-8, half a character at its end', bytesOf('1\n2\n3', [0xc3]), 'utf-8'],
    ['UTF-16, half a unit at its end', Buffer.from('1\n2\n3', 'utf16le').subarray(0, -1), 'utf-16le'],
  ])('refuses what is not %s, and names a line before it', async (_name, bytes, encoding) => {
    for (const chunkBytes of CHUNKS) {
      const { message, hint } = await refusalOfWork(read(bytes, encoding, chunkBytes));
      expect(message).toMatch(
        new RegExp(
          `^Cannot read the sheet "prices.csv": it is not ${encoding} text, somewhere from line [123] on$`,
        ),
      );
      expect(hint).toBe('Remove --encoding, or name the right one');
    }
    expect((await refusalOfWork(read(bytes, encoding, 1))).message).toContain('from line 3 on');
  });

  it.each([
    ['UTF-8', bytesOf('a\r\nb\n\0c\n'), 'utf-8', 3],
    ['windows-1252', bytesOf('a\rb\0\n'), 'windows-1252', 2],
    ['UTF-16', Buffer.from('a\n\0b\n', 'utf16le'), 'utf-16le', 2],
  ])('refuses a NUL in %s, and names its line', async (_name, bytes, encoding, line) => {
    for (const chunkBytes of CHUNKS) {
      expect(await refusalOfWork(read(bytes, encoding, chunkBytes))).toEqual({
        message: `Cannot read the sheet "prices.csv": it is not a text file (a NUL byte on line ${line})`,
        hint: 'Export it again, as CSV (UTF-8)',
      });
    }
  });
});

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

describe('single-byte encodings', () => {
  it.each(Object.entries(TABLES))('knows %s from 0x80 on, in any pieces', async (encoding, text) => {
    const bytes = Uint8Array.from({ length: 0x80 }, (_, index) => 0x80 + index);
    for (const length of [1, 2, 3, 5, 7, 16, 100, 255, 256])
      expect(await read(bytes, encoding, length)).toBe(text);
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
    expect(createDecoder(encoding)(Buffer.alloc(0))).toBe('');
  });

  it.each(['cp8500', 'x850', 'cp851', 'utf-9', '', 'constructor', '__proto__'])('knows no %j', (label) => {
    expect(canonicalEncoding(label)).toBeUndefined();
  });
});
