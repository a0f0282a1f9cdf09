import * as disk from 'node:fs';
import { basename } from 'node:path';
import { parseEnv } from 'node:util';
import { describeSystemError, systemCode } from '../domain/describe-system-error.ts';
import { UsageError } from '../domain/errors.ts';
import { withDiskErrors } from '../run/disk/with-disk-errors.ts';
import { replaceWhole, writeNew } from '../run/disk/write-whole.ts';
import { KEY } from './read-api-key.ts';
import { readOwnFile } from './read-own-file.ts';
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
  return writing(path, () => writeNew(path, [text], disk));
}

function writing<T>(path: string, write: () => T): T {
  return withDiskErrors(`write "${path}"`, write, 'Name another file with --dotenv');
}

/** What a sandbox is reached by. */
interface Address {
  readonly url: string;
  readonly apiKey: string;
}

/** What there is where a sandbox may write its `.env`. */
type SandboxDotenv =
  | { readonly kind: 'none' }
  /** A sandbox wrote it, and nobody has changed it since. */
  | { readonly kind: 'own'; readonly port: number }
  | { readonly kind: 'other'; readonly why: string };

const FIRST_LINE = '# Written by "pricesheet sandbox --write-env", which replaces this file at each start.\n';
/** The variable of the service's address. */
export const ADDRESS = variableOf(SETTINGS.baseUrl) ?? '';
const LOCAL = /^http:\/\/127\.0\.0\.1:(\d+)$/;

/** Finds out whether a sandbox wrote the file: as it is, to the byte, so that nothing that somebody added is lost. */
export function readSandboxDotenv(path: string): SandboxDotenv {
  try {
    if (!disk.lstatSync(path).isFile()) return { kind: 'other', why: 'is not a plain file' };
    const read = readOwnFile(path);
    if ('stranger' in read) return { kind: 'other', why: read.stranger.why };
    return judge(read.text);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { kind: 'none' };
    return { kind: 'other', why: `can't be read: ${describeSystemError(error)}` };
  }
}

function judge(text: string): SandboxDotenv {
  const { [ADDRESS]: url = '', [KEY]: apiKey = '' } = parseEnv(text);
  const [, port] = LOCAL.exec(url) ?? [];
  return port !== undefined && text === render({ url, apiKey })
    ? { kind: 'own', port: Number(port) }
    : { kind: 'other', why: 'was not written by a sandbox, or was changed since' };
}

function render({ url, apiKey }: Address): string {
  return FIRST_LINE + renderDotenv({ [ADDRESS]: url, [KEY]: apiKey });
}

/**
 * Writes the `.env` of a sandbox, for its owner alone.
 *
 * Errors: `UsageError` if there is a file that no sandbox wrote; `DiskError`.
 */
export function writeSandboxDotenv(path: string, address: Address): void {
  const found = readSandboxDotenv(path);
  if (found.kind === 'other') throw refuseToReplace(path, found.why);
  const text = render(address);
  if (found.kind === 'own') writing(path, () => replaceWhole(path, [text], disk));
  else if (!writeNewDotenv(path, text)) throw refuseToReplace(path, 'is new');
}

export function refuseToReplace(path: string, why: string): UsageError {
  return new UsageError([`Cannot write "${basename(path)}" for the sandbox: what is there ${why}`], {
    hint: 'It stays as it is. Start the sandbox in another folder, or name another file with --dotenv',
  });
}
