import { SheetError } from '../domain/errors.ts';

/** Files that people take for CSV, by their first bytes. */
const OTHER_FORMATS: readonly { readonly magic: readonly number[]; readonly what: string }[] = [
  { magic: [0x50, 0x4b, 0x03, 0x04], what: 'an Excel workbook or another zip file' },
  { magic: [0xd0, 0xcf, 0x11, 0xe0], what: 'an old Excel workbook' },
  { magic: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { magic: [0x1f, 0x8b], what: 'a gzip file' },
];

const UTF8_BOM = [0xef, 0xbb, 0xbf];
const UTF16_BOMS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/**
 * The text of a sheet in UTF-8, with or without a byte order mark.
 *
 * Errors: `SheetError` for a file that is empty, not text, or not UTF-8, with the line of the first byte that isn't.
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  if (bytes.length === 0) throw new SheetError(`Cannot read the sheet "${name}": it is empty`);
  const other = OTHER_FORMATS.find(({ magic }) => startsWith(bytes, magic));
  if (other) {
    throw new SheetError(`Cannot read the sheet "${name}": it is ${other.what}, not text`, {
      hint: 'Save it as CSV (UTF-8)',
    });
  }
  if (UTF16_BOMS.some((bom) => startsWith(bytes, bom))) {
    throw new SheetError(`Cannot read the sheet "${name}": it is UTF-16 text`, {
      hint: 'Save it as CSV (UTF-8)',
    });
  }
  const content = startsWith(bytes, UTF8_BOM) ? bytes.subarray(UTF8_BOM.length) : bytes;
  const nul = content.indexOf(0);
  if (nul >= 0) {
    throw new SheetError(
      `Cannot read the sheet "${name}": it is not text (a NUL byte on line ${lineAt(content, nul)})`,
      {
        hint: 'Save it as CSV (UTF-8)',
      },
    );
  }
  return decodeUtf8(content, name);
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    const line = lineAt(bytes, firstInvalidByte(bytes));
    throw new SheetError(`Cannot read the sheet "${name}": line ${line} is not UTF-8 text`, {
      hint: 'Save it as CSV (UTF-8)',
      cause,
    });
  }
}

function firstInvalidByte(bytes: Uint8Array): number {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const written = new TextEncoder().encode(lenient);
  const at = written.findIndex((byte, index) => byte !== bytes[index]);
  return at < 0 ? bytes.length : at;
}

function lineAt(bytes: Uint8Array, offset: number): number {
  const LF = 0x0a;
  const CR = 0x0d;
  let line = 1;
  for (let index = 0; index < offset; index++) {
    if (bytes[index] === LF || (bytes[index] === CR && bytes[index + 1] !== LF)) line++;
  }
  return line;
}

function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}
