import { type Day, parseDay } from '../domain/day.ts';
import { askAbout } from '../domain/did-you-mean.ts';
import { nearestNames } from '../domain/nearest-names.ts';
import { Secret } from '../domain/secret.ts';
import { canonicalEncoding } from '../sheet/encodings.ts';
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
    const parse = (text: string): Parsed<number> => {
      const number = pattern.test(text) ? Number(text) : Number.NaN;
      return number >= from && number <= to
        ? understood(number)
        : refused(`is not ${what} from ${from} to ${to}`);
    };
    return Object.assign(parse, { json: [{ type, minimum: from, maximum: to }, textLike(pattern)] });
  };
}

function textLike({ source }: RegExp): JsonSchema {
  return { type: 'string', pattern: source };
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
  const parse = (text: string): Parsed<number> => {
    const ms = toMs(text);
    return ms >= toMs(from) && ms <= toMs(to)
      ? understood(ms)
      : refused(`is not a time such as 10s, 5m, 30h or 7d, from ${from} to ${to}`);
  };
  const zero = toMs(from) === 0 ? [{ enum: [0, '0'] }] : [];
  return Object.assign(parse, { json: [textLike(SPAN), ...zero] });
}

const SPAN = /^(\d{1,6})([smhdw])$/;

/** `NaN` for what is not a span of time. */
function toMs(text: string): number {
  const [, number, unit] = SPAN.exec(text === '0' ? '0s' : text) ?? [];
  return Number(number) * (MS_OF_UNIT[unit ?? ''] ?? Number.NaN);
}

/** A moment, or how long ago it was. Units: epoch milliseconds, milliseconds. */
export type Since = { readonly at: number } | { readonly agoMs: number };

/** `2026-11-01`, `2026-11-01T02:15` (UTC), `2026-11-01T02:15:04.123Z` as `--json` prints it, `24h`, `7d`, `2w`. */
export function since(text: string): Parsed<Since> {
  const agoMs = toMs(text);
  if (!Number.isNaN(agoMs)) return understood({ agoMs });
  const [, date, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?)?$/.exec(text) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`);
  // A day that no month has would be taken for one of the next month.
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(date ?? '');
  return isDay
    ? understood({ at })
    : refused('is neither a time such as 2026-11-01 or 2026-11-01T02:15 (UTC), nor an age such as 24h or 7d');
}

/** As ISO 8601. */
export function resolveSince(given: Since, now: number): string {
  return new Date('at' in given ? given.at : now - given.agoMs).toISOString();
}

/** A percentage, with or without its sign. */
export function percentage(text: string): Parsed<number> {
  const match = PERCENTAGE.exec(text);
  return match ? understood(Number(match[1])) : refused('is not a percentage such as 50 or 12.5%');
}
const PERCENTAGE = /^(\d{1,6}(?:\.\d{1,3})?) ?%?$/;
percentage.json = [{ type: 'number', minimum: 0, maximum: 999_999 }, textLike(PERCENTAGE)];

/** A percentage up to 100, as a share of 1. */
export function share(text: string): Parsed<number> {
  const parsed = percentage(text);
  if (!parsed.ok) return parsed;
  return parsed.value <= 100 ? understood(parsed.value / 100) : refused('is more than 100 %');
}

export type CountOrPercent =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number };

export function countOrPercent(text: string): Parsed<CountOrPercent> {
  if (/^\d{1,9}$/.test(text)) return understood({ kind: 'count', count: Number(text) });
  const percent = text.endsWith('%') ? percentage(text) : refused('');
  return percent.ok
    ? understood({ kind: 'percent', percent: percent.value })
    : refused('is neither a number such as 20 nor a percentage such as 10%');
}
countOrPercent.json = [
  { type: 'integer', minimum: 0, maximum: 999_999_999 },
  textLike(/^(\d{1,9}|\d{1,6}(\.\d{1,3})? ?%)$/),
];

/** `50`, or `20-200`. */
export function range(text: string): Parsed<number | readonly [number, number]> {
  const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text);
  if (!match) return refused('is neither a number nor a range such as 20-200');
  const [from, to] = [Number(match[1]), match[2] === undefined ? undefined : Number(match[2])];
  if (to === undefined) return understood(from);
  return from <= to ? understood([from, to] as const) : refused('is a range that ends before it begins');
}

export function yes(text: string): Parsed<boolean> {
  if (text === 'true') return understood(true);
  return text === 'false' ? understood(false) : refused('is neither true nor false');
}
yes.json = [{ type: 'boolean' }, { enum: ['true', 'false'] }];

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

const QUOTES: ReadonlyMap<string, '"' | "'" | 'none'> = new Map([
  ['double', '"'],
  ['"', '"'],
  ['single', "'"],
  ["'", "'"],
  ['none', 'none'],
]);

export function quote(text: string): Parsed<'"' | "'" | 'none'> {
  const mark = QUOTES.get(text);
  return mark === undefined ? refused('is not one of double, single, none') : understood(mark);
}
quote.json = [{ enum: [...QUOTES.keys()] }];

export function encoding(text: string): Parsed<string> {
  const name = canonicalEncoding(text);
  return name === undefined
    ? refused('is not an encoding such as utf-8, windows-1252, utf-16le or cp850')
    : understood(name);
}

export function line(text: string): Parsed<number> {
  return LINE.test(text) ? understood(Number(text)) : refused('is not a line number');
}
const LINE = /^[1-9]\d{0,5}$/;
line.json = [{ type: 'integer', minimum: 1, maximum: 999_999 }, textLike(LINE)];

export function day(text: string): Parsed<Day> {
  const parsed = parseDay(text);
  return parsed === undefined ? refused('is not a day such as 2026-12-31') : understood(parsed);
}

/** A token that looks like an amount would turn amounts into clears. */
export function clearToken(text: string): Parsed<string> {
  if (text.trim() !== text || text === '') return refused('is blank or has blanks around it');
  return /\d/.test(text) ? refused('holds a digit, and could be an amount') : understood(text);
}

export function currency(text: string): Parsed<string> {
  return /^[a-z]{3}$/i.test(text)
    ? understood(text.toLowerCase())
    : refused('is not a three-letter currency code');
}
currency.json = [textLike(/^[A-Za-z]{3}$/)];

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
webhook.json = [textLike(/^https?:\/\//)];

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
