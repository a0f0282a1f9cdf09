import { basename } from 'node:path';
import { UsageError } from '../domain/errors.ts';
import type { Secret } from '../domain/secret.ts';
import type { ProxyAddress } from '../service/transport.ts';
import { givenFlags } from './given-flags.ts';
import { readApiKey, redactKeys } from './read-api-key.ts';
import { type ProxyReading, readProxy } from './read-proxy.ts';
import type { Sources } from './read-sources.ts';
import type { Setting, SettingTable, ValuesOf } from './setting.ts';
import { SETTINGS } from './settings.ts';
import { unknownConfigKeys } from './unknown-config-keys.ts';

/** A setting as the summary shows it. */
export interface ShownSetting {
  /** As text; `null` where nothing is set and there is no default. */
  readonly value: string | null;
  /** Where it comes from, or `default`. */
  readonly from: string;
}

export interface ReadSettings<T extends SettingTable> {
  readonly values: ValuesOf<T>;
  /** By flag name. */
  readonly shown: Readonly<Record<string, ShownSetting>>;
  /** The given flags, as they were written, without flags for one run or one file only. */
  readonly flags: readonly string[];
  /** Likewise, the flags for the layout of one file. */
  readonly layoutFlags: readonly string[];
}

interface Found {
  readonly text: string;
  /** The place, as a message names it. */
  readonly where: string;
}

/**
 * Reads the settings a command needs. The first of these that sets one wins: flag, environment, `.env`, config file, default.
 *
 * Errors: one `UsageError` with everything that is wrong, and where each comes from.
 */
export function readSettings<T extends SettingTable>(table: T, sources: Sources): ReadSettings<T> {
  const { result, problems, missing } = collectSettings(table, sources);
  refuseProblems(problems, { sources, missing });
  return result;
}

/** Likewise, with the key of the account and the way to it. */
export function readServiceSettings<T extends SettingTable>(
  table: T,
  sources: Sources,
): ReadSettings<T> & { readonly apiKey: Secret; readonly proxy: ProxyAddress | undefined } {
  const { result, problems, missing, apiKey, proxy } = collectServiceSettings(table, sources);
  refuseProblems(problems, { sources, missing });
  if (!apiKey) throw new TypeError('A key without a problem is there');
  return { ...result, shown: redactShown(result.shown, apiKey), apiKey, proxy };
}

export interface InspectedSettings<T extends SettingTable> {
  /** By flag name; nothing of it is secret, also where it can't be used. */
  readonly shown: Readonly<Record<string, ShownSetting>>;
  /** Everything that is wrong with the settings. */
  readonly problems: readonly string[];
  /** Only where nothing is wrong. */
  readonly usable:
    | { readonly values: ValuesOf<T>; readonly apiKey: Secret; readonly proxy: ProxyAddress | undefined }
    | undefined;
}

/** Likewise, for showing them: problems are returned beside the settings. */
export function inspectServiceSettings<T extends SettingTable>(
  table: T,
  sources: Sources,
): InspectedSettings<T> {
  const { result, problems, apiKey, proxy } = collectServiceSettings(table, sources);
  const all = [...sources.problems, ...unknownConfigKeys(sources), ...problems];
  const redact = redactKeys(sources);
  const shown = Object.entries(table).map(([, setting]) => {
    const { value = null, from = '' } = result.shown[setting.flag] ?? {};
    const isRight = value === null || from === 'default' || setting.parse(value).ok;
    return [
      setting.flag,
      { value: value && redact(isRight ? value : toShow(setting, value)), from },
    ] as const;
  });
  return {
    shown: Object.fromEntries(shown),
    problems: all.map(redact),
    usable: all.length === 0 && apiKey ? { values: result.values, apiKey, proxy } : undefined,
  };
}

function collectServiceSettings<T extends SettingTable>(table: T, sources: Sources) {
  const { result, problems, missing } = collectSettings(table, sources);
  const { apiKey, problems: keyProblems, isMissing } = readApiKey(sources);
  const insecure = isInsecure(sources) ? [INSECURE] : [];
  const { proxy, problems: proxyProblems } = proxyOf(result, sources);
  return {
    result,
    apiKey,
    proxy,
    missing: missing + (isMissing ? 1 : 0),
    problems: [...problems, ...keyProblems, ...keyInAddress(result, apiKey), ...insecure, ...proxyProblems],
  };
}

/** As far as they can be understood, whatever is wrong with them and with others. */
export function readLeniently<T extends SettingTable>(table: T, sources: Sources): Partial<ValuesOf<T>> {
  return collectSettings(table, sources).result.values;
}

function proxyOf({ values }: ReadSettings<SettingTable>, { env }: Sources): ProxyReading {
  const address = values['baseUrl'];
  return typeof address === 'string' ? readProxy(env.values, address) : { problems: [] };
}

export function isInsecure({ env }: Sources): boolean {
  return env.values['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
}

export const INSECURE =
  'NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment would let others on the network read the key; name the certificate authority in NODE_EXTRA_CA_CERTS instead';

/** The address is written into the plan and shown to people, so the key may be no part of it, in whatever form. */
function keyInAddress(
  { values, shown }: ReadSettings<SettingTable>,
  apiKey: Secret | undefined,
): readonly string[] {
  const address = values['baseUrl'];
  if (!apiKey || typeof address !== 'string') return [];
  const { pathname } = new URL(address);
  const holdsKey = [pathname, unescapeUrl(pathname)].some((text) => apiKey.redact(text) !== text);
  const where = shown[SETTINGS.baseUrl.flag]?.from;
  return holdsKey ? [`${where}: "…" holds the key, which is set separately`] : [];
}

function unescapeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function redactShown(shown: ReadSettings<SettingTable>['shown'], { redact }: Secret) {
  return Object.fromEntries(
    Object.entries(shown).map(([flag, { value, from }]) => [
      flag,
      { value: value === null ? null : redact(value), from },
    ]),
  );
}

interface Refusal {
  readonly sources: Sources;
  /** How many of the problems are settings that nobody has made. */
  readonly missing: number;
}

const TRY_IT =
  'To be asked for them, run "pricesheet init"; to try pricesheet out, "pricesheet sandbox" needs no settings: it serves an account on this machine';

function refuseProblems(found: readonly string[], { sources, missing }: Refusal): void {
  const problems = [...sources.problems, ...unknownConfigKeys(sources), ...found];
  if (problems.length === 0) return;
  const redacted = problems.map(redactKeys(sources));
  if (missing === 0) throw new UsageError(redacted);
  const title = missing === problems.length ? 'Settings are missing' : 'Settings are missing or wrong';
  throw new UsageError(redacted, sources.isProgram ? { title } : { title, hint: TRY_IT });
}

function collectSettings<T extends SettingTable>(
  table: T,
  sources: Sources,
): { readonly result: ReadSettings<T>; readonly problems: readonly string[]; readonly missing: number } {
  const values: Record<string, unknown> = {};
  const shown: Record<string, ShownSetting> = {};
  const problems: string[] = [];
  let missing = 0;
  for (const [name, setting] of Object.entries(table)) {
    const found = findSetting(name, setting, sources);
    const parsed = found && setting.parse(found.text);
    if (parsed?.ok === false)
      problems.push(`${found?.where}: "${toShow(setting, found?.text ?? '')}" ${parsed.why}`);
    if (!found && setting.required && !mayBeUnread(setting, sources)) {
      missing++;
      problems.push(
        sources.isProgram ? describeMissingOption(name, setting) : describeMissing(setting, sources),
      );
    }
    values[name] = parsed?.ok ? layOver(parsed.value, setting, sources) : setting.fallback;
    shown[setting.flag] = {
      value: found ? (setting.show ?? String)(found.text) : describeFallback(setting),
      from: found?.where ?? 'default',
    };
  }
  const result = {
    values: values as ValuesOf<T>,
    shown,
    flags: givenFlags(table, sources.flags),
    layoutFlags: givenFlags(table, sources.flags, { layout: true }),
  };
  return { result, problems, missing };
}

/**
 * A text as a message may repeat it. A key that somebody put into the address, in whatever part of it, is not to be shown
 * because of that; nor one that was given instead of it, as happens to people who mix the two variables up.
 */
function toShow({ flag, show }: Setting<unknown>, text: string): string {
  if (show) return show(text);
  const isAddress = flag !== SETTINGS.baseUrl.flag || text === '' || /^https?:/i.test(text);
  if (!isAddress && !PLAIN_HOST.test(text)) return '…';
  return text.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '…');
}

/** A host name as people choose them, which no key looks like: short words in small letters, or this machine's number, and a port at most. */
const PLAIN_HOST =
  /^(?:localhost|127(?:\.\d{1,3}){3}|(?:[a-z][a-z0-9-]{0,19}\.){1,5}[a-z]{2,10})(?::\d{1,5})?$/;

/** A map with the entries of the job that no flag has replaced: what was settled for its other columns stays settled. */
function layOver(value: unknown, { byEntry, flag, parse }: Setting<unknown>, { job }: Sources): unknown {
  const below = byEntry ? job.values[flag] : undefined;
  const parsed = below === undefined ? undefined : parse(below);
  if (!(parsed?.ok && parsed.value instanceof Map && value instanceof Map)) return value;
  return new Map([...parsed.value, ...value]);
}

function findSetting(name: string, { flag, env }: Setting<unknown>, sources: Sources): Found | undefined {
  const given = sources.flags[name];
  if (given !== undefined) return { text: String(given), where: nameGiven(name, { flag, given }, sources) };
  for (const { values, nameOf } of [sources.env, sources.dotenv]) {
    const text = env === undefined ? undefined : values[env];
    // An empty variable is how shells and compose files write one that isn't set.
    if (env !== undefined && text) return { text, where: nameOf(env) };
  }
  // An empty text in the config file was written by somebody: a guard must not be off because of it.
  for (const { values, nameOf } of [sources.job, sources.config]) {
    const text = values[flag];
    if (text !== undefined) return { text, where: nameOf(flag) };
  }
  return undefined;
}

interface Given {
  readonly flag: string;
  readonly given: string | boolean;
}

function nameGiven(name: string, { flag, given }: Given, { isProgram }: Sources): string {
  if (isProgram) return name;
  return given === false ? `--no-${flag}` : `--${flag}`;
}

/** Whether a file that could not be read may have it: the one problem is that file. */
function mayBeUnread({ env }: Setting<unknown>, { unread, dotenvPath, configPath }: Sources): boolean {
  return unread.has(configPath) || (env !== undefined && unread.has(dotenvPath));
}

function describeMissingOption(name: string, { about, required }: Setting<unknown>): string {
  return `Pass ${name}, the ${about}, for example "${required}"`;
}

/** A missing setting, an example of it, and every place where it can be set. */
function describeMissing(
  { flag, env = flag, about, required }: Setting<unknown>,
  { dotenvPath, configPath }: Sources,
): string {
  return `Set ${env} to the ${about}, for example with the line ${env}=${required} in ${basename(dotenvPath)}; or set it in the environment, set "${flag}" in ${basename(configPath)}, or pass --${flag}`;
}

function describeFallback({ fallback, fallbackText }: Setting<unknown>): string | null {
  return fallbackText ?? (fallback === undefined ? null : String(fallback));
}
