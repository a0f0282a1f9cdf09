import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { wrapText } from '../text/text-width.ts';
import type { ScreenStyle } from './screen-style.ts';

interface StopText {
  /** Fit for a screen, in as many lines as it is meant to have. */
  readonly text: string;
  readonly hint: string | null | undefined;
}

/** What stopped a run, and what to do about it. */
export function renderStop({ text, hint }: StopText, { paint, width }: ScreenStyle): readonly string[] {
  return [
    ...text.split('\n').flatMap((line) => wrapText(line, width).map((part) => paint('red', part))),
    ...wrapText(clip(printable(hint ?? '')), width).filter((line) => line !== ''),
  ];
}
