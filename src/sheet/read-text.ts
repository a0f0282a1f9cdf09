import { SheetError } from '../domain/errors.ts';
import { notText } from './choose-encoding.ts';
import { openTextReader } from './encodings.ts';
import { LineCounter } from './line-counter.ts';

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
