import { count } from '../../domain/count.ts';

/** No useful message is longer; a cell may hold a million characters. */
const LONGEST = 4000;

/** Text for a screen, truncated to `longest`. Units: characters. */
export function clip(text: string, longest = LONGEST): string {
  if (text.length <= longest) return text;
  const characters = [...text];
  if (characters.length <= longest) return text;
  return `${characters.slice(0, longest).join('')}… (${count(characters.length - longest, 'more character')})`;
}
