import { resolve } from 'node:path';
import { UsageError } from '../../../domain/errors.ts';
import type { Secret } from '../../../domain/secret.ts';
import { INIT_SETTINGS } from '../../../settings/command-settings.ts';
import { KEY, KEY_FILE, readApiKey } from '../../../settings/read-api-key.ts';
import { isFile } from '../../../settings/read-own-file.ts';
import { readSettings } from '../../../settings/read-settings.ts';
import type { Layer, Sources } from '../../../settings/read-sources.ts';
import { ADDRESS } from '../../../settings/write-dotenv.ts';

/** The key, and the line of a `.env` that leads to it. */
export interface GivenKey {
  readonly apiKey: Secret;
  readonly variable: typeof KEY | typeof KEY_FILE;
  readonly value: string;
}

/** What flags and environment say. */
export interface GivenAccount {
  readonly address: string | undefined;
  readonly key: GivenKey | undefined;
}

/** Errors: `UsageError` for what can't be used. */
export function readGivenAccount(sources: Sources): GivenAccount {
  const { values } = readSettings(INIT_SETTINGS, {
    ...sources,
    dotenv: emptied(sources.dotenv),
    config: emptied(sources.config),
    job: emptied(sources.job),
  });
  const key = readKey(sources.env, sources);
  if ('problems' in key) throw new UsageError(key.problems);
  return { address: values.baseUrl, key: key.found };
}

/** A key as somebody typed it, or the name of its file. */
export function readTypedKey(
  variable: GivenKey['variable'],
  typed: string,
  sources: Sources,
): ReturnType<typeof readKey> {
  return readKey({ values: { [variable]: typed }, nameOf: () => 'That' }, sources);
}

function emptied({ nameOf }: Layer): Layer {
  return { values: {}, nameOf };
}

function readKey(
  env: Layer,
  sources: Sources,
): { readonly found: GivenKey | undefined } | { readonly problems: readonly string[] } {
  const file = env.values[KEY_FILE];
  const path = file ? resolve(sources.cwd, file) : undefined;
  const { apiKey, problems, isMissing } = readApiKey({
    ...sources,
    env,
    dotenv: emptied(sources.dotenv),
    unread: new Set(),
  });
  if (isMissing) return { found: undefined };
  if (!apiKey) return { problems };
  if (path === undefined) return { found: { apiKey, variable: KEY, value: apiKey.reveal() } };
  // A pipe of the shell is gone by the next run.
  if (!isFile(path))
    return { problems: [`${env.nameOf(KEY_FILE)} has to name a file that every run can read`] };
  return { found: { apiKey, variable: KEY_FILE, value: path } };
}

/** The environment as a scheduled job has it: what names the account comes from the files. */
export function withoutAccount<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const { [ADDRESS]: _address, [KEY]: _key, [KEY_FILE]: _file, ...others } = values;
  return others;
}
