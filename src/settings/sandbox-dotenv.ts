import * as disk from 'node:fs';
import { basename } from 'node:path';
import { parseEnv } from 'node:util';
import { describeSystemError, systemCode } from '../domain/describe-system-error.ts';
import { UsageError } from '../domain/errors.ts';
import { replaceWhole } from '../run/disk/replace-whole.ts';
import { writeNew } from '../run/disk/write-new.ts';
import { orDiskError } from './or-disk-error.ts';
import { KEY } from './read-api-key.ts';
import { readOwnFile } from './read-own-file.ts';
import { renderDotenv } from './render-dotenv.ts';
import { SETTINGS } from './settings.ts';

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
export const ADDRESS = SETTINGS.baseUrl.env;
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
  if (found.kind === 'own') orDiskError(path, () => replaceWhole(path, [text], disk));
  else if (!orDiskError(path, () => writeNew(path, [text], disk))) throw refuseToReplace(path, 'is new');
}

export function refuseToReplace(path: string, why: string): UsageError {
  return new UsageError([`Cannot write "${basename(path)}" for the sandbox: what is there ${why}`], {
    hint: 'It stays as it is. Start the sandbox in another folder, or name another file with --dotenv',
  });
}
