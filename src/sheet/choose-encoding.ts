import { isAscii, isUtf8 } from 'node:buffer';
import { SheetError } from '../domain/errors.ts';
import { LineCounter, notText } from './read-text.ts';

/** A sheet's bytes as text. */
export interface EncodingChoice {
  /** As `openTextReader` takes it. */
  readonly encoding: string;
  /** How it is known. `guessed`: no rule settles it, and somebody should look at the words. */
  readonly by: 'flag' | 'bom' | 'nul_pattern' | 'strict' | 'guessed';
  /** For a guess: some of the words that depend on it, as they read now. */
  readonly words: readonly string[];
}

interface ChooseOptions {
  /** Of the sheet, for messages. */
  readonly name: string;
  /** What a person said it is. */
  readonly encoding?: string | undefined;
}

/**
 * Finds the encoding of a sheet by a ladder, each step surer than a guess: a byte order mark; UTF-16 by where its NUL
 * bytes stand; UTF-8 if all of it is valid; else windows-1252, which has to be looked at. Statistics are not asked:
 * they misread short files.
 *
 * Errors: `SheetError` for a file that is empty, not text, or UTF-8 that was damaged.
 */
export async function chooseEncoding(
  read: () => AsyncIterable<Uint8Array>,
  { name, encoding }: ChooseOptions,
): Promise<EncodingChoice> {
  const survey = await surveyBytes(read());
  if (survey.head.length === 0) throw new SheetError(`Cannot read the sheet "${name}": it is empty`);
  const marked = markedEncoding(survey.head);
  if (marked) return { encoding: marked, by: 'bom', words: [] };
  if (encoding !== undefined) return { encoding, by: 'flag', words: [] };
  const wide = wideEncoding(survey.head);
  if (wide) return { encoding: wide, by: 'nul_pattern', words: [] };
  if (survey.firstNul !== undefined) throw notText(name, await lineAt(read(), survey.firstNul));
  if (survey.firstBroken === undefined) return { encoding: 'utf-8', by: 'strict', words: [] };
  if (survey.endsInside || survey.wideCharacters > survey.brokenBytes)
    throw damagedUtf8(name, await lineAt(read(), survey.firstBroken));
  if (survey.firstUnassigned !== undefined)
    throw unknownEncoding(name, await lineAt(read(), survey.firstUnassigned));
  return { encoding: 'windows-1252', by: 'guessed', words: survey.words };
}

const MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

function markedEncoding(head: Uint8Array): string | undefined {
  return MARKS.find(([, ...mark]) => mark.every((byte, index) => head[index] === byte))?.[0];
}

/** Text in UTF-16 is mostly ASCII in a price sheet: of each pair of bytes, one and the same is NUL. */
function wideEncoding(head: Uint8Array): string | undefined {
  const whole = head.length - (head.length % 2);
  let even = 0;
  let odd = 0;
  for (let index = 0; index < whole; index += 2) {
    if (head[index] === 0) even++;
    if (head[index + 1] === 0) odd++;
  }
  const enough = whole / 2 / 3;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

/** Facts about all bytes. Places are offsets from 0; they are converted to lines only if a line is needed. */
interface Survey {
  readonly head: Uint8Array;
  readonly firstNul: number | undefined;
  /** The first byte that is not UTF-8. */
  readonly firstBroken: number | undefined;
  readonly brokenBytes: number;
  /** All of it is UTF-8, but that the last character is not all there. */
  readonly endsInside: boolean;
  /** Characters of several bytes that are valid UTF-8. */
  readonly wideCharacters: number;
  /** The first byte that windows-1252 has no character for. */
  readonly firstUnassigned: number | undefined;
  readonly words: readonly string[];
}

const HEAD_BYTES = 4096;
const MAX_WORDS = 5;

/** Goes through all the bytes once; only what is not plain ASCII costs a closer look. */
async function surveyBytes(chunks: AsyncIterable<Uint8Array>): Promise<Survey> {
  const western = new TextDecoder('windows-1252');
  const words = new Set<string>();
  let head = new Uint8Array();
  let firstNul: number | undefined;
  let firstBroken: number | undefined;
  let firstUnassigned: number | undefined;
  let brokenBytes = 0;
  let wideCharacters = 0;
  let offset = 0;
  /** The beginning of a character of several bytes that goes on in the next chunk. */
  let begun: Buffer = Buffer.alloc(0);

  function look(bytes: Buffer, from: number): void {
    if (isAscii(bytes)) return;
    if (isUtf8(bytes)) {
      wideCharacters += countLeads(bytes);
      return;
    }
    const text = bytes.toString('utf8');
    // A decoder puts U+FFFD where bytes are none, and where they say it.
    const broken = countOf(text, '\ufffd') - countOf(bytes.toString('latin1'), REPLACEMENT_BYTES);
    brokenBytes += broken;
    wideCharacters += (text.match(/[^\0-\u007f]/gu) ?? []).length - broken;
    firstBroken ??= from + firstDifference(bytes, Buffer.from(text));
  }

  for await (const raw of chunks) {
    const chunk = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
    const nul = firstNul === undefined ? chunk.indexOf(0) : -1;
    if (nul >= 0) firstNul = offset + nul;
    const whole = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    const end = endOfCharacters(whole);
    look(whole.subarray(0, end), offset - begun.length);
    begun = whole.subarray(end);
    // Only what is not UTF-8 may become windows-1252.
    if (brokenBytes > 0 && !isAscii(chunk)) {
      const read = western.decode(chunk, { stream: true });
      const unassigned = firstUnassigned === undefined ? read.search(/[\u0081\u008d\u008f\u0090\u009d]/) : -1;
      if (unassigned >= 0) firstUnassigned = offset + unassigned;
      if (words.size < MAX_WORDS) collectWords(read, words);
    }
    offset += chunk.length;
  }
  const endsInside = begun.length > 0 && brokenBytes === 0;
  look(begun, offset - begun.length);
  return {
    head,
    firstNul,
    firstBroken,
    brokenBytes,
    endsInside,
    wideCharacters,
    firstUnassigned,
    words: [...words],
  };
}

/** The physical line of a byte, from 1. */
async function lineAt(chunks: AsyncIterable<Uint8Array>, offset: number): Promise<number> {
  const lines = new LineCounter();
  let passed = 0;
  for await (const raw of chunks) {
    const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
    if (passed + text.length > offset) return lines.lineOf(text, offset - passed);
    lines.pass(text);
    passed += text.length;
  }
  return lines.lineOf('', 0);
}

/** U+FFFD in UTF-8. */
const REPLACEMENT_BYTES = '\u00ef\u00bf\u00bd';

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Bytes that begin a character of several bytes. By index: to iterate takes seven times as long, and this is every byte of a sheet. */
function countLeads(bytes: Uint8Array): number {
  let leads = 0;
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) >= 0xc0) leads++;
  return leads;
}

/** The end of the last whole character. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function firstDifference(bytes: Uint8Array, other: Uint8Array): number {
  const index = bytes.findIndex((byte, at) => byte !== other[at]);
  return index < 0 ? bytes.length : index;
}

function collectWords(text: string, words: Set<string>): void {
  for (const [word] of text.matchAll(/[\p{L}\p{M}'’-]*[\u0080-\uffff][\p{L}\p{M}'’-]*/gu)) {
    words.add(word);
    if (words.size >= MAX_WORDS) return;
  }
}

function damagedUtf8(name: string, line: number): SheetError {
  return new SheetError(
    `Cannot read the sheet "${name}": line ${line} is not valid UTF-8, but the rest of the file is`,
    { hint: 'Export it again, or name its encoding, for example --encoding windows-1252' },
  );
}

function unknownEncoding(name: string, line: number): SheetError {
  return new SheetError(
    `Cannot read the sheet "${name}": line ${line} is neither UTF-8 nor windows-1252 text`,
    {
      hint: 'Name its encoding, for example --encoding cp850 or --encoding shift_jis, or export it again as CSV (UTF-8)',
    },
  );
}
