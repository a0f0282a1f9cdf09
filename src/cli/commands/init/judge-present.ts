import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { COLUMN_SETTINGS } from '../../../api/stories/check-sheet.ts';
import { UsageError } from '../../../domain/errors.ts';
import { formatCommand } from '../../../report/text/format-command.ts';
import { givenFlags } from '../../../settings/given-flags.ts';
import { KEY, KEY_FILE, readApiKey } from '../../../settings/read-api-key.ts';
import { inspectServiceSettings } from '../../../settings/read-settings.ts';
import type { Sources } from '../../../settings/read-sources.ts';
import { ADDRESS } from '../../../settings/sandbox-dotenv.ts';
import type { Setting } from '../../../settings/setting.ts';
import { SERVICE_SETTINGS, SETTINGS } from '../../../settings/settings.ts';
import type { Context } from '../../context/context.ts';
import { type GivenAccount, withoutAccount } from './given-account.ts';

const HINT =
  'Then run it again: it goes on with what is there. To write other files instead, name them with --dotenv and --config';

/** Errors: `UsageError` if there are any. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new UsageError(problems, { title: 'Files that are there already are not changed', hint: HINT });
}

/** Whether something has that name; a link that leads nowhere does too. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What keeps a `.env` that is there from being enough, or from being what was asked for. */
export function judgeDotenv(sources: Sources, given: GivenAccount): readonly string[] {
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
  const from = (flag: string, option: string, variable: string): string =>
    sources.flags[option] === undefined ? env.nameOf(variable) : `--${flag}`;
  return [
    ...(isOther.address ? [differs('address', from(SETTINGS.baseUrl.flag, 'baseUrl', ADDRESS))] : []),
    ...(isOther.key ? [differs('key', from('key-file', 'keyFile', given.key?.variable ?? KEY))] : []),
  ];
}

/** The lines that the files do not have. */
function listMissing(kept: Sources, { address, key }: GivenAccount): readonly string[] {
  if (kept.unread.size > 0) return [];
  const hasAddress = [kept.dotenv.values[ADDRESS], kept.config.values[SETTINGS.baseUrl.flag]].some(Boolean);
  const line = key?.variable === KEY_FILE ? `${KEY_FILE}=${key.value}` : `${KEY}=your-key`;
  return [
    ...(hasAddress ? [] : [`${ADDRESS}=${address ?? SETTINGS.baseUrl.required}`]),
    ...(readApiKey(kept).isMissing ? [line] : []),
  ];
}

/** What keeps a config file that is there from being enough for the sheet. */
export function judgeConfig({ sources, options, job, shell }: Context, sheet: string): readonly string[] {
  const { configPath, configName, jobs } = sources;
  if (job === undefined || !isThere(configPath) || sources.unread.has(configPath)) return [];
  const settings: readonly (readonly [string, Setting<unknown>])[] = Object.entries(COLUMN_SETTINGS);
  const flags = settings
    .filter(([name, { flagOnly }]) => !flagOnly && options[name] !== undefined)
    .map(([, { flag }]) => `--${flag}`);
  const hasColumns = jobs.get(job)?.[SETTINGS.map.flag] !== undefined;
  if (hasColumns && flags.length === 0) return [];
  const why = hasColumns
    ? `it would not keep ${flags.join(', ')}`
    : `it does not say which columns the job "${job}" has`;
  return [
    `"${configName}" is there already and is not changed; ${why}: "${keepCommand({ options, shell }, sheet)}" adds that and keeps the rest`,
  ];
}

/** The command that keeps the columns of the sheet. */
export function keepCommand({ options, shell }: Pick<Context, 'options' | 'shell'>, sheet: string): string {
  const given = [
    ...givenFlags(COLUMN_SETTINGS, options, { layout: true }),
    ...givenFlags(COLUMN_SETTINGS, options),
  ];
  return formatCommand(['check', sheet, ...given, '--save-mapping'], shell);
}
