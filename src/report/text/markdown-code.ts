import { clip } from './clip.ts';
import { printable } from './printable.ts';

const LONGEST = 160;

/**
 * Text from outside as code in Markdown, which is the one place where nothing in it is a link, a mention, an image, a tag, a
 * reference or a cell's end. What would end the code or the cell is shown in the way of everything that can't be printed.
 */
export function markdownCode(text: string, longest = LONGEST): string {
  const plain = printable(text).replaceAll(
    /[`|]/g,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
  const shown = clip(plain, longest);
  return shown.trim() === '' ? '' : `\`${shown}\``;
}
