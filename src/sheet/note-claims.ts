import { currenciesOf } from '../domain/currency.ts';
import { type Day, toDay } from '../domain/day.ts';
import { type ValueOf, wordOrTexts } from '../domain/json-form.ts';
import type { DecimalSign } from './amount-text.ts';
import { isWeekday, MONTH_NAME, monthOf, parseDate, withoutAccents } from './dates.ts';
import { isPiece, PACK_WORD } from './divisor-text.ts';
import { meaningOf } from './header/header-meanings.ts';

/** What a line beside the table says of all amounts in it. */
export type Claim =
  | { readonly kind: 'pieces'; readonly pieces: number | undefined }
  | { readonly kind: 'cents' }
  | { readonly kind: 'currency'; readonly currencies: ReadonlySet<string> }
  | { readonly kind: 'tax' | 'discount' | 'market' }
  /** Of a day without a year its month and day alone, for `inNearestYear`. */
  | { readonly kind: 'from' | 'until'; readonly days: readonly Day[] };

/** A long note is read in parts, since the expressions below could take long; each begins with the last words of the one before it. */
const MAX_WORDS = 60;
const OVERLAP = 10;
const MAX_WORD = 60;

const PER = String.raw`(?<!\p{L})(?:per|je|pro|par|por|voor|za|ogni|à|for|each)\s+`;
const PACK = `(?:cases?|cartons?|kartons?|box(?:es)?|packs?|packungen?|vpe|ve|gebinde|colli|set|kg|kilo)`;
const PIECES_OF_WORDS: readonly (readonly [words: RegExp, pieces: number])[] = [
  [perWord('paar|pair|paire|par|paio|para'), 2],
  [perWord('dozens?|dz|doz|dutzend|douzaine|docena|dozzina|dozijn|tuzin'), 12],
  [perWord('hundred|hundert|cento|centaine'), 100],
  [perWord('thousand|tausend|mille?|duizend'), 1000],
];
const NUMBER = String.raw`(?!(?:19|20)\d\d(?!\d))(?<pieces>\d{1,3}(?:[.,' ]000)+|\d{1,6})(?![\p{N}]|[.,/-]\d)`;
/** What every text has that says so, and most texts of a column don’t. */
const MAY_BE_PIECES = new RegExp(`${PER}|/\\s*1`, 'iu');
const MAY_BE_CURRENCY = /[A-Z]{3}|[Ee]uro|[€£¥₹$]/;
const MAY_BE_DAY = /\d{4}|\d[./-]\d/;
const PER_NUMBER = new RegExp(`${PER}${NUMBER}`, 'iu');
/** `per pack of 6`. */
const PER_PACK = new RegExp(
  `${PER}${PACK}(?!\\p{L})(?:\\s+(?:of|à|zu|mit|de|da|van|von|po)\\s+(?<pieces>\\d{1,6}))?`,
  'iu',
);
/** `EUR/100 St.`, `(EUR / 1000)`. */
const SLASH = /\/\s*(?<pieces>10{1,3}|1[.,' ]000)(?!\d)/;
const CENTS =
  /(?<!\p{L})(?:in|en|w|as)\s+(?:euro[\s-]?|us[\s-]?)?(?:cents?|cts?|centimes|céntimos|centavos|centesimi|centen|groszach|pence)(?!\p{L})/iu;
const CODE =
  /(?:(?<!\p{L})(?:[Ii]n|[Ee]n|w)\s+|[(:]\s*|^(?=[A-Z]{3}\s*(?:$|[/)])))(?<code>[A-Z]{3}|[Ee]uros?)(?!\p{L})/gu;
/** Beside a word for prices; where all is in capitals, only at the end. Codes that are English words, too, are none. */
const CODE_OF_PRICES = /(?<!\p{L})(?!ALL|TOP|TRY)[A-Z]{3}(?!\p{L})(?=.*\p{Ll}|$|(?<=\p{Ll}.*))/gu;
const SIGN = /[€£¥₹]|(?:US|CA|C|AU|A|NZ|HK|MX)?\$/gu;
const TAX_WORD =
  '(?:vat|mwst\\.?|ust\\.?|umsatzsteuer|mehrwertsteuer|(?:sales )?tax(?:es)?|tva|iva|btw|gst|moms)(?!\\p{L})';
const WITH =
  '(?:incl(?:\\.|ud(?:e|es|ed|ing)|usive)?|inkl(?:\\.|usive)?|with|mit|avec|con|met|zawiera|enthalten|comprennent|incluyen|includono)';
const INCLUDED =
  '(?:is |are |ist |est )?(?:included|inclusive|enthalten|inklusive|comprise|incluid[oa]|inclus[ao]|inbegrepen|wliczony)';
const TAX = new RegExp(
  `(?<!\\p{L})(?:${WITH}\\s*(?:of\\s+|de\\s+|die\\s+|the\\s+|l[ae]\\s+)?(?:\\d+(?:[.,]\\d+)?\\s*%\\s*)?(?:de\\s+)?${TAX_WORD}|${TAX_WORD}\\s+${INCLUDED}|ttc(?!\\p{L})|brutto(?:preise?)?(?!\\p{L})|gross prices?(?!\\p{L})|^gross$)`,
  'iu',
);
const DISCOUNT_WORD =
  '(?:discounts?|rabatte?|skonto|remises?|rabais|escompte|descuentos?|sconto|sconti|korting(?:en)?|rabat(?:u|y)?)(?!\\p{L})';
const DISCOUNT = new RegExp(
  `(?<!\\p{L})(?:less|minus|abzgl\\.?|abzüglich|moins|menos|meno|minder)\\s+(?:\\d|${DISCOUNT_WORD})|(?<!\\p{L})(?:before|without|vor|ohne|avant|hors|antes de|sin|prima dello|senza|vóór|zonder|przed)\\s+${DISCOUNT_WORD}|%\\s*${DISCOUNT_WORD}`,
  'iu',
);
const MARKETPLACE =
  /(?<![\w@.-])(?:amazon|ebay|walmart|kaufland|cdiscount|allegro|zalando)(?:\.(?:com|co\.uk|[a-z]{2})|\s+(?:uk|us|usa|eu|de|fr|it|es|nl|pl|ca))(?![\w.])/i;
const MARKET_PRICES =
  /(?<![\p{L}\p{N}])(?:UK|US|USA|EU|GB|DE|FR|IT|ES|NL|PL|CA)[ -](?:prices?|price list|preise|preisliste|tarif)(?!\p{L})/iu;
const FROM =
  /(?<!\p{L})(?:ab|from|effective|starting|dès|à partir d[ue]|du|desde|dal|a partire dal|vanaf|od)(?!\p{L})(?<rest>.{1,40})/iu;
const UNTIL =
  /(?<!\p{L})(?:bis|until|till|through|thru|to|jusqu'(?:au|en)|hasta|fino al|tot|t\/m|do|ends|expires|endet)(?!\p{L})(?<rest>.{1,40})/iu;
/** A period without such a word is that of a report. */
const OF_PRICES =
  /tarif|valid|expire|cost|kost|gültig|gueltig|valable|válid|vigen|geldig|ważn|effective|offer|offre|ofert|angebot|promo|preis|price|prix|prec|prezz|prij[sz]|cen[ay]/iu;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?`;
/** A day, or a month of a year as `Dec. 2026`, `12/2026` or `2026-12`, with the time of day. */
const DATES = new RegExp(
  [
    String.raw`(?<![\d./-])\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`,
    String.raw`(?<!\d)\d{1,2}(?:\.|er|st|nd|rd|th)? \p{L}+\.? \d{4}`,
    String.raw`\p{L}+\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
    String.raw`(?<!\d)20\d{6}`,
    String.raw`\p{L}{3,}\.? 20\d\d`,
    String.raw`(?<![\p{L}\d./-])(?:\d{1,2}[./-]20\d\d|20\d\d-\d\d)`,
  ]
    .join('|')
    .replace(/.*/s, String.raw`(?:$&)(?!\d|[./-]\d)(?:[T ,]+${TIME})?`),
  'giu',
);
const MONTH = /^(?:(?<word>\p{L}{3,})\.? |(?<before>\d{1,2})[./-])20\d\d|^20\d\d-(?<behind>\d\d)(?!-)/u;
/** `1. Dezember`, `Dec 15`, `Dezember`, `30.11.`, `11/30`, right behind such a word, or behind one word more. */
const DAY_OF_YEAR = new RegExp(
  String.raw`^[^\p{L}\d]*(?:\p{L}+[.,]* (?=\d|\p{L}+\.? \d))?(?:(?<digits>\d{1,2}\. ?\d{1,2}\.|\d{1,2}/\d{1,2}(?!/))|(?:(?<first>\d{1,2})(?:\.|st|nd|rd|th|er|º)? ?(?:de |di )?)?(?<month>${MONTH_NAME})\.?(?: (?<last>\d{1,2})(?:st|nd|rd|th)?)?)(?!,? ?\d)`,
  'u',
);
const YEAR = /(?<!\d)20\d\d(?!\d)/;

/** What is written in front of a unit: `EUR/`, `per`. */
const BEFORE_UNIT = /^[^/]{0,5}\/\s*|^(?:.{0,5}\s)?(?:per|je|pro|par|por|p\.)\s+/iu;
const UNIT = /^[\p{L}\d.,' ¢]+$/u;
const CENT = /^(?:cts?|cents?|¢)(?!\p{L})/iu;
const LABEL = /^(?<label>[^:=]{1,60}?)(?<sign>\s*[:=]\s*|\s+(?=\S+$))(?<value>.{1,60})$/u;

/** A line's text, and what its cells say, each alone and together: `Preiseinheit;100` is a label and its value. */
export function readCells(texts: readonly string[]): {
  readonly text: string;
  readonly claims: readonly Claim[];
} {
  const [label = '', value = '', ...others] = texts;
  const pair = others.length === 0 && value !== '' ? `${label.replace(/\s*[:=]$/, '')}: ${value}` : '';
  const text = pair !== '' && readClaims(pair).length > 0 ? pair : texts.join(' ');
  return { text, claims: [...new Set([...texts, text])].flatMap(readClaims) };
}

/** What a line says about the amounts of its table, whatever they are taken for. */
export function readClaims(text: string): readonly Claim[] {
  const words = text.trim().split(/\s+/);
  if (words.length <= MAX_WORDS) return readPart(words);
  const parts = Array.from({ length: Math.ceil(words.length / (MAX_WORDS - OVERLAP)) }, (_, n) => {
    const from = n * (MAX_WORDS - OVERLAP);
    return readPart(words.slice(from, from + MAX_WORDS));
  });
  return parts.flat();
}

/** Whether other digits may make a text say something else: a number of pieces, or a day. */
export function dependsOnDigits(text: string): boolean {
  return MAY_BE_PIECES.test(text) || MAY_BE_DAY.test(text);
}

function readPart(words: readonly string[]): readonly Claim[] {
  const note = words.every(({ length }) => length <= MAX_WORD)
    ? words.join(' ')
    : words.map((word) => word.slice(0, MAX_WORD)).join(' ');
  const label = readLabel(note);
  if (label) return [label];
  const pieces = MAY_BE_PIECES.test(note) ? piecesOf(note) : undefined;
  const isOfPrices = OF_PRICES.test(note);
  const currencies = MAY_BE_CURRENCY.test(note) ? currenciesIn(note, isOfPrices) : undefined;
  const ends = daysBehind(note, UNTIL, isOfPrices);
  const until = isOfPrices ? ends : [];
  const behind = daysBehind(note, FROM, isOfPrices);
  // `Neue Preise zum 1.1.2027`, `Stand 1.1.2027`: a day to come says from when the amounts hold, whatever the word before it.
  const from = behind.length > 0 || ends.length > 0 ? behind : isOfPrices ? daysIn(note) : dayIn(note);
  return [
    ...(pieces ? [pieces] : []),
    ...(CENTS.test(note) ? [{ kind: 'cents' } as const] : []),
    ...(currencies ? [{ kind: 'currency', currencies } as const] : []),
    ...(TAX.test(note) ? [{ kind: 'tax' } as const] : []),
    ...(DISCOUNT.test(note) ? [{ kind: 'discount' } as const] : []),
    ...((isOfPrices && MARKETPLACE.test(note)) || MARKET_PRICES.test(note)
      ? [{ kind: 'market' } as const]
      : []),
    ...(from.length > 0 ? [{ kind: 'from', days: from } as const] : []),
    ...(until.length > 0 ? [{ kind: 'until', days: until } as const] : []),
  ];
}

/** `Preiseinheit: 100`: what the column of such a name says of its row, a line says of all of them. */
function readLabel(note: string): Claim | undefined {
  const { label = '', sign = '', value = '' } = LABEL.exec(note)?.groups ?? {};
  const { name, by } = meaningOf(label) ?? {};
  if (name === 'currency') {
    const currencies = currenciesOf(value);
    return currencies && { kind: 'currency', currencies };
  }
  if (!/[:=]/.test(sign) && (name !== 'cost_divisor' || by === 'weak')) return undefined;
  switch (name) {
    case 'cost_divisor':
    case 'unit':
      return perUnit(value) ?? (/\d/.test(value) || isPiece(value) ? undefined : SOME_PIECES);
    case 'valid_from':
    case 'valid_to':
      return { kind: name === 'valid_from' ? 'from' : 'until', days: daysAt(value, name === 'valid_to') };
    case 'platform':
    case 'channel':
      return { kind: 'market' };
    default:
      if (MARKETPLACE.exec(value)?.[0] === value) return { kind: 'market' };
      return /^\D{2,}$/.test(value) ? perUnit(value) : undefined;
  }
}

/** What a line of units right below the header says in a column of amounts: `DZ`, `per CS`, `p. 100`, `ct`. */
export function readUnit(text: string): readonly Claim[] {
  const unit = bareUnit(text);
  if (!UNIT.test(unit)) return [];
  if (CENT.test(unit)) return [{ kind: 'cents' }];
  return [perUnit(unit)].filter((claim) => claim !== undefined);
}

/** Whether a text is a unit and nothing else, if only one piece. */
export function isUnit(text: string): boolean {
  return readUnit(text).length > 0 || isPiece(bareUnit(text));
}

function bareUnit(text: string): string {
  return text
    .replace(/[[\]()]/g, '')
    .trim()
    .replace(BEFORE_UNIT, '');
}

const SOME_PIECES: Claim = { kind: 'pieces', pieces: undefined };

function perUnit(unit: string): Claim | undefined {
  return piecesOf(`per ${unit}`) ?? (PACK_WORD.test(unit) ? SOME_PIECES : undefined);
}

function perWord(words: string): RegExp {
  return new RegExp(`${PER}(?:${words})(?!\\p{L})`, 'iu');
}

function piecesOf(note: string): Claim | undefined {
  const [, ofWord] = PIECES_OF_WORDS.find(([words]) => words.test(note)) ?? [];
  if (ofWord !== undefined) return { kind: 'pieces', pieces: ofWord };
  const pack = PER_PACK.exec(note);
  if (pack)
    return { kind: 'pieces', pieces: pack.groups?.['pieces'] ? Number(pack.groups['pieces']) : undefined };
  const { pieces } = (PER_NUMBER.exec(note) ?? SLASH.exec(note))?.groups ?? {};
  const count = Number(pieces?.replace(/\D/g, '') ?? 1);
  return count > 1 ? { kind: 'pieces', pieces: count } : undefined;
}

/** One currency; a note that names several says nothing of all amounts. */
function currenciesIn(note: string, isOfPrices: boolean): ReadonlySet<string> | undefined {
  const words = [...note.matchAll(CODE)].map(({ groups }) =>
    (groups?.['code'] ?? '').replace(/^euros?$/i, 'EUR'),
  );
  const codes = isOfPrices ? note.match(CODE_OF_PRICES) : undefined;
  const named = [...words, ...(codes ?? []), ...(note.match(SIGN) ?? [])].flatMap(
    (word) => currenciesOf(word) ?? [],
  );
  const [first, ...others] = named;
  return first && others.every((other) => [...other].some((code) => first.has(code))) ? first : undefined;
}

/** The days behind such a word. */
function daysBehind(note: string, words: RegExp, isOfPrices = false): readonly Day[] {
  if (!isOfPrices && !MAY_BE_DAY.test(note)) return [];
  const rest = words.exec(note)?.groups?.['rest'] ?? '';
  return isOfPrices ? daysAt(rest, words === UNTIL) : daysIn(rest, words === UNTIL);
}

/** A day or a month without a year, at the beginning of a text; else the first date in it. */
function daysAt(text: string, isEnd: boolean): readonly Day[] {
  const { digits, first, month, last } = DAY_OF_YEAR.exec(withoutAccents(text))?.groups ?? {};
  const written = digits
    ? `${digits.replace(' ', '').replace(/\d$/, '$&/')}${ANY_YEAR}`
    : [first ?? last ?? [], month ?? [], ANY_YEAR].flat().join(' ');
  const days = daysOf(written, isEnd);
  return days.length > 0 ? days.map((day) => day % 10_000) : daysIn(text, isEnd);
}

/** Without a 29 February. */
const ANY_YEAR = 2023;

/** Of a day without a year the one that is nearest to another day. */
export function inNearestYear(day: Day, other: Day): Day {
  if (day >= 10_000) return day;
  const ahead = day - (other % 10_000);
  return day + 10_000 * (Math.floor(other / 10_000) + (ahead > 600 ? -1 : ahead < -600 ? 1 : 0));
}

/** The first date in a text, in each way in which it can be read; of a month or a year alone its first or its last day. */
function daysIn(text: string, isEnd = false): readonly Day[] {
  const days = datesIn(text).map((date) => daysOf(date, isEnd));
  const [year] = YEAR.exec(text) ?? [];
  return days.find(({ length }) => length > 0) ?? (year ? dayOfMonth(year, isEnd ? 12 : 1, isEnd) : []);
}

/** The first whole date, if there is no doubt that it is one. */
function dayIn(text: string): readonly Day[] {
  const date = datesIn(text).find((each) => YEAR.test(each) && !MONTH.test(each)) ?? '';
  const days = daysOf(date);
  return days.length > 0 ? [Math.min(...days)] : [];
}

function datesIn(text: string): readonly string[] {
  return MAY_BE_DAY.test(text) ? (text.match(DATES) ?? []) : [];
}

function daysOf(date: string, isEnd = false): readonly Day[] {
  const { word = '', before, behind } = MONTH.exec(date)?.groups ?? {};
  const month = before ?? behind ?? monthOf(word);
  const [year] = YEAR.exec(date) ?? [];
  return month && year
    ? dayOfMonth(year, Number(month), isEnd)
    : [...new Set(Object.values(parseDate(date)?.days ?? {}))];
}

function dayOfMonth(year: string, month: number, isEnd: boolean): readonly Day[] {
  const days = isEnd ? [31, 30, 29, 28] : [1];
  return days.flatMap((day) => toDay(Number(year), month, day) ?? []).slice(0, 1);
}

/**
 * What is settled of a line beside the table. `ignored`: it changes no amount, whatever it says. A list: nor by what these say, which was against
 * it. `seen`: nothing was against it, and that may change. `used`: it is the reason for a setting (`--cost-per 100`).
 */
export const NOTE_USE = wordOrTexts(['ignored', 'seen', 'used']);
export type NoteUse = ValueOf<typeof NOTE_USE>;
/** By their text. */
export type NotesJson = Readonly<Record<string, NoteUse>>;
export type SettledNotes = ReadonlyMap<string, NoteUse>;

/** In place of what is no news; and any number in what somebody has settled. */
const [ANY, ANY_NUMBER] = ['\uFFFC', '#'];
const ANY_TOKEN = new RegExp(`([${ANY}${ANY_NUMBER}]|\\d+(?:[.,]\\d+)*)`);
/** Whether somebody who agreed to the one has agreed to the other: the day of printing may differ, unless a date is what is against it. */
export function isSameNote(one: string, other: string, against?: Claim['kind']): boolean {
  return against === 'from' || against === 'until'
    ? inOneLine(one) === inOneLine(other)
    : isSame(withoutDates(one).split(ANY_TOKEN), withoutDates(other).split(ANY_TOKEN));
}

/** Likewise for a line that nothing is against, as a program writes it each night: other days, times and counts are no news. */
export function isLikeNote(one: string, other: string, decimalSign?: DecimalSign): boolean {
  const [here = [], there = []] = [one, other].map((text) =>
    withoutCounts(text, decimalSign).split(ANY_TOKEN),
  );
  return isSame(here, there);
}

/** A line with `#` for each number in which it differs from another one; `undefined` if more differs. */
export function withAnyNumbers(one: string, other: string): string | undefined {
  const [here = [], there = []] = [one, other].map((text) => withoutCounts(text).split(ANY_TOKEN));
  const text = here.map((part, at) =>
    at % 2 === 1 && (part === ANY || part !== there[at]) ? ANY_NUMBER : part,
  );
  return isSame(there, text) ? text.join('') : undefined;
}

/** Every second part is a number. */
function isSame(parts: readonly string[], settled: readonly string[]): boolean {
  const is = (part: string, at: number): boolean =>
    part === settled[at] || (at % 2 === 1 && settled[at] === ANY_NUMBER);
  return parts.length === settled.length && parts.every(is);
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function withoutDates(text: string): string {
  return inOneLine(text).replace(DATES, (date) => (daysOf(date).length > 0 ? ANY : date));
}

const MONTH_MARK = '\uFFFB';
const DAY_OF_MONTH = new RegExp(
  String.raw`(?:\d{1,2}(?:\.|st|nd|rd|th|er|º)?[ -]?)?${MONTH_MARK}(?:[ -]?\d{1,2}(?!\d)(?:st|nd|rd|th)?)?`,
  'g',
);

/** The month of a list of prices is news; beside a day it is that of printing. */
const [DAY_BEFORE, DAY_BEHIND] = [/(?<!\d)\d{1,2}(?:\.|st|nd|rd|th|er|º)?[ -]?$/, /^[ -]?\d{1,2}(?!\d)/];
/** `28th `, and what may be in front of it. */
const MAX_DAY = 8;
/** `06:00:01 UTC 2026`. */
const TIME_AND_YEAR = new RegExp(`${TIME}(?:(?: [A-Z]{3,4})? 20\\d\\d(?!\\d))?`, 'gi');
/** `Katalog 2026`; not `2026 Artikel`. */
const EDITION_OR_NUMBER =
  /(?<=\p{L} )(20[2-4]\d)(?![\d.,]*\d|\s*%| \p{L})|\d+(?:[.,]\d+|['’ ]\d{3}(?!\d))*(?:\s*%)?/gu;

/** Of a line that says from or until when, whole dates alone differ without being news; if it has none, nothing does. */
function withoutCounts(text: string, decimalSign?: DecimalSign): string {
  const when = [FROM, UNTIL].filter((words) => words.test(text));
  if (when.length > 0 && when.every((words) => daysBehind(text, words).length === 0)) return inOneLine(text);
  const undated = withoutDates(text).replace(TIME_AND_YEAR, ANY);
  const isOfPrices = OF_PRICES.test(text);
  const withoutMonth = (word: string, name: string, at: number): string => {
    const end = at + word.length;
    const hasDay =
      DAY_BEFORE.test(undated.slice(Math.max(0, at - MAX_DAY), at)) ||
      DAY_BEHIND.test(undated.slice(end, end + MAX_DAY));
    return isOfPrices && !hasDay && !isWeekday(name) ? word : withoutName(word, name);
  };
  const marks = isOfPrices ? '' : ROWS.test(text) ? '.,' : thousandsMark(text, decimalSign);
  const unnamed = when.length > 0 ? undated : undated.replace(/(\p{L}+)\.?/gu, withoutMonth);
  return unnamed
    .replace(DAY_OF_MONTH, ANY)
    .replace(EDITION_OR_NUMBER, (number, edition?: string) =>
      edition === undefined && isCount(number, marks) ? ANY : number,
    );
}

/** `set` is a pack as well. */
function withoutName(text: string, word: string): string {
  if (isWeekday(word)) return ANY;
  return monthOf(word) === undefined || PACK_ALONE.test(word) ? text : MONTH_MARK;
}

const PACK_ALONE = new RegExp(`^${PACK}$`, 'iu');

/**
 * Of rows, of pages, of an export: no rate, no factor, no percentage, and no number that costs are usually for. `marks`: what sets thousands
 * apart, besides blanks and apostrophes.
 */
function isCount(number: string, marks: string): boolean {
  const [, mark = ''] = /^[1-9]\d{0,2}([.,'’ ])\d{3}(?:\1\d{3})*$/.exec(number) ?? [];
  const whole = `'’ ${marks}`.includes(mark) ? number.replaceAll(mark, '') : number;
  return /^\d+$/.test(whole) && Number(whole) > 100 && Number(whole) !== 1000;
}

/** Words for the rows of a sheet. */
export const ROW_WORD = '(?:rows?|records?|items?|zeilen|datensätze|lignes|filas|righe)(?!\\p{L})';
const ROWS = new RegExp(`(?<!\\p{L})${ROW_WORD}`, 'iu');

/** `1.231` is a count where amounts have a decimal comma, unless it is a rate between currencies. */
function thousandsMark(text: string, decimalSign: DecimalSign | undefined): string {
  if (decimalSign === undefined || MAY_BE_CURRENCY.test(text)) return '';
  return decimalSign === ',' ? '.' : ',';
}

/** A number that costs are usually for, and no amount. */
export function isUsualPieces(cell: string): boolean {
  return /^(?:1[02]|100|1[.,' ]?000)$/.test(cell);
}
