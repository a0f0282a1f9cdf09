import type { Cents } from '../domain/cents.ts';
import { CODES_OF_HUNDREDTHS } from '../domain/currency.ts';
import { type Day, parseDay } from '../domain/day.ts';
import { askAbout, nearestNames } from '../domain/nearest-names.ts';
import { Secret } from '../domain/secret.ts';
import type { Limit } from '../plan/guard-rules.ts';
import { readPlainCents } from '../sheet/amount-text.ts';
import { canonicalEncoding } from '../sheet/encoding.ts';
import { parseShare } from '../sheet/parse-money.ts';
import { type JsonSchema, type Parse, type Parsed, refused, understood } from './setting.ts';

/** Parsers of settings that are a single value: text in, a value or a reason out. `parse-lists.ts` has lists. */

export function oneOf<const T extends string>(...words: readonly T[]): Parse<T> {
  const parse = (text: string): Parsed<T> => {
    const word = words.find((known) => known === text);
    return word === undefined
      ? refused(`is not one of ${words.join(', ')}${askAbout(nearestWords(text, words))}`)
      : understood(word);
  };
  return Object.assign(parse, { words });
}

/** Of a few words a short one is meant also where it goes on: `okay`. */
function nearestWords(text: string, words: readonly string[]): readonly string[] {
  const nearest = nearestNames(text, words);
  return nearest.length > 0 ? nearest : words.filter((word) => text.toLowerCase().startsWith(word));
}

/** A word, or anything else that can be parsed. */
export function wordOr<const W extends string, T>(word: W, parse: Parse<T>): Parse<W | T> {
  const parseAny = (text: string): Parsed<W | T> => {
    if (text === word) return understood(word);
    const parsed = parse(text);
    return parsed.ok ? parsed : refused(`${parsed.why}, nor "${word}"`);
  };
  return Object.assign(parseAny, { json: [{ const: word }, ...(parse.json ?? [])] });
}

/**
 * Text of one form, which the schema of the config file has too. `why`: the rest of a sentence that begins with a text of another form.
 * `read`: what it means; `undefined` if nothing all the same. `json`: what else a config file may hold.
 */
function form<T>(
  pattern: RegExp,
  why: string,
  read: (match: readonly string[]) => T | undefined,
  json: readonly JsonSchema[] = [],
): Parse<T> {
  const parse = (text: string): Parsed<T> => {
    const match = pattern.exec(text);
    const value = match ? read(match) : undefined;
    return value === undefined ? refused(why) : understood(value);
  };
  return Object.assign(parse, { json: [...json, { type: 'string', pattern: pattern.source }] });
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** What the number is, for the message. */
  readonly what: string;
}

export const wholeNumber = numberLike('integer', /^\d{1,15}$/);
export const decimalNumber = numberLike('number', /^\d{1,12}(\.\d{1,6})?$/);

function numberLike(type: 'integer' | 'number', pattern: RegExp): (range: Range) => Parse<number> {
  return ({ from, to, what }) => {
    const why = `is not ${what} from ${from} to ${to}`;
    const parse = form(pattern, why, ([text]) => within(Number(text), from, to));
    // Of a number, instead of its text.
    return Object.assign(parse, { json: [{ type, minimum: from, maximum: to }] });
  };
}

function within(number: number, from: number, to: number): number | undefined {
  return number >= from && number <= to ? number : undefined;
}

const MS_OF_UNIT: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** `10s`, `5m`, `30h`, `7d`, `8w`, or `0`. Units of the value: milliseconds. */
export function timeSpan({ from, to }: { readonly from: string; readonly to: string }): Parse<number> {
  const why = `is not a time such as 10s, 5m, 30h or 7d, from ${from} to ${to}`;
  const json = toMs(from) === 0 ? [{ const: 0 }] : [];
  return form(SPAN, why, ([text = '']) => within(toMs(text), toMs(from), toMs(to)), json);
}

const SPAN = /^(?:(\d{1,6})([smhdw])|0)$/;

/** `NaN` for what is not a span of time. */
function toMs(text: string): number {
  const [, number = '0', unit = 's'] = SPAN.exec(text) ?? ['', ''];
  return number === '' ? Number.NaN : Number(number) * (MS_OF_UNIT[unit] ?? 0);
}

/**
 * `2026-11-01`, `2026-11-01T02:15` (UTC), `2026-11-01T02:15:04.123Z` as `--json` prints it, `24h`, `7d`, `2w`: the moment, seen from now.
 *
 * Units: epoch milliseconds. Shape of the moment: ISO 8601.
 */
export function since(text: string): Parsed<(now: number) => string> {
  const agoMs = toMs(text);
  if (!Number.isNaN(agoMs)) return understood((now) => new Date(now - agoMs).toISOString());
  const [, date, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?)?$/.exec(text) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`);
  const moment = Number.isNaN(at) ? '' : new Date(at).toISOString();
  // A day that no month has would be taken for one of the next month.
  return date !== undefined && moment.startsWith(date)
    ? understood(() => moment)
    : refused('is neither a time such as 2026-11-01 or 2026-11-01T02:15 (UTC), nor an age such as 24h or 7d');
}

/** A percentage, with or without its sign. */
export const percentage = form(
  /^(\d{1,6}(?:\.\d{1,3})?) ?%?$/,
  'is not a percentage such as 50 or 12.5%',
  ([, number]) => Number(number),
  [{ type: 'number', minimum: 0, maximum: 999_999 }],
);

/** `0.30`, in major units, whatever the sheet is in. Units: cents. */
export function feeAmount(text: string): Parsed<Cents> {
  const cents = readPlainCents(text.trim(), { unit: 'major', decimalSign: '.' });
  return cents === undefined ? refused('is not an amount such as 0.30') : understood(cents);
}
feeAmount.json = [{ type: 'number', minimum: 0 }, { type: 'string' }];

/** `15`. Units: thousandths of a percent. */
export function feeShare(text: string): Parsed<number> {
  const parsed = parseShare(text.trim());
  return parsed.kind === 'share' ? understood(parsed.share) : refused(parsed.detail);
}
feeShare.json = [{ type: 'number', minimum: 0, exclusiveMaximum: 100 }, { type: 'string' }];

export const countOrPercent = form<Limit>(
  /^(?:(\d{1,9})|(\d{1,6}(?:\.\d{1,3})?) ?%)$/,
  'is neither a number such as 20 nor a percentage such as 10%',
  ([, count, percent]) =>
    count === undefined
      ? { kind: 'percent', percent: Number(percent) }
      : { kind: 'count', count: Number(count) },
  [{ type: 'integer', minimum: 0, maximum: 999_999_999 }],
);

export function yes(text: string): Parsed<boolean> {
  if (text === 'true') return understood(true);
  return text === 'false' ? understood(false) : refused('is neither true nor false');
}
yes.json = [{ type: 'boolean' }];

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['\\t', '\t'],
  ['pipe', '|'],
]);

export function delimiter(text: string): Parsed<string> {
  const character = DELIMITERS.get(text) ?? text;
  return character.length === 1 && !/["'\r\n\p{L}\p{N}]/u.test(character)
    ? understood(character)
    : refused('is not a delimiter; use comma, semicolon, tab, pipe or a single character');
}

const QUOTES = { double: '"', single: "'", none: 'none' } as const;
const quoteWord = oneOf('double', 'single', 'none');

export function quote(text: string): Parsed<'"' | "'" | 'none'> {
  const parsed = quoteWord(text);
  return parsed.ok ? understood(QUOTES[parsed.value]) : parsed;
}
quote.words = ['double', 'single', 'none'];

export function encoding(text: string): Parsed<string> {
  const name = canonicalEncoding(text);
  return name === undefined
    ? refused('is not an encoding such as utf-8, windows-1252, utf-16le or cp850')
    : understood(name);
}

export const line = wholeNumber({ from: 1, to: 999_999, what: 'a line number' });

export function day(text: string): Parsed<Day> {
  const parsed = parseDay(text);
  return parsed === undefined ? refused('is not a day such as 2026-12-31') : understood(parsed);
}

/** A token that looks like an amount would turn amounts into clears. */
export function clearToken(text: string): Parsed<string> {
  if (text.trim() !== text || text === '') return refused('is blank or has blanks around it');
  return /\d/.test(text) ? refused('holds a digit, and could be an amount') : understood(text);
}

export const currency = form(
  new RegExp(`^(?!(?:${CODES_OF_HUNDREDTHS})$)[A-Za-z]{3}$`),
  'is not a three-letter currency code',
  ([text]) => text?.toLowerCase(),
);

/** The service's address. `http:` would let others on the network read the key, so it works for this machine only. */
export function baseUrl(text: string): Parsed<string> {
  const parsed = parseWebUrl(text);
  if (!parsed.ok)
    return refused(isLocalWithoutScheme(text) ? `${parsed.why}; write http:// before it` : parsed.why);
  const { username, password, search, hash, href } = parsed.value;
  if (username !== '' || password !== '')
    return refused('holds a user name or password; the key is set separately');
  if (search !== '' || hash !== '')
    return refused('has a query or a fragment, which a base URL may not have');
  return understood(href.replace(/\/+$/, ''));
}

/** Where messages are posted. The address is a secret, so `http:` works for this machine only. */
export function webhook(text: string): Parsed<Secret> {
  const parsed = parseWebUrl(text);
  if (!parsed.ok) return parsed;
  const { username, password, hash, href } = parsed.value;
  return username !== '' || password !== '' || hash !== ''
    ? refused('holds a user name, a password or a fragment, which are not sent')
    : understood(new Secret(href));
}
webhook.json = [{ type: 'string', pattern: '^https?://' }];

/** A webhook for people, without the part of its address that lets anybody post there. */
export function showWebhook(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && isWeb(url) ? `${url.origin}/…` : '…';
}

function parseWebUrl(text: string): Parsed<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isWeb(url)) return refused('is not an https:// address; http:// works for this machine only');
  return url.protocol === 'https:' || isLoopback(url.hostname)
    ? understood(url)
    : refused('is http://, which works for this machine only (localhost, 127.0.0.1); use https://');
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** `127.0.0.1:8123`, `localhost/v1`. */
function isLocalWithoutScheme(text: string): boolean {
  const address = `http://${text}`;
  return !text.includes('://') && URL.canParse(address) && isLoopback(new URL(address).hostname);
}

/** Whether a host name, as a URL spells it, can only be this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
