import { PLAIN_LINE, UNPRINTABLE } from '../../domain/unprintable.ts';

/** Emoji are sequences that contain joiners and modifiers, which are invisible elsewhere. */
const EMOJI = String.raw`(?:\p{Extended_Pictographic}[\ufe0e\ufe0f]?\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*|[0-9#*]\ufe0f\u20e3)`;
const SHOWN_OTHERWISE = new RegExp(`${EMOJI}|(${UNPRINTABLE.source})`, 'gu');

/** Text from outside as one line, with control, bidirectional and invisible characters shown as escapes. */
export function printable(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return text.replace(SHOWN_OTHERWISE, (found, character?: string) =>
    character === undefined ? found : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** No useful message is longer; a cell may hold a million characters. */
const LONGEST = 4000;

/** Text for a screen, truncated to `longest`. Units: characters. */
export function clip(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`;
}

/** Text of several lines, each printable and clipped. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => clip(printable(line)))
    .join('\n');
}

const MAX_CODE = 160;

/**
 * Text from outside as code in Markdown, which is the one place where nothing in it is a link, a mention, an image, a tag, a
 * reference or a cell's end. What would end the code or the cell is shown in the way of everything that can't be printed.
 */
export function markdownCode(text: string, longest = MAX_CODE): string {
  const plain = printable(text).replaceAll(
    /[`|]/g,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
  const shown = clip(plain, longest);
  return shown.trim() === '' ? '' : `\`${shown}\``;
}
