import { formatCents, toCents } from '../../domain/cents.ts';
import { clip } from '../text/clip.ts';
import { count } from '../text/words.ts';
import type { Count } from './describe-prices.ts';

/** How names from the sheet are marked in the letter, and how its numbers are written. */
export interface LetterStyle {
  readonly quote: (name: string) => string;
  readonly count: Count;
  /** Units: cents. */
  readonly amount: (cents: number) => string;
  /** Of a percentage as other screens have it, `1234.5`. */
  readonly percent: (text: string) => string;
}

export const PLAIN: LetterStyle = {
  quote: (name) => name,
  count,
  amount: (cents) => formatCents(toCents(cents)),
  percent: (text) => text,
};

/** Of a longer name the beginning is enough to find it. */
const MAX_NAME = 60;

/** A SKU, or what several have in common, as the letter has it. */
export function nameIn({ quote }: Pick<LetterStyle, 'quote'>, name: string): string {
  return quote(clip(name, MAX_NAME));
}
