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
