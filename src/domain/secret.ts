import { inspect } from 'node:util';

/** Text with every form of a secret in it replaced. */
export type Redact = (text: string) => string;

const PLACEHOLDER = '[key]';

/**
 * An API key that doesn't print: string conversion, JSON and `util.inspect` show a placeholder, and only `reveal` gives
 * the key itself.
 */
export class Secret {
  readonly #value: string;
  /** Shows soon where the key can't be. */
  readonly #mayHold: (text: string) => boolean;
  #pattern: RegExp | undefined;
  /** Where it was found, for people; nothing of it. */
  readonly place: string | undefined;

  constructor(value: string, place?: string) {
    this.#value = value;
    this.place = place;
    this.#mayHold = toQuickTest(value);
  }

  reveal(): string {
    return this.#value;
  }

  /**
   * Replaces the key in text from elsewhere: as it is and as a Basic header has it, each of them as JSON, a URL or a page
   * would hold it, with all that may be escaped there escaped or not.
   */
  readonly redact: Redact = (text) => {
    if (!this.#mayHold(text)) return text;
    this.#pattern ??= toPattern(this.#value);
    return text.replace(this.#pattern, PLACEHOLDER);
  };

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  [inspect.custom](): string {
    return PLACEHOLDER;
  }
}

/**
 * A test that finds something in whatever the pattern would, and costs next to nothing: the pattern takes 25 ms until it
 * is ready, and long for each page of listings. Either a form is there as it is, or a sign of escaping is there that can
 * stand before one of its characters.
 */
function toQuickTest(value: string): (text: string) => boolean {
  const bytes = Buffer.from(value);
  // Either base64 begins like this; what comes after it depends on the colon.
  const shared = toBase64(bytes.subarray(0, bytes.length - (bytes.length % 3)));
  const piece = longestPiece(shared);
  const all = [value, toBase64(bytes), toBase64(`${value}:`)].join('');
  const escapes = ['u', ...['"', "'", '/'].filter((char) => all.includes(char))];
  // Of a run of backslashes in the key, there may be more than it has.
  if (value.includes('\\')) escapes.push('\\\\');
  const afterBackslash = new RegExp(`\\\\[${escapes.join('')}]`);
  const names = Object.entries(NAMED).filter(([char]) => all.includes(char));
  const entity = new RegExp(`&(?:${['#', ...names.map(([, name]) => `${name};`)].join('|')})`);
  // A percent sign may be escaped again.
  const hexBytes = new Set(hexBytesOf(`%${all}+/=-_`));
  const afterPercent = new RegExp(`%(?:${[...hexBytes].join('|')})`, 'i');
  return (text) =>
    text.includes(value) ||
    text.includes(piece) ||
    (text.includes('\\') && afterBackslash.test(text)) ||
    (text.includes('%') && afterPercent.test(text)) ||
    (text.includes('&') && entity.test(text));
}

/** The part of base64 that is the same in both alphabets. */
function longestPiece(base64: string): string {
  return base64
    .split(/[+/]/)
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** The longer forms come first: one of them begins with another. */
function toPattern(value: string): RegExp {
  const forms = [
    toBase64Pattern(toBase64(`${value}:`)),
    toBase64Pattern(toBase64(value)),
    toTextPattern(value),
  ];
  return new RegExp(forms.join('|'), 'gu');
}

/** Without its padding. */
function toBase64(from: string | Buffer): string {
  return Buffer.from(from).toString('base64').replace(/=+$/, '');
}

/** In either alphabet, with its padding or without. Source: RFC 4648 sections 4 and 5. */
function toBase64Pattern(bare: string): string {
  return `${toTextPattern(bare, { '+': '-', '/': '_' })}(?:${writingsOf('=')})*`;
}

function toTextPattern(text: string, twins: Readonly<Record<string, string>> = {}): string {
  // Runs of backslashes are one piece: piece by piece they could be shared out in too many ways.
  return [...text.matchAll(/\\+|[^\\]/gsu)]
    .map(([piece]) => {
      if (piece.startsWith('\\')) return `(?:${writingsOf('\\')}){${piece.length},${piece.length * NESTED}}`;
      const twin = twins[piece];
      return `(?:${writingsOf(piece)}${twin === undefined ? '' : `|${writingsOf(twin)}`})`;
    })
    .join('');
}

const NAMED: Readonly<Record<string, string>> = {
  '"': 'quot',
  "'": 'apos',
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
};

/** What is escaped may be escaped again, as JSON in JSON is; without an end to it, a long run of backslashes takes for ever. */
const NESTED = 8;

/** Every way in which one character may be written, as alternatives of a pattern. */
function writingsOf(char: string): string {
  const units = Array.from({ length: char.length }, (_, at) =>
    char.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const bytes = hexBytesOf(char);
  const codePoint = char.codePointAt(0) ?? 0;
  const name = NAMED[char];
  return [
    `${/["'/]/.test(char) ? `\\\\{0,${NESTED}}` : ''}${char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`,
    units.map((unit) => `\\\\{1,${NESTED}}u${anyCase(unit)}`).join(''),
    bytes.map((byte) => `%(?:25){0,${NESTED}}${anyCase(byte)}`).join(''),
    `&#0{0,${NESTED}}${codePoint};`,
    `&#[xX]0{0,${NESTED}}${anyCase(codePoint.toString(16))};`,
    ...(name === undefined ? [] : [`&${name};`]),
  ].join('|');
}

function hexBytesOf(text: string): readonly string[] {
  return [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'));
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A key that is shorter may be a mere word, as keys of a sandbox are: SKUs may hold it too, and are no secret. Units: characters. */
const SHORTEST_MASKED = 8;

/** Masks a key in sheets; `undefined` if it is too short to be distinguished from words. */
export function maskOfKey(key: Secret): Redact | undefined {
  return key.reveal().length < SHORTEST_MASKED ? undefined : key.redact;
}
