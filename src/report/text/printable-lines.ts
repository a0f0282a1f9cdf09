import { clip } from './clip.ts';
import { printable } from './printable.ts';

/** Text of several lines, each of them printable and none of them endless. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => clip(printable(line)))
    .join('\n');
}
