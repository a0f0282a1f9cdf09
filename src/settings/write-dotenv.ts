import * as disk from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from '../domain/errors.ts';
import { withDiskErrors } from '../run/disk/with-disk-errors.ts';
import { writeNew } from '../run/disk/write-whole.ts';
import { variableOf } from './setting.ts';
import { SETTINGS } from './settings.ts';

const QUOTES = ['', "'", '"', '`'] as const;

/**
 * Lines of a `.env`, in quotes where they would otherwise be read as something else.
 *
 * Errors: `UsageError` for a value that no quotes can keep. It is not repeated: it may be the key.
 */
export function renderDotenv(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${renderLine(name, value)}\n`)
    .join('');
}

function renderLine(name: string, value: string): string {
  const line = QUOTES.map((quote) => `${name}=${quote}${value}${quote}`).find((written) => {
    const read = parseEnv(`${written}\n`);
    return !/[\r\n]/.test(written) && Object.keys(read).length === 1 && read[name] === value;
  });
  if (line === undefined)
    throw new UsageError([
      `Cannot write ${name} into a file of settings: its value has too many kinds of quotes`,
    ]);
  return line;
}

/** Writes a new file of settings, for its owner alone; `false` if there is one. Errors: `DiskError`. */
export function writeNewDotenv(path: string, text: string): boolean {
  const write = (): boolean => writeNew(path, [text], disk);
  return withDiskErrors(`write "${path}"`, write, 'Name another file with --dotenv');
}

/** The variable of the service's address. */
export const ADDRESS = variableOf(SETTINGS.baseUrl) ?? '';
