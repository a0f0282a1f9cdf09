import { lstatSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { checkSheet } from '../../api/stories/check-sheet.ts';
import { InterruptedError, UsageError } from '../../domain/errors.ts';
import type { Secret } from '../../domain/secret.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { printable } from '../../report/text/printable.ts';
import { COLUMN_SETTINGS, INIT_SETTINGS } from '../../settings/command-settings.ts';
import { givenFlags } from '../../settings/given-flags.ts';
import { baseUrl } from '../../settings/parse-setting.ts';
import { KEY, KEY_FILE, readApiKey } from '../../settings/read-api-key.ts';
import { isFile } from '../../settings/read-own-file.ts';
import { inspectServiceSettings, readSettings } from '../../settings/read-settings.ts';
import type { Layer, Sources } from '../../settings/read-sources.ts';
import type { Setting } from '../../settings/setting.ts';
import { SERVICE_SETTINGS, SETTINGS } from '../../settings/settings.ts';
import { ADDRESS, renderDotenv, writeNewDotenv } from '../../settings/write-dotenv.ts';
import { type Context, createContext } from '../context/context.ts';
import { askLine } from '../terminal/ask.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { withSignals } from '../terminal/watch-signals.ts';
import { agreeToNotes, keepMapping, renderCheck, settleColumns } from './check.ts';
import { conclude } from './conclude-init.ts';

const GO_ON = 'Run it again: it goes on with the files that are there';

/** Writes the files of settings that are not there, checks all of them and the sheet, and shows how to run it every night. */
export async function runInit(sheet: string, context: Context): Promise<number> {
  try {
    return await withSignals((signal) => setUp(sheet, context, signal));
  } catch (error) {
    throw error instanceof InterruptedError ? new InterruptedError(error.signal, GO_ON) : error;
  }
}

/** Nothing is written before everything is known and the sheet was read. */
async function setUp(sheet: string, context: Context, signal: AbortSignal): Promise<number> {
  const { sources } = context;
  if (sheet === '-')
    throw new UsageError(['init needs the file of a sheet: standard input is not there at night']);
  const given = readGivenAccount(sources);
  refuseProblems([...judgeDotenv(sources, given), ...(sheet === '' ? [] : judgeConfig(context, sheet))]);
  const isDotenvThere = isThere(sources.dotenvPath);
  const hasAddress = sources.config.values[SETTINGS.baseUrl.key] !== undefined;
  const answers = await askAnswers(
    {
      address: given.address ?? (isDotenvThere || hasAddress ? null : undefined),
      key: given.key ?? (isDotenvThere ? null : undefined),
      sheet: sheet === '' ? undefined : sheet,
    },
    context,
    signal,
  );
  const account = {
    ...(answers.address === null ? {} : { [ADDRESS]: answers.address }),
    ...(answers.key === null ? {} : { [answers.key.variable]: answers.key.value }),
  };
  const asked = contextWith(account, context, answers.sheet);
  const checked = await checkSheet(answers.sheet, asked);
  const { report, read, caller } = checked;
  refuseProblems(judgeConfig(caller, answers.sheet));
  const isConfigThere = isThere(sources.configPath);
  const isShown =
    !isConfigThere &&
    (await settleColumns(report, caller, {
      signal,
      command: keepCommand(caller, answers.sheet),
      screen: () => renderCheck(report, caller, checked),
    }));
  const agreed = isShown ? agreeToNotes(report) : report;
  if (signal.aborted) throw signal.reason;
  const saved = isConfigThere ? [] : keepMapping(agreed, read.values, caller);
  if (!isDotenvThere) writeDotenv(sources.dotenvPath, account);
  return conclude({
    ...checked,
    report: { ...agreed, unsettled: [], notices: [...report.notices, ...saved] },
    sheet: answers.sheet,
    isShown,
    context: contextWith({}, context, answers.sheet),
    files: [
      { name: basename(sources.dotenvPath), path: sources.dotenvPath, written: !isDotenvThere },
      { name: basename(sources.configPath), path: sources.configPath, written: !isConfigThere },
    ],
  });
}

/** The same command, with these variables and the files as they are now, as a scheduled job has them. */
function contextWith(
  account: Readonly<Record<string, string>>,
  { options, stdio }: Context,
  sheet: string,
): Context {
  const { baseUrl: _baseUrl, ...others } = options;
  const env = { value: { ...withoutAccount(stdio.env), ...account } };
  return createContext(others, Object.create(stdio, { env }) as Stdio, { sheet, makesFiles: true });
}

/** Errors: `UsageError` if somebody else has written it meanwhile; `DiskError`. */
function writeDotenv(path: string, account: Readonly<Record<string, string>>): void {
  const text = renderDotenv(account);
  if (writeNewDotenv(path, text)) return;
  throw new UsageError([`"${basename(path)}" was written by somebody else meanwhile, and is not changed`], {
    hint: GO_ON,
  });
}

const HINT =
  'Then run it again: it goes on with what is there. To write other files instead, name them with --dotenv and --config';

/** Errors: `UsageError` if there are any. */
function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new UsageError(problems, { title: 'Files that are there already are not changed', hint: HINT });
}

/** Whether something has that name; a link that leads nowhere does too. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What keeps a `.env` that is there from being enough, or from being what was asked for. */
function judgeDotenv(sources: Sources, given: GivenAccount): readonly string[] {
  const { dotenvPath, env } = sources;
  if (!isThere(dotenvPath)) return [];
  const name = basename(dotenvPath);
  const kept: Sources = { ...sources, flags: {}, env: { ...env, values: withoutAccount(env.values) } };
  const missing = listMissing(kept, given);
  if (missing.length > 0)
    return [`"${name}" is there already and is not changed; add to it: ${missing.join(', and ')}`];
  const { usable, problems } = inspectServiceSettings({ baseUrl: SERVICE_SETTINGS.baseUrl }, kept);
  if (!usable) return problems;
  const differs = (what: string, from: string): string =>
    `"${name}" is there already and is not changed; ${from} is another ${what} than it has: change it there, or leave this one out`;
  const isOther = {
    address: given.address !== undefined && given.address !== usable.values.baseUrl,
    key: given.key !== undefined && given.key.apiKey.reveal() !== usable.apiKey.reveal(),
  };
  const address = sources.flags['baseUrl'] === undefined ? env.nameOf(ADDRESS) : '--base-url';
  return [
    ...(isOther.address ? [differs('address', address)] : []),
    ...(isOther.key ? [differs('key', env.nameOf(given.key?.variable ?? KEY))] : []),
  ];
}

/** The lines that the files do not have. */
function listMissing(kept: Sources, { address, key }: GivenAccount): readonly string[] {
  if (kept.unread.size > 0) return [];
  const hasAddress = [kept.dotenv.values[ADDRESS], kept.config.values[SETTINGS.baseUrl.key]].some(Boolean);
  const line = key?.variable === KEY_FILE ? `${KEY_FILE}=${key.value}` : `${KEY}=your-key`;
  return [
    ...(hasAddress ? [] : [`${ADDRESS}=${address ?? SETTINGS.baseUrl.required}`]),
    ...(readApiKey(kept).isMissing ? [line] : []),
  ];
}

/** What keeps a config file that is there from being enough for the sheet. */
function judgeConfig({ sources, options, job, shell }: Context, sheet: string): readonly string[] {
  const { configPath, configName, jobs } = sources;
  if (job === undefined || !isThere(configPath) || sources.unread.has(configPath)) return [];
  const settings: readonly (readonly [string, Setting<unknown>])[] = Object.entries(COLUMN_SETTINGS);
  const flags = settings
    .filter(([name, { from }]) => !from && options[name] !== undefined)
    .map(([, { flag }]) => flag);
  const hasColumns = jobs.get(job)?.[SETTINGS.map.key] !== undefined;
  if (hasColumns && flags.length === 0) return [];
  const why = hasColumns
    ? `it would not keep ${flags.join(', ')}`
    : `it does not say which columns the job "${job}" has`;
  return [
    `"${configName}" is there already and is not changed; ${why}: "${keepCommand({ options, shell }, sheet)}" adds that and keeps the rest`,
  ];
}

/** The command that keeps the columns of the sheet. */
function keepCommand({ options, shell }: Pick<Context, 'options' | 'shell'>, sheet: string): string {
  const given = [
    ...givenFlags(COLUMN_SETTINGS, options, { layout: true }),
    ...givenFlags(COLUMN_SETTINGS, options),
  ];
  return formatCommand(['check', sheet, ...given, '--save-mapping'], shell);
}

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

/** What there is to know; what is not needed is `null`. */
interface Known {
  readonly address: string | undefined | null;
  readonly key: GivenKey | undefined | null;
  readonly sheet: string | undefined;
}

interface Answers {
  readonly address: string | null;
  readonly key: GivenKey | null;
  readonly sheet: string;
}

const MISSING = {
  address: `Pass --base-url, the address of the service, for example --base-url ${SETTINGS.baseUrl.required}`,
  key: `Set ${KEY_FILE} in the environment to the name of a file that holds the key of the account, or ${KEY} to the key itself`,
  sheet: 'Name the price sheet, as in "pricesheet init costs.csv"',
} as const;

/**
 * What is not known yet, from the person at the terminal.
 *
 * Errors: `UsageError` that names the flags, if nobody can be asked or the terminal is closed; `InterruptedError`.
 */
export async function askAnswers(known: Known, context: Context, signal: AbortSignal): Promise<Answers> {
  const missing = (['address', 'key', 'sheet'] as const).filter((name) => known[name] === undefined);
  if (missing.length > 0 && !context.isAtTerminal()) throw cannotGoOn(missing);
  const question = { context, signal };
  return {
    address: known.address === undefined ? await askAddress(question) : known.address,
    key: known.key === undefined ? await askKey(question) : known.key,
    sheet: known.sheet ?? (await askSheet(question)),
  };
}

function cannotGoOn(missing: readonly (keyof typeof MISSING)[]): UsageError {
  return new UsageError(
    missing.map((name) => MISSING[name]),
    { title: 'Answers are missing, and without a terminal nothing is asked' },
  );
}

interface Question {
  readonly context: Context;
  readonly signal: AbortSignal;
}

/** Asks until the answer can be used. `accept` gives what it comes to, or why it can't be used. */
async function askUntil<T>(
  question: string,
  { context: { stdio, printStderr }, signal }: Question,
  {
    what,
    isSecret = false,
    accept,
  }: {
    readonly what: keyof typeof MISSING;
    readonly isSecret?: boolean;
    readonly accept: (answer: string) => { readonly value: T } | { readonly why: string };
  },
): Promise<T> {
  let value: T | undefined;
  const complain = (answer: string): string | undefined => {
    const accepted = accept(answer);
    if ('why' in accepted) return answer === '' ? '' : printable(accepted.why);
    ({ value } = accepted);
    return undefined;
  };
  const { stdin, stderr } = stdio;
  const answer = await askLine(question, { stdin, stderr, isSecret, complain }, signal);
  if (answer !== undefined) return value as T;
  printStderr('\n');
  throw cannotGoOn([what]);
}

function askAddress(question: Question): Promise<string> {
  return askUntil('Address of the service (https://…):', question, {
    what: 'address',
    accept: (answer) => {
      const parsed = baseUrl(answer);
      // Not repeated: it may be the key.
      return parsed.ok ? { value: parsed.value } : { why: `That ${parsed.why}` };
    },
  });
}

/** Enter alone says that the key is in a file. */
async function askKey(question: Question): Promise<GivenKey> {
  const { sources } = question.context;
  const accept = (variable: GivenKey['variable'], answer: string) => {
    const read = readTypedKey(variable, answer, sources);
    if ('problems' in read) return { why: read.problems.join('; ') };
    return read.found ? { value: read.found } : { why: '' };
  };
  const typed = await askUntil<GivenKey | undefined>(
    'Key of the account (it is not shown; Enter alone to name a file that holds it):',
    question,
    {
      what: 'key',
      isSecret: true,
      accept: (answer) => (answer === '' ? { value: undefined } : accept(KEY, answer)),
    },
  );
  if (typed) return typed;
  return askUntil('File that holds the key:', question, {
    what: 'key',
    accept: (answer) => accept(KEY_FILE, answer),
  });
}

function askSheet(question: Question): Promise<string> {
  const { cwd } = question.context;
  return askUntil('Price sheet (a CSV file):', question, {
    what: 'sheet',
    accept: (answer) =>
      isFile(resolve(cwd, answer)) ? { value: answer } : { why: `There is no file "${answer}"` },
  });
}
