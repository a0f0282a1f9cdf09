import type { Disk } from '../../domain/ports.ts';
import { readSealedFile } from '../folder/read-sealed-lines.ts';
import { type HistoryLine, MisfitLineError, parseHistoryLine } from './history-lines.ts';

/** A file of the history that is not as it was written. */
export class DamagedHistoryError extends Error {
  /** Goes behind the name of the file and a colon. */
  readonly why: string;

  constructor(path: string, why: string) {
    super(`The file "${path}" of the history is damaged: ${why}`);
    this.why = why;
  }
}

/**
 * Yields the lines of a file of the history below its first. Returns its seal. What was yielded is only to be used once that is
 * returned: a damaged file yields damaged lines before. `only`: other kinds of lines are not parsed, since there may be many.
 *
 * Errors: `DamagedHistoryError`, after the last line at the latest; `DiskError`.
 */
export function* readHistoryFile(
  path: string,
  disk: Disk,
  { only }: { readonly only?: readonly HistoryLine['kind'][] } = {},
): Generator<HistoryLine, string> {
  const starts = only?.map((kind) => `{"kind":"${kind}"`);
  const lines = readHistoryTexts(path, disk);
  for (let next = lines.next(), number = FIRST; ; next = lines.next(), number++) {
    if (next.done) return next.value;
    const text = next.value;
    if (starts && !starts.some((start) => text.startsWith(start))) continue;
    const line = parseLine(text, { path, number });
    if (line) yield line;
  }
}

/** The same lines as text. Errors: as `readHistoryFile`. */
export function* readHistoryTexts(path: string, disk: Disk): Generator<string, string> {
  const lines = openSealed(path, disk);
  lines.next();
  return yield* lines;
}

function openSealed(path: string, disk: Disk): Generator<string, string> {
  return readSealedFile(path, disk, (why) => new DamagedHistoryError(path, why));
}

/** The number of the line below the first. */
const FIRST = 2;

interface Place {
  readonly path: string;
  readonly number: number;
}

/** The seal is only checked at the end. */
function parseLine(text: string, { path, number }: Place): HistoryLine | undefined {
  try {
    return parseHistoryLine(text);
  } catch (error) {
    if (error instanceof MisfitLineError)
      throw new DamagedHistoryError(path, `its line ${number} ${error.message}`);
    throw error;
  }
}

/** The seal of a file, with all of it checked. Errors: as `readHistoryFile`. */
export function readSeal(path: string, disk: Disk): string {
  const lines = openSealed(path, disk);
  for (let next = lines.next(); ; next = lines.next()) if (next.done) return next.value;
}
