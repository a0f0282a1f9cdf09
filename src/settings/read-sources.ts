import { resolve } from 'node:path';
import { withoutByteOrderMark } from '../domain/byte-order-mark.ts';
import { describeSystemError, systemCode } from '../domain/describe-system-error.ts';
import { NO_CONFIG, parseConfig, type Values } from './parse-config.ts';
import { parseDotenv } from './parse-dotenv.ts';
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
  /** As it was given. */
  readonly configName: string;
  /** The section of the config file for the job at hand, stronger than the rest of it. */
  readonly job: Layer;
  /** Every such section, by the name of its job. */
  readonly jobs: ReadonlyMap<string, Values>;
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
  readonly envFile?: string | undefined;
  readonly configFile?: string | undefined;
  /** What the sheet at hand is called from one run to the next, where a command has one. */
  readonly job?: string | undefined;
  /** The command makes the files that settings come from: one that was named need not be there yet. */
  readonly makesFiles?: boolean | undefined;
  /** A program asks, and only files that it names are read. Variables that it gave as options have the names of these. */
  readonly program?: { readonly variables: Readonly<Record<string, string>> } | undefined;
}

const DEFAULT_ENV_FILE = '.env';
export const DEFAULT_CONFIG_FILE = 'pricesheet.json';

/** Reads the files that settings may come from. One that nobody named need not be there. */
export function readSources(options: SourceOptions): Sources {
  const { flags, env, cwd, envFile, configFile, job, makesFiles = false, program } = options;
  const problems: string[] = [];
  const unread = new Set<string>();
  const dotenvName = envFile ?? DEFAULT_ENV_FILE;
  const dotenvPath = resolve(cwd, dotenvName);
  const isRead = (name: string | undefined): boolean => name !== undefined || program === undefined;
  const dotenvText = isRead(envFile)
    ? readOptional(dotenvPath, {
        required: envFile !== undefined && !makesFiles,
        // A folder of this name that no flag has named belongs to another program: Python environments often have one.
        folderIsNone: envFile === undefined,
        name: dotenvName,
        problems,
        unread,
      })
    : undefined;
  const configName = configFile ?? DEFAULT_CONFIG_FILE;
  const configPath = resolve(cwd, configName);
  const configText = isRead(configFile)
    ? readOptional(configPath, {
        required: configFile !== undefined && !makesFiles,
        name: configName,
        problems,
        unread,
      })
    : undefined;
  const config = configText === undefined ? NO_CONFIG : parseConfig(configText, configName, problems);
  return {
    flags,
    env: {
      values: env,
      nameOf: (variable) => program?.variables[variable] ?? `${variable} in the environment`,
    },
    dotenv: {
      values: dotenvText === undefined ? {} : parseDotenv(dotenvText, dotenvName, problems),
      nameOf: (variable) => `${variable} in ${dotenvName}`,
    },
    dotenvPath,
    config: { values: config.values, nameOf: (flag) => `"${flag}" in ${configName}` },
    configPath,
    configName,
    job: sectionOf(job, { jobs: config.jobs, configName }),
    jobs: config.jobs,
    cwd,
    isProgram: program !== undefined,
    problems,
    unread,
  };
}

/** The section of the config file for a job. */
export function sectionOf(
  job: string | undefined,
  { jobs, configName }: Pick<Sources, 'jobs' | 'configName'>,
): Layer {
  return {
    values: (job === undefined ? undefined : jobs.get(job)) ?? {},
    nameOf: (flag) => `"${flag}" of the job "${job}" in ${configName}`,
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
    if ('text' in read) return withoutByteOrderMark(read.text);
    problems.push(`"${name}" ${read.stranger.why}; ${read.stranger.wayOut(path)}`);
  } catch (error) {
    const code = systemCode(error);
    const isNone = code === 'ENOENT' || (folderIsNone && code === 'EISDIR');
    if (isNone && !required) return undefined;
    problems.push(`"${name}" can't be read: ${describeSystemError(error)}`);
  }
  unread.add(path);
  return undefined;
}
