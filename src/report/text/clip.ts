/** No useful message is longer; a cell may hold a million characters. */
const LONGEST = 4000;

/** Text for a screen, truncated to `longest`. Units: characters. */
export function clip(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`;
}
