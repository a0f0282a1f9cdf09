import { didYouMean } from '../../domain/did-you-mean.ts';
import { joinTexts, toUnitsText } from '../../settings/parse-config.ts';
import { columnMap } from '../../settings/parse-names.ts';
import type { Options } from '../../settings/read-sources.ts';
import type { SettingTable } from '../../settings/setting.ts';

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
export function toOptions(given: object, table: SettingTable): ReadOptions {
  const problems = new Map<string, string>();
  const options: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || includes(OF_CALL, name)) continue;
    const isKnown = Object.hasOwn(table, name) || includes([...SWITCHES, ...SOURCES], name);
    const read = isKnown ? toText(name, value) : { why: `is not an option${suggest(name, table)}` };
    if (typeof read === 'object') problems.set(name, `${name} ${read.why}`);
    else options[name] = read;
  }
  return { options, problems };
}

function suggest(name: string, table: SettingTable): string {
  return didYouMean(name, [...Object.keys(table), ...SWITCHES, ...SOURCES, ...OF_CALL]);
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

type Read = string | boolean | { readonly why: string };

function toText(name: string, value: unknown): Read {
  if (name === 'map') return toMapText(value);
  if (name === 'units' && isObject(value)) return toUnitsText(value);
  if ((name === 'leaveOut' || name === 'notes') && isObject(value)) return JSON.stringify(value);
  if (name === 'where' && Array.isArray(value)) return toText('', joinTexts(value));
  if (typeof value === 'boolean') return value;
  if (includes(SWITCHES, name)) return { why: 'is neither true nor false' };
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(',')))
    return value.join(',');
  return { why: 'is neither a text nor a number, nor true or false, nor a list of words' };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a map holds no more entries than the map: a header with `,cost=` in it would be another column. */
function toMapText(value: unknown): Read {
  const entries = isObject(value) ? Object.entries(value) : [];
  if (!isObject(value) || entries.some(([, header]) => typeof header !== 'string'))
    return { why: "is not an object of headers by field, such as { cost: 'Net price' }" };
  const text = entries.map(([field, header]) => `${field}=${header}`).join(',');
  const parsed = columnMap(text);
  if (parsed.ok && parsed.value.size !== entries.length)
    return {
      why: 'has a header that holds a comma, the name of a field and =; name that column by its letter',
    };
  return text;
}
