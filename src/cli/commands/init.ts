import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { COLUMN_SETTINGS, checkSheet } from '../../api/stories/check-sheet.ts';
import { InterruptedError, UsageError } from '../../domain/errors.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { givenFlags } from '../../settings/given-flags.ts';
import { KEY, KEY_FILE, readApiKey } from '../../settings/read-api-key.ts';
import { inspectServiceSettings } from '../../settings/read-settings.ts';
import type { Sources } from '../../settings/read-sources.ts';
import type { Setting } from '../../settings/setting.ts';
import { SERVICE_SETTINGS, SETTINGS } from '../../settings/settings.ts';
import { ADDRESS, renderDotenv, writeNewDotenv } from '../../settings/write-dotenv.ts';
import { type Context, createContext } from '../context/context.ts';
import type { Stdio } from '../terminal/stdio.ts';
import { watchSignals } from '../terminal/watch-signals.ts';
import { agreeToNotes, settleColumns } from './check/settle-columns.ts';
import { keepMapping, renderCheck } from './check.ts';
import { askAnswers } from './init/ask-answers.ts';
import { conclude } from './init/conclude.ts';
import { findMachine } from './init/find-machine.ts';
import { type GivenAccount, readGivenAccount, withoutAccount } from './init/given-account.ts';

const GO_ON = 'Run it again: it goes on with the files that are there';

/** Writes the files of settings that are not there, checks all of them and the sheet, and shows how to run it every night. */
export async function runInit(sheet: string, context: Context): Promise<number> {
  const watch = watchSignals();
  try {
    return await setUp(sheet, context, watch.signal);
  } catch (error) {
    throw error instanceof InterruptedError ? new InterruptedError(error.signal, GO_ON) : error;
  } finally {
    watch.stop();
  }
}

/** Nothing is written before everything is known and the sheet was read. */
async function setUp(sheet: string, context: Context, signal: AbortSignal): Promise<number> {
  const { sources, stdio } = context;
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
    machine: findMachine(stdio.env),
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
