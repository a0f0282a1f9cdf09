import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describeSystemError, systemCode } from '../domain/describe-system-error.ts';

/** Texts by name, and what to call the place they come from in a message. */
export interface Layer {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** How a message names one of them. */
  readonly nameOf: (key: string) => string;
}

/** What a command line came to, by the names the code knows options by: settings as text, switches as `true`. */
export type Options = Readonly<Record<string, string | true | undefined>>;

/** Where settings come from, the strongest first; `config` by flag name, the others but the flags by variable name. */
export interface Sources {
  readonly flags: Options;
  readonly env: Layer;
  readonly dotenv: Layer;
  /** Absolute. */
  readonly dotenvPath: string;
  readonly config: Layer;
  /** Where relative names of files lead. */
  readonly cwd: string;
  /** What is wrong with the files themselves. */
  readonly problems: readonly string[];
}

interface SourceOptions {
  readonly flags: Options;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly envFile?: string | undefined;
  readonly configFile?: string | undefined;
}

const DEFAULT_ENV_FILE = '.env';
const DEFAULT_CONFIG_FILE = 'pricesheet.json';

/** Reads the files that settings may come from. One that nobody named need not be there. */
export function readSources({ flags, env, cwd, envFile, configFile }: SourceOptions): Sources {
  const problems: string[] = [];
  const dotenvName = envFile ?? DEFAULT_ENV_FILE;
  const dotenvPath = resolve(cwd, dotenvName);
  const dotenvText = readOptional(dotenvPath, {
    required: envFile !== undefined,
    // Where nobody named it, a folder of this name is somebody else's: Python environments often have it.
    folderIsNone: envFile === undefined,
    name: dotenvName,
    problems,
  });
  const configName = configFile ?? DEFAULT_CONFIG_FILE;
  const configText = readOptional(resolve(cwd, configName), {
    required: configFile !== undefined,
    name: configName,
    problems,
  });
  return {
    flags,
    env: { values: env, nameOf: (variable) => `${variable} in the environment` },
    dotenv: {
      values: dotenvText === undefined ? {} : parseEnv(dotenvText),
      nameOf: (variable) => `${variable} in ${dotenvName}`,
    },
    dotenvPath,
    config: {
      values: configText === undefined ? {} : parseConfig(configText, configName, problems),
      nameOf: (flag) => `"${flag}" in ${configName}`,
    },
    cwd,
    problems,
  };
}

interface FileOptions {
  readonly required: boolean;
  /** A folder of that name is as if there were nothing. */
  readonly folderIsNone?: boolean;
  readonly name: string;
  readonly problems: string[];
}

function readOptional(
  path: string,
  { required, folderIsNone = false, name, problems }: FileOptions,
): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = systemCode(error);
    const isNone = code === 'ENOENT' || (folderIsNone && code === 'EISDIR');
    if (required || !isNone) problems.push(`"${name}" can't be read: ${describeSystemError(error)}`);
    return undefined;
  }
}

function parseConfig(text: string, name: string, problems: string[]): Readonly<Record<string, string>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    problems.push(`"${name}" is not JSON`);
    return {};
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    problems.push(`"${name}" does not hold a JSON object`);
    return {};
  }
  const entries = Object.entries(json).filter(([key]) => key !== '$schema');
  for (const [key, value] of entries) {
    if (!isScalar(value)) problems.push(`"${key}" in ${name} is neither text nor a number nor true or false`);
  }
  return Object.fromEntries(
    entries.filter(([, value]) => isScalar(value)).map(([key, value]) => [key, String(value)]),
  );
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
