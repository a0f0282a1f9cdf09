import { type Day, parseDay } from '../domain/day.ts';
import { askAbout, didYouMean } from '../domain/did-you-mean.ts';
import { nearestNames } from '../domain/nearest-names.ts';
import type { ConcurrencySetting, RateSetting } from '../domain/ports.ts';
import { canonicalEncoding } from '../sheet/encodings.ts';
import { type Parse, type Parsed, refused, understood } from './setting.ts';

/** Parsers of what settings are given as: text in, a value or a reason out. */

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

interface Range {
  readonly from: number;
  readonly to: number;
  /** What the number is, for the message. */
  readonly what: string;
}

export function wholeNumber({ from, to, what }: Range): (text: string) => Parsed<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to
      ? understood(number)
      : refused(`is not ${what} from ${from} to ${to}`);
  };
}

export function decimalNumber({ from, to, what }: Range): (text: string) => Parsed<number> {
  return (text) => {
    const number = /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to
      ? understood(number)
      : refused(`is not ${what} from ${from} to ${to}`);
  };
}

/** A number, or the word `auto`. */
function orAuto(number: typeof decimalNumber, range: Range): (text: string) => Parsed<number | 'auto'> {
  const parse = number(range);
  return (text) => {
    if (text === 'auto') return understood(text);
    const parsed = parse(text);
    return parsed.ok
      ? parsed
      : refused(`is neither auto nor ${range.what} from ${range.from} to ${range.to}`);
  };
}

/** Requests per second. */
export const rate: Parse<RateSetting> = orAuto(decimalNumber, {
  from: 0.01,
  to: 100_000,
  what: 'a number of requests per second',
});

/** Requests in flight at once. */
export const concurrency: Parse<ConcurrencySetting> = orAuto(wholeNumber, {
  from: 1,
  to: 256,
  what: 'a whole number',
});

export const MS_OF_UNIT: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
const MAX_AGE_MS = 24 * 3_600_000;

/** `30s`, `5m`, `1h`, `0`, or `off`. Units of the value: milliseconds. */
export function age(text: string): Parsed<number | 'off'> {
  if (text === 'off') return understood(text);
  const [, number, unit] = /^(\d{1,6})([smh])$/.exec(text === '0' ? '0s' : text) ?? [];
  const ms = Number(number) * (MS_OF_UNIT[unit ?? ''] ?? Number.NaN);
  return ms <= MAX_AGE_MS
    ? understood(ms)
    : refused('is neither an age up to 24h such as 30s, 5m or 1h, nor 0, nor off');
}

/** `10s`, `5m`, `30h`, `7d`, `8w`. Units of the value: milliseconds. */
export function timeSpan({ from, to }: { readonly from: string; readonly to: string }): Parse<number> {
  return (text) => {
    const ms = toMs(text);
    return ms >= toMs(from) && ms <= toMs(to)
      ? understood(ms)
      : refused(`is not a time such as 10s, 5m, 30h or 7d, from ${from} to ${to}`);
  };
}

function toMs(text: string): number {
  const [, number, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  return Number(number) * (MS_OF_UNIT[unit ?? ''] ?? Number.NaN);
}

/** A percentage, with or without its sign. */
export function percentage(text: string): Parsed<number> {
  const match = /^(\d{1,6}(?:\.\d{1,3})?) ?%?$/.exec(text);
  return match ? understood(Number(match[1])) : refused('is not a percentage such as 50 or 12.5%');
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

export function nonBlank(text: string): Parsed<string> {
  return text.trim() === '' ? refused('is blank') : understood(text);
}

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['\\t', '\t'],
  ['pipe', '|'],
]);

const WORDY_DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe'] as const;

export function delimiter(text: string): Parsed<string> {
  const character = DELIMITERS.get(text) ?? text;
  const usable = character.length === 1 && !/["'\r\n\p{L}\p{N}]/u.test(character);
  return usable
    ? understood(character)
    : refused(
        `is not a delimiter; use comma, semicolon, tab, pipe or a single character${didYouMean(text, WORDY_DELIMITERS)}`,
      );
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
  return mark === undefined
    ? refused(`is not one of double, single, none${didYouMean(text, QUOTES.keys())}`)
    : understood(mark);
}

/** The encodings that programs export sheets in. */
const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'macintosh',
  'cp437',
  'cp850',
] as const;

export function encoding(text: string): Parsed<string> {
  const name = canonicalEncoding(text);
  return name === undefined
    ? refused(
        `is not an encoding such as utf-8, windows-1252, utf-16le or cp850${didYouMean(text, ENCODINGS)}`,
      )
    : understood(name);
}

export function headerRow(text: string): Parsed<number | 'none'> {
  if (text === 'none') return understood(text);
  return /^[1-9]\d{0,5}$/.test(text)
    ? understood(Number(text))
    : refused('is neither a line number nor none');
}

export function day(text: string): Parsed<Day> {
  const parsed = parseDay(text);
  return parsed === undefined ? refused('is not a day such as 2026-12-31') : understood(parsed);
}

export function yes(text: string): Parsed<boolean> {
  if (text === 'true') return understood(true);
  return text === 'false' ? understood(false) : refused('is neither true nor false');
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

/** A percentage up to 100, as a share of 1. */
export function share(text: string): Parsed<number> {
  const parsed = percentage(text);
  if (!parsed.ok) return parsed;
  return parsed.value <= 100 ? understood(parsed.value / 100) : refused('is more than 100 %');
}

/** `50`, or `20-200`. */
export function range(text: string): Parsed<number | readonly [number, number]> {
  const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text);
  if (!match) return refused('is neither a number nor a range such as 20-200');
  const [from, to] = [Number(match[1]), match[2] === undefined ? undefined : Number(match[2])];
  if (to === undefined) return understood(from);
  return from <= to ? understood([from, to] as const) : refused('is a range that ends before it begins');
}
