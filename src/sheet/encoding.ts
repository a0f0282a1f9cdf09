import { isAscii, isUtf8 } from 'node:buffer';
import { SheetError } from '../domain/errors.ts';
import { tryTo } from '../domain/try-to.ts';

/** A sheet's bytes as text. */
export interface EncodingChoice {
  /** As `createDecoder` takes it. */
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
  const { head, hasNul, utf8 } = await surveyBytes(read());
  if (head.length === 0) throw new SheetError(`Cannot read the sheet "${name}": it is empty`);
  const marked = markedEncoding(head);
  if (marked) return { encoding: marked, by: 'bom', words: [] };
  if (encoding !== undefined) return { encoding, by: 'flag', words: [] };
  const wide = wideEncoding(head);
  if (wide) return { encoding: wide, by: 'nul_pattern', words: [] };
  if (!hasNul && utf8 === 'valid') return { encoding: 'utf-8', by: 'strict', words: [] };
  const lines = await surveyLines(read());
  if (lines.firstNul !== undefined) throw notText(name, lines.firstNul);
  if (utf8 === 'cut' || lines.wideCharacters > lines.brokenCharacters)
    throw new SheetError(
      `Cannot read the sheet "${name}": line ${lines.firstBroken} is not valid UTF-8, but the rest of the file is`,
      { hint: 'Export it again, or name its encoding, for example --encoding windows-1252' },
    );
  if (lines.firstUnassigned !== undefined)
    throw new SheetError(
      `Cannot read the sheet "${name}": line ${lines.firstUnassigned} is neither UTF-8 nor windows-1252 text`,
      {
        hint: 'Name its encoding, for example --encoding cp850 or --encoding shift_jis, or export it again as CSV (UTF-8)',
      },
    );
  return { encoding: 'windows-1252', by: 'guessed', words: [...lines.words] };
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

const HEAD_BYTES = 4096;

interface ByteSurvey {
  readonly head: Uint8Array;
  readonly hasNul: boolean;
  /** `cut`: all of it is valid, but the last character is not all there. */
  readonly utf8: 'valid' | 'cut' | 'broken';
}

async function surveyBytes(chunks: AsyncIterable<Uint8Array>): Promise<ByteSurvey> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isValid = (chunk?: Uint8Array): boolean => {
    return tryTo(() => decoder.decode(chunk, { stream: chunk !== undefined })) !== undefined;
  };
  let head = new Uint8Array();
  let hasNul = false;
  let isSound = true;
  for await (const chunk of chunks) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
    hasNul ||= chunk.includes(0);
    isSound &&= isValid(chunk);
  }
  return { head, hasNul, utf8: !isSound ? 'broken' : isValid() ? 'valid' : 'cut' };
}

/** Facts about the lines of a file that is not UTF-8, with their numbers. */
interface LineSurvey {
  readonly firstNul: number | undefined;
  readonly firstBroken: number | undefined;
  readonly brokenCharacters: number;
  /** Characters of several bytes that are valid UTF-8. */
  readonly wideCharacters: number;
  /** The first line with a byte that windows-1252 has no character for. */
  readonly firstUnassigned: number | undefined;
  /** Some words that are not ASCII, as windows-1252. */
  readonly words: ReadonlySet<string>;
}

const MAX_WORDS = 5;

async function surveyLines(chunks: AsyncIterable<Uint8Array>): Promise<LineSurvey> {
  const western = new TextDecoder('windows-1252');
  const words = new Set<string>();
  let [firstNul, firstBroken, firstUnassigned]: (number | undefined)[] = [];
  let [line, brokenCharacters, wideCharacters] = [0, 0, 0];
  for await (const text of linesOf(chunks)) {
    line++;
    if (text.includes('\0')) firstNul ??= line;
    const bytes = Buffer.from(text, 'latin1');
    if (isAscii(bytes)) continue;
    const read = bytes.toString('utf8');
    const broken = isUtf8(bytes) ? 0 : read.split('\ufffd').length - 1;
    if (broken > 0) firstBroken ??= line;
    brokenCharacters += broken;
    wideCharacters += (read.match(/[^\0-\u007f]/gu) ?? []).length - broken;
    const meant = western.decode(bytes, { stream: true });
    if (/[\u0081\u008d\u008f\u0090\u009d]/.test(meant)) firstUnassigned ??= line;
    for (const [word] of meant.matchAll(/[\p{L}\p{M}'’-]*[\u0080-\uffff][\p{L}\p{M}'’-]*/gu))
      if (words.size < MAX_WORDS) words.add(word);
  }
  return { firstNul, firstBroken, brokenCharacters, wideCharacters, firstUnassigned, words };
}

/** The lines of a file, with a character for each byte. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let [begun, held] = ['', ''];
  for await (const chunk of chunks) {
    const text = held + Buffer.from(chunk).toString('latin1');
    // Behind a CR at its end, an LF may follow.
    held = text.endsWith('\r') ? '\r' : '';
    const [first = '', ...others] = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    begun += first;
    for (const next of others) {
      yield begun;
      begun = next;
    }
  }
  yield begun;
}

/** DOS programs end a text with it. */
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
  const decode = createDecoder(encoding);
  let [line, held] = [1, ''];
  function read(chunk: Uint8Array | undefined): string {
    let text = held;
    try {
      text += decode(chunk);
    } catch (cause) {
      throw new SheetError(
        `Cannot read the sheet "${name}": it is not ${encoding} text, somewhere from line ${line} on`,
        { hint: 'Remove --encoding, or name the right one', cause },
      );
    }
    const nul = text.indexOf('\0');
    if (nul >= 0) throw notText(name, line + countLineBreaks(text.slice(0, nul)));
    return text;
  }
  for await (const chunk of chunks) {
    const text = read(chunk);
    // Only what follows shows whether a text ends here, or a line.
    held = ['\r', CTRL_Z].find((end) => text.endsWith(end)) ?? '';
    const piece = text.slice(0, text.length - held.length);
    line += countLineBreaks(piece);
    if (piece !== '') yield piece;
  }
  const rest = read(undefined);
  const end = rest.endsWith(CTRL_Z) ? rest.slice(0, -1) : rest;
  if (end !== '') yield end;
}

/** Errors: what a file is that holds a NUL if no encoding has one. */
function notText(name: string, line: number): SheetError {
  return new SheetError(
    `Cannot read the sheet "${name}": it is not a text file (a NUL byte on line ${line})`,
    { hint: 'Export it again, as CSV (UTF-8)' },
  );
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
  return tryTo(() => new TextDecoder(label.trim()).encoding);
}

/**
 * Turns bytes in an encoding that `canonicalEncoding` named into text, piece by piece, as far as they go; `undefined` says that there are no
 * more. A byte order mark is left out.
 *
 * Errors: the decoder throws a `TypeError` at bytes that the encoding has not.
 */
export function createDecoder(encoding: string): (bytes: Uint8Array | undefined) => string {
  const page = DOS_PAGES[encoding];
  if (page !== undefined) return (bytes) => (bytes ? decodePage(bytes, page) : '');
  // Always as a stream: at once, Node 20 gets 27 characters of windows-1252 wrong.
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
}

function decodePage(bytes: Uint8Array, page: string): string {
  const ascii = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return ascii.replace(/[\u0080-\u00ff]/g, (character) => page[character.charCodeAt(0) - 0x80] ?? '');
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
