/** Zero-width and double-width characters; terminals differ on a few of them. */
const NO_PLACE = /\p{Mn}|\p{Me}|\u200d/u;
const TWO_PLACES =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** How many columns of a terminal a line takes. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return [...text].reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

function widthOfCharacter(character: string): number {
  if (NO_PLACE.test(character)) return 0;
  return TWO_PLACES.test(character) ? 2 : 1;
}

/** A line cut to `room`, before a word if there are several, with an ellipsis where it was cut. Units: columns. */
export function cutText(text: string, room: number, ellipsis: string): string {
  if (widthOf(text) <= room) return text;
  let [cut, width] = ['', widthOf(ellipsis)];
  for (const character of text) {
    width += widthOfCharacter(character);
    if (width > room) break;
    cut += character;
  }
  const atBlank = cut.lastIndexOf(' ');
  return `${atBlank > 0 ? `${cut.slice(0, atBlank)} ` : cut}${ellipsis}`;
}

/** Lines that fit the room, broken at blanks; a word that is longer is left whole, so that it can be copied. */
export function wrapText(text: string, room = Number.POSITIVE_INFINITY): readonly string[] {
  if (widthOf(text) <= room) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
