import { formatCents, toCents } from '../../domain/cents.ts';
import { count } from '../../domain/count.ts';
import type { BigMove } from '../../domain/documents/summary.ts';
import { describeValue, isMoneyField } from '../../domain/fields.ts';
import { describePercent, type FirstAmount } from '../../domain/moves.ts';
import type { Change } from '../../domain/stages.ts';

export { count } from '../../domain/count.ts';

/** A noun in singular and plural. */
export type Nouns = readonly [one: string, many: string];

export interface Entries {
  /** Lines of results.csv. */
  readonly outcomes: number;
  /** Of the sheet. */
  readonly rows: number;
}

/** What a line of results.csv is called: a row, or an entry where some row matched several listings and has several lines. */
export function nounsOf({ outcomes, rows }: Entries): Nouns {
  return outcomes > rows ? ['entry', 'entries'] : ['row', 'rows'];
}

/** Explains why there are more entries than rows; `undefined` where there are not. */
export function describeEntries({ outcomes, rows }: Entries): string | undefined {
  if (outcomes <= rows) return undefined;
  return `${outcomes} entries of ${count(rows, 'row')}: a row has one for each listing that it matches`;
}

/** A sheet's path for people. */
export function nameOfSheet(path: string): string {
  return path === '-' ? 'standard input' : path;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The beginning of a sentence, for the middle of one; a name in capitals stays as it is. */
export function uncapitalize(text: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** `12345.60`: without a sign between thousands, as sheets, files and messages have it, so that it is found by what was seen. Units: cents. */
export function formatAmount(cents: number): string {
  return formatCents(toCents(cents)).replace(/^-/, '−');
}

/** Shape: `2026-11-20 08:30:12 UTC`. Units: epoch milliseconds. */
export function formatTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Shape: `8.2 s`, `12 min`, `1 h 45 min`. Units: milliseconds. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** An amount that moves, as `cost 10.00 → 8.50 (−15.0 %)`. */
export function describeMove(
  { field, before_cents: before, after_cents: after }: BigMove,
  glyphs: Glyphs = UNICODE,
): string {
  const [from, to] = [before, after].map((amount) => describeValue(field, toCents(amount)));
  return `${field} ${from} ${glyphs.arrow} ${to} (${describePercent(before, after)})`;
}

/** An amount that is set where there is none, as `manual_price — → 6.54 (today 9.34, −30.0 %)`. */
export function describeFirstAmount({ field, after, price }: FirstAmount, glyphs: Glyphs = UNICODE): string {
  const today =
    price === undefined ? '' : ` (today ${formatAmount(price)}, ${describePercent(price, after)})`;
  return `${field} ${glyphs.none} ${glyphs.arrow} ${formatAmount(after)}${today}`;
}

/** How far a change moves an amount; empty for other fields. */
export function describeChange({ field, before, after }: Change): string {
  return isMoneyField(field) ? describePercent(before as number | null, after as number | null) : '';
}

/** A screen with the minus of these glyphs before each number, also in messages that files have too. */
export function withMinus(text: string, { minus }: Pick<Glyphs, 'minus'>): string {
  return text.replaceAll(/(?<=[\s(]|^)−(?=\d)/g, minus);
}

/** Characters beyond ASCII, for terminals that can show them. */
export interface Glyphs {
  readonly minus: string;
  readonly arrow: string;
  readonly ellipsis: string;
  /** There is no value. */
  readonly none: string;
  /** From the lowest to the highest; none where bars can't be drawn. */
  readonly bars: readonly string[];
}

export const UNICODE: Glyphs = {
  minus: '−',
  arrow: '→',
  ellipsis: '…',
  none: '—',
  bars: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
};

export const ASCII: Glyphs = { minus: '-', arrow: '->', ellipsis: '...', none: '-', bars: [] };
