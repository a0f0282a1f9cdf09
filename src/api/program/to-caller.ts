import process from 'node:process';
import { Readable } from 'node:stream';
import { didYouMean } from '../../domain/did-you-mean.ts';
import { UsageError } from '../../domain/errors.ts';
import { NAMES_NO_TRACE, parseTraceparent, TRACEPARENT } from '../../domain/trace.ts';
import { toText } from '../../settings/parse-config.ts';
import { KEY, KEY_FILE } from '../../settings/read-api-key.ts';
import { inspectServiceSettings, readSettings } from '../../settings/read-settings.ts';
import type { Options, Sources } from '../../settings/read-sources.ts';
import { type Parsed, refused, type SettingTable, understood } from '../../settings/setting.ts';
import { type Caller, createCaller } from '../request/caller.ts';
import type { CallOptions, ReadingOptions, RunOptions, ServiceOptions } from './options.ts';

type Given = CallOptions &
  Pick<ServiceOptions, 'apiKey' | 'apiKeyFile'> &
  Pick<ReadingOptions, 'input'> &
  Pick<RunOptions, 'onEvent' | 'traceparent'>;

interface Call {
  /** Its settings. */
  readonly table: SettingTable;
  /** The path of the sheet that is to be read, where one is. */
  readonly sheet?: string;
  /** It asks the service, and so needs a key. */
  readonly needsKey?: true | undefined;
}

/**
 * A program as the caller of a run: nobody watches, and nothing is printed.
 *
 * Errors: `UsageError`.
 */
export function toCaller(given: Given, { table, sheet, needsKey }: Call): Caller {
  const { cwd = process.cwd(), apiKey, apiKeyFile, input, onEvent, traceparent } = given;
  const { options, problems } = toOptions(given, table);
  if (traceparent !== undefined && !parseTraceparent(traceparent))
    problems.set('traceparent', `traceparent ${NAMES_NO_TRACE}`);
  if (sheet === '-' && !input) problems.set('input', 'Pass input, what the sheet - is read from');
  const caller = createCaller({
    options,
    cwd,
    env: {
      ...ambient(),
      ...withoutKeys(given),
      ...keysOf({ apiKey, apiKeyFile }),
      ...(traceparent && { [TRACEPARENT]: traceparent }),
    },
    sheet,
    program: {
      variables: { ...(apiKey && { [KEY]: 'apiKey' }), ...(apiKeyFile && { [KEY_FILE]: 'apiKeyFile' }) },
    },
    onEvent,
    stdin: () => Readable.from(input ?? []),
    isWatched: () => false,
    isAtTerminal: () => false,
    warn: () => {},
  });
  if (problems.size > 0) {
    const others = findProblems(caller.sources, { table, needsKey });
    const isNew = (problem: string) =>
      [...problems.keys()].every((name) => !problem.startsWith(`Pass ${name},`));
    throw new UsageError([...problems.values(), ...others.filter(isNew)]);
  }
  return caller;
}

/** What is wrong with the options that could be read, so that all is said at once. */
function findProblems(
  sources: Sources,
  { table, needsKey }: Pick<Call, 'table' | 'needsKey'>,
): readonly string[] {
  if (needsKey) return inspectServiceSettings(table, sources).problems;
  try {
    readSettings(table, sources);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}

/** What Node.js or other runs use anyway; see `CallOptions.env`. */
const AMBIENT = ['XDG_STATE_HOME', 'LOCALAPPDATA', 'HOME', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const;

function ambient(): Caller['env'] {
  return Object.fromEntries(AMBIENT.map((name) => [name, process.env[name]]));
}

/** A key that is an option replaces one of the environment, in whichever way that names it. */
function withoutKeys({ env = {}, apiKey, apiKeyFile }: Given): Caller['env'] {
  if (apiKey === undefined && apiKeyFile === undefined) return env;
  return { ...env, [KEY]: undefined, [KEY_FILE]: undefined };
}

function keysOf({ apiKey, apiKeyFile }: Pick<Given, 'apiKey' | 'apiKeyFile'>): Caller['env'] {
  return {
    ...(apiKey !== undefined && { [KEY]: apiKey }),
    ...(apiKeyFile !== undefined && { [KEY_FILE]: apiKeyFile }),
  };
}

/** Options that are no settings: where these come from, and switches. */
const SWITCHES = ['dryRun', 'verbose'] as const;
const SOURCES = ['envFile', 'config'] as const;
/** Options that are for the call itself. */
const OF_CALL = ['cwd', 'env', 'apiKey', 'apiKeyFile', 'signal', 'input', 'onEvent', 'traceparent'] as const;

interface ReadOptions {
  readonly options: Options;
  /** By name, why an option can't be read: the call does not have it, or its value is of another kind. */
  readonly problems: Map<string, string>;
}

/** The options of a program as a command line would give them, as far as they can be read: texts by the names of settings. */
function toOptions(given: object, table: SettingTable): ReadOptions {
  const problems = new Map<string, string>();
  const options: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || includes(OF_CALL, name)) continue;
    const read = readOption(name, value, table);
    if (read.ok) options[name] = read.value;
    else problems.set(name, `${name} ${read.why}`);
  }
  return { options, problems };
}

function readOption(name: string, value: unknown, table: SettingTable): Parsed<string | boolean> {
  const key = Object.hasOwn(table, name) ? table[name]?.key : undefined;
  if (key === undefined && !includes([...SWITCHES, ...SOURCES], name)) {
    const known = [...Object.keys(table), ...SWITCHES, ...SOURCES, ...OF_CALL];
    return refused(`is not an option${didYouMean(name, known)}`);
  }
  if (typeof value === 'boolean') return understood(value);
  return includes(SWITCHES, name) ? refused('is neither true nor false') : toText(key ?? name, value);
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
