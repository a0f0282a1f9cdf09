import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { whyNoJson } from '../../domain/why-no-json.ts';
import { quoteForShell } from '../../sheet/quote-for-shell.ts';
import { readOwnFile } from './read-own-file.ts';

/** Texts by name, and what to call the place they come from in a message. */
export interface Layer {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** How a message names one of them. */
  readonly nameOf: (key: string) => string;
}

/** What a command line came to, by the names the code knows options by: settings as text, switches as `true`. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** Where settings come from, the strongest first; `job` and `config` by flag name, `env` and `dotenv` by variable name. */
export interface Sources {
  readonly flags: Options;
  readonly env: Layer;
  readonly dotenv: Layer;
  /** Absolute. */
  readonly dotenvPath: string;
  readonly config: Layer;
  /** Absolute. */
  readonly configPath: string;
  /** The section of the config file for the job at hand, stronger than the rest of it. */
  readonly job: Layer;
  /** Every such section, by the name of its job. */
  readonly jobs: ReadonlyMap<string, Values>;
  /** Where relative names of files lead. */
  readonly cwd: string;
  /** What is wrong with the files themselves. */
  readonly problems: readonly string[];
  /** Files among them that could not be read: what they hold is not known, so that nothing is missing because of them. Absolute. */
  readonly unread: ReadonlySet<string>;
}

interface SourceOptions {
  readonly flags: Options;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly envFile?: string | undefined;
  readonly configFile?: string | undefined;
  /** What the sheet at hand is called from one run to the next, where a command has one. */
  readonly job?: string | undefined;
}

const DEFAULT_ENV_FILE = '.env';
export const DEFAULT_CONFIG_FILE = 'pricesheet.json';

/** Reads the files that settings may come from. One that nobody named need not be there. */
export function readSources({ flags, env, cwd, envFile, configFile, job }: SourceOptions): Sources {
  const problems: string[] = [];
  const unread = new Set<string>();
  const dotenvName = envFile ?? DEFAULT_ENV_FILE;
  const dotenvPath = resolve(cwd, dotenvName);
  const dotenvText = readOptional(dotenvPath, {
    required: envFile !== undefined,
    // Where nobody named it, a folder of this name is somebody else's: Python environments often have it.
    folderIsNone: envFile === undefined,
    name: dotenvName,
    problems,
    unread,
  });
  const configName = configFile ?? DEFAULT_CONFIG_FILE;
  const configPath = resolve(cwd, configName);
  const configText = readOptional(configPath, {
    required: configFile !== undefined,
    name: configName,
    problems,
    unread,
  });
  const config = configText === undefined ? NO_CONFIG : parseConfig(configText, configName, problems);
  return {
    flags,
    env: { values: env, nameOf: (variable) => `${variable} in the environment` },
    dotenv: {
      values: dotenvText === undefined ? {} : parseDotenv(dotenvText, dotenvName, problems),
      nameOf: (variable) => `${variable} in ${dotenvName}`,
    },
    dotenvPath,
    config: { values: config.values, nameOf: (flag) => `"${flag}" in ${configName}` },
    configPath,
    job: {
      values: (job === undefined ? undefined : config.jobs.get(job)) ?? {},
      nameOf: (flag) => `"${flag}" of the job "${job}" in ${configName}`,
    },
    jobs: config.jobs,
    cwd,
    problems,
    unread,
  };
}

interface FileOptions {
  readonly required: boolean;
  /** A folder of that name is as if there were nothing. */
  readonly folderIsNone?: boolean;
  readonly name: string;
  readonly problems: string[];
  readonly unread: Set<string>;
}

function readOptional(
  path: string,
  { required, folderIsNone = false, name, problems, unread }: FileOptions,
): string | undefined {
  try {
    const read = readOwnFile(path);
    if ('text' in read) return read.text.replace(/^\uFEFF/, '');
    problems.push(`"${name}" ${read.stranger.why}; ${read.stranger.wayOut(quoteForShell(path))}`);
  } catch (error) {
    const code = systemCode(error);
    const isNone = code === 'ENOENT' || (folderIsNone && code === 'EISDIR');
    if (isNone && !required) return undefined;
    problems.push(`"${name}" can't be read: ${describeSystemError(error)}`);
  }
  unread.add(path);
  return undefined;
}

type Values = Readonly<Record<string, string>>;

/** Ends a file, so that a last line without an equals sign has something to be the name of. */
const LAST = 'PRICESHEET_END_OF_FILE';

/**
 * A line without an equals sign is part of the next one's name to Node.js, and that setting is gone without a word. What stands in such a
 * line is not repeated: it may be the key.
 */
function parseDotenv(text: string, name: string, problems: string[]): Layer['values'] {
  const { [LAST]: _last, ...values } = parseEnv(`${text}\n${LAST}=1\n`);
  const isName = (key: string): boolean => !/\s/.test(key);
  for (const key of Object.keys(values).filter((word) => !isName(word))) {
    const where = findLine(text, key.split('\n', 1)[0] ?? '');
    problems.push(
      `${where === undefined ? 'A line' : `Line ${where}`} of "${name}" is no setting; a line has to be NAME=value, a comment after #, or blank`,
    );
  }
  // What is no name is in the problem above, and in no other message: the key, or the end that was added here, may be part of it.
  return Object.fromEntries(Object.entries(values).filter(([key]) => isName(key)));
}

/** Counted from 1. */
function findLine(text: string, begin: string): number | undefined {
  const at = text.split('\n').findIndex((line) => line.replace(/^\s*(?:export\s+)?/, '').startsWith(begin));
  return at === -1 ? undefined : at + 1;
}

interface Config {
  readonly values: Values;
  readonly jobs: ReadonlyMap<string, Values>;
}

const NO_CONFIG: Config = { values: {}, jobs: new Map() };

function parseConfig(text: string, name: string, problems: string[]): Config {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    problems.push(`"${name}" ${whyNoJson(text)}`);
    return NO_CONFIG;
  }
  if (!isRecord(json)) {
    problems.push(`"${name}" does not hold a JSON object`);
    return NO_CONFIG;
  }
  const { $schema: _schema, jobs = {}, ...settings } = json;
  const sections = isRecord(jobs) ? Object.entries(jobs) : [];
  if (!isRecord(jobs)) problems.push(`"jobs" in ${name} is not a JSON object with a section for each job`);
  return {
    values: toTexts(settings, name, problems),
    jobs: new Map(
      sections.map(([job, section]) => {
        const where = `the job "${job}" in ${name}`;
        if (!isRecord(section)) problems.push(`${where} is not a JSON object`);
        return [job, isRecord(section) ? toTexts(section, where, problems) : {}];
      }),
    ),
  };
}

function toTexts(settings: Readonly<Record<string, unknown>>, where: string, problems: string[]): Values {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([key, value]) => {
      const isMap = key === 'map' && isRecord(value);
      const text = isMap ? toMapText(value) : toText(value);
      if (text !== undefined) return [[key, text] as const];
      problems.push(`"${key}" in ${where} ${isMap ? whyNoMap(value) : NO_TEXT}`);
      return [];
    }),
  );
}

const NO_TEXT = 'is neither text nor a number nor true or false';

function whyNoMap(columns: Readonly<Record<string, unknown>>): string {
  const [field] = Object.entries(columns).find(([, header]) => typeof header !== 'string') ?? [];
  return field === undefined
    ? 'says of no column what it is; leave it out, or name one such as {"sku": "Material"}'
    : `names the column for ${field} by something that is no text`;
}

function toText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** Columns may be given as an object, `{"sku": "Material"}`, which is easier to read than one text. */
function toMapText(columns: Readonly<Record<string, unknown>>): string | undefined {
  const entries = Object.entries(columns);
  if (entries.length === 0 || !entries.every(([, header]) => typeof header === 'string')) return undefined;
  return entries.map(([field, header]) => `${field}=${String(header)}`).join(',');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
