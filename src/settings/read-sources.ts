import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describeSystemError, systemCode } from '../domain/errors.ts';
import { isJsonObject, type JsonObject, readObject } from '../domain/json-text.ts';
import { Secret } from '../domain/secret.ts';
import { tryTo } from '../domain/try-to.ts';
import { decodeText, isFile, readOwnFile } from './read-own-file.ts';
import { KEY, KEY_FILE, type Parsed, refused, understood } from './setting.ts';

/** Texts by name, and what to call the place they come from in a message. */
export interface Layer {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** How a message names one of them. */
  readonly nameOf: (key: string) => string;
}

/** What a command line came to, by the names the code knows options by: settings as text, switches as `true`. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** The text of an option; `undefined` where it is not given, or is a switch. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Where settings come from, the strongest first; `job` and `config` by key, `env` and `dotenv` by variable name. */
export interface Sources {
  readonly flags: Options;
  readonly env: Layer;
  readonly dotenv: Layer;
  /** Absolute. */
  readonly dotenvPath: string;
  readonly config: Layer;
  /** Absolute. */
  readonly configPath: string;
  /** As it was given. */
  readonly configName: string;
  /** The section of the config file for the job at hand, stronger than the rest of it. */
  readonly job: Layer;
  /** Every such section, by the name of its job. */
  readonly jobs: ReadonlyMap<string, Values>;
  /** All that may be the key, of whichever source: texts that people put in the wrong place come from their clipboard. */
  readonly keys: readonly Secret[];
  /** Where relative names of files lead. */
  readonly cwd: string;
  /** A program gives the settings as options: messages name those, and not flags. */
  readonly isProgram: boolean;
  /** What is wrong with the files themselves. */
  readonly problems: readonly string[];
  /** Files among them that could not be read: what they hold is not known, so that nothing is missing because of them. Absolute. */
  readonly unread: ReadonlySet<string>;
}

export interface SourceOptions {
  readonly flags: Options;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** What the sheet at hand is called from one run to the next, where a command has one. */
  readonly job?: string | undefined;
  /** The command makes the files that settings come from: one that was named need not be there yet. */
  readonly makesFiles?: boolean | undefined;
  /** A program asks, and only files that it names are read. Variables that it gave as options have the names of these. */
  readonly program?: { readonly variables: Readonly<Record<string, string>> } | undefined;
}

const DEFAULT_ENV_FILE = '.env';
const DEFAULT_CONFIG_FILE = 'pricesheet.json';

/** Reads the files that settings may come from. One that nobody named need not be there. */
export function readSources(options: SourceOptions): Sources {
  const { flags, env, cwd, job, makesFiles = false, program } = options;
  const [envFile, configFile] = [textOption(flags, 'envFile'), textOption(flags, 'config')];
  const problems: string[] = [];
  const unread = new Set<string>();
  const dotenvName = envFile ?? DEFAULT_ENV_FILE;
  const configName = configFile ?? DEFAULT_CONFIG_FILE;
  function read(name: string, isNamed: boolean): string | undefined {
    if (program && !isNamed) return undefined;
    const path = resolve(cwd, name);
    try {
      const found = readOwnFile(path);
      if ('text' in found) return found.text;
      problems.push(`"${name}" ${found.stranger.why}; ${found.stranger.wayOut(path)}`);
    } catch (error) {
      const code = systemCode(error);
      // A folder of this name that no flag has named belongs to another program: Python environments often have one.
      const isNone = code === 'ENOENT' || (code === 'EISDIR' && name === DEFAULT_ENV_FILE);
      if (isNone && (!isNamed || makesFiles)) return undefined;
      problems.push(`"${name}" can't be read: ${describeSystemError(error)}`);
    }
    unread.add(path);
    return undefined;
  }
  const dotenvText = read(dotenvName, envFile !== undefined);
  const configText = read(configName, configFile !== undefined);
  const config = configText === undefined ? NO_CONFIG : parseConfig(configText, configName, problems);
  const dotenv = dotenvText === undefined ? {} : parseDotenv(dotenvText, dotenvName, problems);
  return {
    flags,
    env: {
      values: env,
      nameOf: (variable) => program?.variables[variable] ?? `${variable} in the environment`,
    },
    dotenv: { values: dotenv, nameOf: (variable) => `${variable} in ${dotenvName}` },
    dotenvPath: resolve(cwd, dotenvName),
    config: { values: config.values, nameOf: (key) => `"${key}" in ${configName}` },
    configPath: resolve(cwd, configName),
    configName,
    job: sectionOf(job, { jobs: config.jobs, configName }),
    jobs: config.jobs,
    keys: [env, dotenv].flatMap((values) => findKeys(values, cwd)),
    cwd,
    isProgram: program !== undefined,
    problems,
    unread,
  };
}

function findKeys(values: Layer['values'], cwd: string): readonly Secret[] {
  const texts = [values[KEY] ?? '', readAgain(resolve(cwd, values[KEY_FILE] ?? ''))];
  return texts.flatMap((text) => (text.trim() === '' ? [] : [new Secret(text.trim())]));
}

/** Only a file that stays: what comes through a pipe can be read once, as the key. */
function readAgain(path: string): string {
  return (isFile(path) && tryTo(() => decodeText(readFileSync(path)))) || '';
}

/** The section of the config file for a job. */
export function sectionOf(
  job: string | undefined,
  { jobs, configName }: Pick<Sources, 'jobs' | 'configName'>,
): Layer {
  return {
    values: (job === undefined ? undefined : jobs.get(job)) ?? {},
    nameOf: (key) => `"${key}" of the job "${job}" in ${configName}`,
  };
}

/** Ends a file, so that a last line without an equals sign has something to be the name of. */
const LAST = 'PRICESHEET_END_OF_FILE';

/**
 * Node.js takes a line without an equals sign as part of the next name, and silently loses that setting. Messages do not
 * repeat such a line: it may be the key.
 */
function parseDotenv(text: string, name: string, problems: string[]): Layer['values'] {
  const { [LAST]: _last, ...values } = parseEnv(`${text}\n${LAST}=1\n`);
  const isName = (key: string): boolean => !/\s/.test(key);
  for (const key of Object.keys(values).filter((word) => !isName(word))) {
    const where = findLine(text, key.split('\n', 1)[0] ?? '');
    problems.push(
      `${where === undefined ? 'A line' : `Line ${where}`} of "${name}" is not a setting; a line has to be NAME=value, a comment after #, or blank`,
    );
  }
  // Text that is not a name is quoted in no other message: it may contain the key.
  return Object.fromEntries(Object.entries(values).filter(([key]) => isName(key)));
}

/** Counted from 1. */
function findLine(text: string, begin: string): number | undefined {
  const at = text.split('\n').findIndex((line) => line.replace(/^\s*(?:export\s+)?/, '').startsWith(begin));
  return at === -1 ? undefined : at + 1;
}

/** Settings as text, by key. */
export type Values = Readonly<Record<string, string>>;

interface Config {
  readonly values: Values;
  readonly jobs: ReadonlyMap<string, Values>;
}

const NO_CONFIG: Config = { values: {}, jobs: new Map() };

/** The settings of a config file, and those of each job in it. What is wrong is added to `problems`. */
function parseConfig(text: string, name: string, problems: string[]): Config {
  const json = readObject(text);
  if (typeof json === 'string') {
    problems.push(`"${name}" ${json}`);
    return NO_CONFIG;
  }
  const { $schema: _schema, jobs = {}, ...settings } = json;
  const sections = isJsonObject(jobs) ? Object.entries(jobs) : [];
  if (!isJsonObject(jobs))
    problems.push(`"jobs" in ${name} is not a JSON object with a section for each job`);
  return {
    values: toTexts(settings, name, problems),
    jobs: new Map(
      sections.map(([job, section]) => {
        const where = `the job "${job}" in ${name}`;
        if (!isJsonObject(section)) problems.push(`${where} is not a JSON object`);
        return [job, isJsonObject(section) ? toTexts(section, where, problems) : {}];
      }),
    ),
  };
}

function toTexts(settings: JsonObject, where: string, problems: string[]): Values {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([flag, value]) => {
      const text = toText(flag, value);
      if (text.ok) return [[flag, text.value] as const];
      problems.push(`"${flag}" in ${where} ${text.why}`);
      return [];
    }),
  );
}

/** The text that a flag has for a value of JSON, or of a program. Parsers of pairs read an object as JSON, too. */
export function toText(flag: string, value: unknown): Parsed<string> {
  if (isJsonObject(value) && OBJECTS.includes(flag)) return understood(JSON.stringify(value));
  if (Array.isArray(value) && value.length > 0 && value.every((each) => isItem(flag, each)))
    return understood(value.join(','));
  return ['string', 'number', 'boolean'].includes(typeof value)
    ? understood(String(value))
    : refused('is neither text nor a number nor true or false');
}

/** A comma would make two of it, except in a condition, which only ends where another one follows. */
function isItem(flag: string, text: unknown): boolean {
  return typeof text === 'string' && (flag === 'where' || !text.includes(','));
}

/** Settings whose parsers read JSON. */
const OBJECTS: readonly string[] = ['leave-out', 'currencies', 'notes', 'map', 'units'];
