import { clip } from './clip.ts';
import { printable } from './printable.ts';

/** Text of several lines, each printable and clipped. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => clip(printable(line)))
    .join('\n');
}
