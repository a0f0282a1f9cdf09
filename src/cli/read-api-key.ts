import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Secret } from '../domain/secret.ts';
import type { Layer, Sources } from './read-sources.ts';

const KEY = 'PRICESHEET_API_KEY';
const KEY_FILE = 'PRICESHEET_API_KEY_FILE';

export interface ApiKeyReading {
  readonly apiKey?: Secret;
  /** None of them holds the key. */
  readonly problems: readonly string[];
}

/** Finds the key of the account in the environment or `.env`, as itself or as a file that holds it. */
export function readApiKey({ env, dotenv }: Sources, cwd: string): ApiKeyReading {
  for (const layer of [env, dotenv]) {
    const key = layer.values[KEY];
    const file = layer.values[KEY_FILE];
    if (key && file)
      return { problems: [`${layer.nameOf(KEY)} and ${KEY_FILE} are both set; set one of them`] };
    if (key) return checkKey(key, layer.nameOf(KEY));
    if (file) return readKeyFile(file, layer, cwd);
  }
  return { problems: [`${KEY} is not set: the key of the account; or ${KEY_FILE}: a file that holds it`] };
}

function readKeyFile(file: string, { nameOf }: Layer, cwd: string): ApiKeyReading {
  try {
    return checkKey(readFileSync(resolve(cwd, file), 'utf8'), `the file named by ${nameOf(KEY_FILE)}`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    // Not by its name: somebody may have put the key itself there.
    return { problems: [`${nameOf(KEY_FILE)} names a file that can't be read: ${why}`] };
  }
}

/** A user name of Basic authentication holds no colon and no control characters. Source: RFC 7617 section 2. */
function checkKey(text: string, where: string): ApiKeyReading {
  const key = text.replace(/^\uFEFF/, '').trim();
  if (key === '') return { problems: [`${where} holds no key`] };
  if (/[:\s\p{Cc}]/u.test(key))
    return { problems: [`${where} holds something that can't be a key: a blank, a colon or a line break`] };
  return { apiKey: new Secret(key), problems: [] };
}
