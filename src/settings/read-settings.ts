import { basename } from 'node:path';
import type { Summary } from '../domain/documents/summary.ts';
import { UsageError } from '../domain/errors.ts';
import { didYouMean } from '../domain/nearest-names.ts';
import type { Secret } from '../domain/secret.ts';
import { tryTo } from '../domain/try-to.ts';
import type { ProxyAddress } from '../service/open-proxy.ts';
import { readApiKey, redactKeys } from './read-api-key.ts';
import { readProxy } from './read-proxy.ts';
import type { Layer, Sources } from './read-sources.ts';
import {
  describeFallback,
  negativeOf,
  type Setting,
  type SettingTable,
  type ValuesOf,
  variableOf,
} from './setting.ts';
import { SETTINGS } from './settings.ts';

export interface ReadSettings<T extends SettingTable> {
  /** A setting that can't be understood has its default. */
  readonly values: ValuesOf<T>;
  /** By the setting's key. Nothing that is shown is secret, also where it can't be used. */
  readonly shown: Summary['settings'];
}

/** With what is wrong with them. */
interface InspectedSettings<T extends SettingTable> extends ReadSettings<T> {
  readonly problems: readonly string[];
  /** How many of the problems are settings that nobody has made. */
  readonly missing: number;
}

/** The key of the account, and the way to the service. */
export interface Access {
  readonly apiKey: Secret;
  readonly proxy: ProxyAddress | undefined;
}

/**
 * Reads the settings a command needs. The first of these that sets one wins: flag, environment, `.env`, config file, default.
 *
 * Errors: one `UsageError` with everything that is wrong, and where each comes from.
 */
export function readSettings<T extends SettingTable>(table: T, sources: Sources): ReadSettings<T> {
  const inspected = inspectSettings(table, sources);
  refuseProblems(inspected, sources);
  return inspected;
}

/** Likewise, with the key of the account and the way to it. */
export function readServiceSettings<T extends SettingTable>(
  table: T,
  sources: Sources,
): ReadSettings<T> & Access {
  const { access, ...inspected } = inspectServiceSettings(table, sources);
  refuseProblems(inspected, sources);
  if (!access) throw new TypeError('A key without a problem is there');
  return { ...inspected, ...access };
}

/** As far as they can be understood, whatever is wrong with them and with others. */
export function readLeniently<T extends SettingTable>(table: T, sources: Sources): Partial<ValuesOf<T>> {
  return inspectSettings(table, sources).values;
}

/** Finds the settings, and all that is wrong with them, with the key, or with the way to the service. */
export function inspectServiceSettings<T extends SettingTable>(table: T, sources: Sources) {
  const inspected = inspectSettings(table, sources);
  const { apiKey, problems, isMissing } = readApiKey(sources);
  const { baseUrl } = inspected.values as { readonly baseUrl?: string };
  const way = baseUrl === undefined ? { problems: [] } : readProxy(sources.env.values, baseUrl);
  const exposed = holdsKey(baseUrl, apiKey)
    ? [`${inspected.shown[SETTINGS.baseUrl.key]?.from}: "…" holds the key, which is set separately`]
    : [];
  const ofService = [...problems, ...exposed, ...way.problems].map(redactKeys(sources));
  const all = [...inspected.problems, ...ofService];
  return {
    ...inspected,
    problems: all,
    missing: inspected.missing + (isMissing ? 1 : 0),
    /** Only where nothing is wrong. */
    access: all.length === 0 && apiKey ? { apiKey, proxy: way.proxy } : undefined,
  };
}

/** The address is written into the plan and shown to people, so the key may be no part of it, in whatever form. */
function holdsKey(address: string | undefined, apiKey: Secret | undefined): boolean {
  if (!apiKey || address === undefined) return false;
  const { pathname } = new URL(address);
  const unescaped = tryTo(() => decodeURIComponent(pathname)) ?? pathname;
  return [pathname, unescaped].some((text) => apiKey.redact(text) !== text);
}

const TRY_IT =
  'To be asked for them, run "pricesheet init"; to try pricesheet out, "pricesheet sandbox" needs no settings: it serves an account on this machine';

const NAME_SOURCES =
  "Or name where they are set, as a command line reads them: { env: process.env, envFile: '.env', config: 'pricesheet.json' }";

function refuseProblems(
  { problems, missing }: Pick<InspectedSettings<SettingTable>, 'problems' | 'missing'>,
  { isProgram }: Sources,
): void {
  if (problems.length === 0) return;
  if (missing === 0) throw new UsageError(problems);
  const title = missing === problems.length ? 'Settings are missing' : 'Settings are missing or wrong';
  throw new UsageError(problems, { title, hint: isProgram ? NAME_SOURCES : TRY_IT });
}

/** Finds the settings, and all that is wrong with them or with the files that they come from. */
export function inspectSettings<T extends SettingTable>(table: T, sources: Sources): InspectedSettings<T> {
  const values: Record<string, unknown> = {};
  const shown: Record<string, Summary['settings'][string]> = {};
  const problems = [...sources.problems, ...findUnknownKeys(sources)];
  const redact = redactKeys(sources);
  let missing = 0;
  for (const [name, setting] of Object.entries(table)) {
    const { key, fallback, required, parse, show = String } = setting;
    const found = findSetting(name, setting, sources);
    if (!found) {
      values[name] = fallback;
      shown[key] = { value: describeFallback(setting), from: 'default' };
      if (!required || mayBeUnread(sources)) continue;
      missing++;
      problems.push(describeMissing(name, setting, sources));
      continue;
    }
    const { text, where } = found;
    const parsed = parse(text);
    values[name] = parsed.ok ? layOver(parsed.value, setting, sources) : fallback;
    shown[key] = { value: redact(parsed.ok ? show(text) : toShow(setting, text)), from: where };
    if (!parsed.ok) problems.push(`${where}: "${toShow(setting, text)}" ${parsed.why}`);
  }
  return { values: values as ValuesOf<T>, shown, problems: problems.map(redact), missing };
}

const KEY_NAMES = /^(pricesheet[-_])?api[-_]?key/i;

/** A config file is kept for long and read by few: a word that means nothing there is a mistake, not a whim. */
function findUnknownKeys({ config, jobs }: Sources): readonly string[] {
  const sections = [...jobs].map(([job, values]): Layer => {
    return { values, nameOf: (key) => `"${key}" of the job "${job}"` };
  });
  return [config, ...sections].flatMap(({ values, nameOf }) =>
    Object.keys(values).flatMap((key) => {
      const why = whyNotInConfig(key);
      return why === undefined ? [] : [nameOf(key) + why];
    }),
  );
}

function whyNotInConfig(key: string): string | undefined {
  const settings: readonly Setting<unknown>[] = Object.values(SETTINGS);
  const setting = settings.find((each) => each.key === key);
  if (setting?.from)
    return `: it ${setting.once ? 'goes with one run, and ' : ''}is given by ${setting.flag} only`;
  if (setting) return undefined;
  if (KEY_NAMES.test(key))
    return ': the key comes from the environment or a file only, never from a config file';
  const known = settings.filter(({ from }) => !from).map((each) => each.key);
  return ` is not a setting${didYouMean(key, [...known, 'jobs'])}`;
}

/**
 * A text as a message may repeat it. A key that somebody put into the address, in whatever part of it, is not to be shown
 * because of that; nor one that was given instead of it, as happens to people who mix the two variables up.
 */
function toShow({ key, show }: Setting<unknown>, text: string): string {
  if (show) return show(text);
  const isAddress = key !== SETTINGS.baseUrl.key || text === '' || /^https?:/i.test(text);
  if (!isAddress && !PLAIN_HOST.test(text)) return '…';
  return text.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '…');
}

/** A host name as people choose them, which no key looks like: short words in small letters, or this machine's number, and a port at most. */
const PLAIN_HOST =
  /^(?:localhost|127(?:\.\d{1,3}){3}|(?:[a-z][a-z0-9-]{0,19}\.){1,5}[a-z]{2,10})(?::\d{1,5})?$/;

/** With the entries of the job that no flag has replaced: what was settled for its other columns stays settled. */
function layOver(value: unknown, { byEntry, key, parse }: Setting<unknown>, { job }: Sources): unknown {
  const below = job.values[key];
  const parsed = byEntry && below !== undefined ? parse(below) : undefined;
  return byEntry && parsed?.ok ? byEntry(parsed.value, value) : value;
}

/** Its text; `where`: the place, as a message names it. */
function findSetting(name: string, setting: Setting<unknown>, sources: Sources) {
  const { flags, isProgram, env: variables, dotenv, job, config } = sources;
  const { key, flag = key, from } = setting;
  const given = flags[name];
  if (given !== undefined) {
    const word = given === false ? negativeOf(flag) : flag;
    return { text: String(given), where: isProgram ? name : word };
  }
  const variable = variableOf(setting);
  for (const { values, nameOf } of variable === undefined ? [] : [variables, dotenv]) {
    const text = values[variable ?? ''];
    // An empty variable is how shells and compose files write one that isn't set.
    if (variable && text) return { text, where: nameOf(variable) };
  }
  if (from) return undefined;
  // An empty text in the config file was written by somebody: a guard must not be off because of it.
  for (const { values, nameOf } of [job, config]) {
    const text = values[key];
    if (text !== undefined) return { text, where: nameOf(key) };
  }
  return undefined;
}

/** Whether a file that could not be read may have it: the one problem is that file. */
function mayBeUnread({ unread, dotenvPath, configPath }: Sources): boolean {
  return unread.has(configPath) || unread.has(dotenvPath);
}

/** A missing setting, an example of it, and every place where it can be set. */
function describeMissing(
  name: string,
  setting: Setting<unknown>,
  { dotenvPath, configPath, isProgram }: Sources,
): string {
  const { key, flag, about, required } = setting;
  const variable = variableOf(setting);
  if (isProgram) return `Pass ${name}, the ${about}, for example "${required}"`;
  return `Set ${variable} to the ${about}, for example with the line ${variable}=${required} in ${basename(dotenvPath)}; or set it in the environment, set "${key}" in ${basename(configPath)}, or pass ${flag}`;
}
