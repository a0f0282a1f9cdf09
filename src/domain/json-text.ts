import { tryTo } from './try-to.ts';
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

/** What a text says as JSON; `undefined` if it is none. */
export function parseJson(text: string): unknown {
  return tryTo((): unknown => JSON.parse(text));
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a text is as JSON; if it is none, why, as the rest of a sentence that begins with the file's name. */
export function readObject(text: string): JsonObject | string {
  const json = parseJson(text);
  return isJsonObject(json) ? json : (whyNoJson(text) ?? 'does not hold a JSON object');
}

const BLANKS = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may come next: the end of a list or an object only while nothing is in it yet. */
type Next = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'more';

/**
 * Where a text stops being JSON, as the rest of a sentence that begins with the file's name; `undefined` if it is JSON. Of Node.js
 * itself the place can't be had: its message has none for most mistakes, and quotes the text, which may hold a secret.
 *
 * Shape: `is not JSON: line 3, column 1 has "}" where a name in quotes is expected`
 */
export function whyNoJson(text: string): string | undefined {
  const open: ('}' | ']')[] = [];
  let next: Next = 'value';
  let at = skip(BLANKS, text, 0);
  while (next !== 'more' || open.length > 0 || at < text.length) {
    const step = takeToken(text, at, { next, closing: open.at(-1) });
    if (typeof step === 'string') return `is not JSON: ${placeOf(text, at)} where ${step} is expected`;
    if (step.opens) open.push(step.opens);
    if (step.closes) open.pop();
    next = step.next;
    at = skip(BLANKS, text, step.end);
  }
  return undefined;
}

interface Step {
  readonly end: number;
  readonly next: Next;
  readonly opens?: '}' | ']';
  readonly closes?: true;
}

interface State {
  readonly next: Next;
  /** What ends the innermost object or list. */
  readonly closing: '}' | ']' | undefined;
}

/** One token, or what should have been there instead. */
function takeToken(text: string, at: number, { next, closing }: State): Step | string {
  const sign = text[at];
  const end = at + 1;
  if (sign !== undefined && (next === `name or ${sign}` || next === `value or ${sign}`))
    return { end, next: 'more', closes: true };
  if (next === ':') return sign === ':' ? { end, next: 'value' } : '":"';
  if (next === 'more') return takeMore(sign, end, closing);
  if (next === 'name' || next === 'name or }') {
    const after = skip(TEXT, text, at);
    return after > at ? { end: after, next: ':' } : 'a name in quotes';
  }
  if (sign === '{') return { end, next: 'name or }', opens: '}' };
  if (sign === '[') return { end, next: 'value or ]', opens: ']' };
  const after = Math.max(skip(TEXT, text, at), skip(SCALAR, text, at));
  if (after > at) return { end: after, next: 'more' };
  return sign === '"' ? 'a text that ends on its line' : 'a value';
}

function takeMore(sign: string | undefined, end: number, closing: State['closing']): Step | string {
  if (closing === undefined) return 'the end of the file';
  if (sign === closing) return { end, next: 'more', closes: true };
  if (sign === ',') return { end, next: closing === '}' ? 'name' : 'value' };
  return `"," or "${closing}"`;
}

/** Where a pattern that matches here ends; `at` if it doesn't match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  const place = `line ${before.length}, column ${[...(before.at(-1) ?? '')].length + 1}`;
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return at < text.length
    ? `${place} has ${sign === '"' ? 'a quote' : `"${sign}"`}`
    : `${place} is the end of the file`;
}
