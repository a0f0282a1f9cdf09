import { basename, resolve } from 'node:path';
import { describeSystemError } from '../domain/errors.ts';
import { maskOfKey, type Redact, Secret } from '../domain/secret.ts';
import { readOwnFile } from './read-own-file.ts';
import type { Layer, Sources } from './read-sources.ts';
import { KEY, KEY_FILE } from './setting.ts';

export interface ApiKeyReading {
  readonly apiKey?: Secret;
  /** None of them holds the key. */
  readonly problems: readonly string[];
  /** All that is wrong is that nobody has set one. */
  readonly isMissing?: true;
}

/** Finds the key of the account in the environment or `.env`, as itself or as a file that holds it. */
export function readApiKey({ env, dotenv, dotenvPath, cwd, unread, isProgram }: Sources): ApiKeyReading {
  for (const layer of [env, dotenv]) {
    const key = layer.values[KEY];
    const file = layer.values[KEY_FILE];
    if (key && file)
      return {
        problems: [`${layer.nameOf(KEY)} and ${layer.nameOf(KEY_FILE)} are both set; set one of them`],
      };
    if (key) return checkKey(key, layer.nameOf(KEY));
    if (file) return readKeyFile(file, layer, cwd);
  }
  // The one problem is that file.
  if (unread.has(dotenvPath)) return { problems: [] };
  return { problems: [isProgram ? MISSING_OPTION : describeMissingKey(dotenvPath)], isMissing: true };
}

const MISSING_OPTION =
  'Pass apiKey, the key of the account, or apiKeyFile, the name of a file that holds the key';

function describeMissingKey(dotenvPath: string): string {
  return `Set ${KEY} to the key of the account, for example with the line ${KEY}=your-key in ${basename(dotenvPath)}; or set it in the environment, or set ${KEY_FILE} to the name of a file that holds the key`;
}

function readKeyFile(file: string, { nameOf }: Layer, cwd: string): ApiKeyReading {
  try {
    const path = resolve(cwd, file);
    const read = readOwnFile(path);
    if ('text' in read) return checkKey(read.text, `the file named by ${nameOf(KEY_FILE)}`);
    const { why, wayOut } = read.stranger;
    return {
      problems: [`The file named by ${nameOf(KEY_FILE)} ${why}; ${wayOut(path)}`],
    };
  } catch (error) {
    // Not by its name: somebody may have put the key itself there.
    return {
      problems: [`${nameOf(KEY_FILE)} names a file that can't be read: ${describeSystemError(error)}`],
    };
  }
}

/**
 * Takes everything that may be the key out of a message about settings, whether or not it is the one that counts: texts
 * that people put in the wrong place come from their clipboard.
 */
export function redactKeys({ keys }: Sources): Redact {
  return (text) => keys.reduce((redacted, key) => key.redact(redacted), text);
}

/** Likewise, but for a key that may be a mere word: a command that needs no key takes it out of all that it shows. */
export function maskKeys({ keys }: Sources): Redact {
  const masks = keys.flatMap((key) => maskOfKey(key) ?? []);
  return (text) => masks.reduce((redacted, mask) => mask(redacted), text);
}

/** A user name of Basic authentication holds no colon and no control characters. Source: RFC 7617 section 2. */
function checkKey(text: string, where: string): ApiKeyReading {
  const key = text.trim();
  if (key === '') return { problems: [`${where} holds no key`] };
  if (/[:\s\p{Cc}]/u.test(key))
    return { problems: [`${where} holds something that can't be a key: a blank, a colon or a line break`] };
  return { apiKey: new Secret(key, where), problems: [] };
}
