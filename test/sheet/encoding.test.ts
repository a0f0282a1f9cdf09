import { describe, expect, it } from 'vitest';
import { readText } from '../../src/sheet/encoding.ts';
import { bytesOf, collect, inChunks, refusalOfWork, utf16be } from './support.ts';

async function read(bytes: Uint8Array, encoding: string, chunkBytes?: number): Promise<string> {
  return (await collect(readText(inChunks(bytes, chunkBytes), { encoding, name: 'prices.csv' }))).join('');
}

const BOM = [0xef, 0xbb, 0xbf];
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
