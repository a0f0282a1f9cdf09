import { PLAIN_TEXT, UNPRINTABLE } from './unprintable.ts';

/** A value as JSON that can be shown and kept a line each: what does something to a screen or a line is written as `\u001b`. */
export function toJsonText(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

const UNPRINTABLE_IN_JSON = new RegExp(UNPRINTABLE, 'gu');

/** The same JSON in such a writing. Outside of its texts it has nothing of the kind but line breaks, which stay. */
export function escapeJson(json: string): string {
  if (PLAIN_TEXT.test(json)) return json;
  return json.replace(UNPRINTABLE_IN_JSON, (character) => {
    if (character === '\n') return character;
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}
