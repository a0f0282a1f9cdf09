import { clip } from '../text/clip.ts';
import { count } from '../text/words.ts';
import type { Count } from './describe-prices.ts';

/** How names from the sheet are marked in the letter, and how its numbers are written. */
export interface LetterStyle {
  readonly quote: (name: string) => string;
  readonly count: Count;
}

export const PLAIN: LetterStyle = { quote: (name) => name, count };

/** Of a longer name the beginning is enough to find it. */
const MAX_NAME = 60;

/** A SKU, or what several have in common, as the letter has it. */
export function nameIn({ quote }: Pick<LetterStyle, 'quote'>, name: string): string {
  return quote(clip(name, MAX_NAME));
}
