import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { runs } from '../support/runs.ts';

const KEY = 'k3y/7+Ä&x=y';
const secret = new Secret(KEY);

describe('Secret', () => {
  it.each<[string, () => string]>([
    ['String()', () => String(secret)],
    ['JSON', () => JSON.stringify({ settings: { apiKey: secret } })],
    ['inspect', () => inspect(secret)],
    ['a deep inspect around it', () => inspect({ a: { b: [secret] } }, { depth: null, showHidden: true })],
    ['format %s', () => format('%s', secret)],
    ['format %o', () => format('%o', secret)],
    ['format %O', () => format('%O', secret)],
    ['format without a directive', () => format('key', secret)],
    ['its properties', () => inspect(Object.entries({ ...secret }), { depth: null, showHidden: true })],
    ['an error around it', () => inspect(new Error('no', { cause: secret }), { depth: null })],
  ])('does not show in %s', (_name, show) => {
    const shown = show();
    for (const form of [KEY, 'k3y/7', encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')]) {
      expect(shown).not.toContain(form);
    }
  });
});

describe('Secret.redact', () => {
  const basic = Buffer.from(`${KEY}:`).toString('base64');

  it.each([
    ['several times', `${KEY}${KEY} ${KEY}`, '[key][key] [key]'],
    ['as a Basic header without padding', `"${basic.replace(/=+$/, '')}"`, '"[key]"'],
    ['not at all', 'nothing here', 'nothing here'],
  ])('replaces the key where it stands %s', (_name, text, expected) => {
    expect(secret.redact(text)).toBe(expected);
  });

  describe('however it is written', () => {
    const keys = ['sk_live_4f9QxZr8wT2mB7', 'a+b/c%d"e\\f&g<h.*$[(Ä🫖'];
    const writings: Readonly<Record<string, (text: string) => string>> = {
      'as it is': (text) => text,
      'in a URL': encodeURIComponent,
      'in a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
      'in JSON that escapes slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
      'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
      'in a page': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    };
    const forms: Readonly<Record<string, (key: string) => string>> = {
      'the key': (key) => key,
      'its credentials': (key) => Buffer.from(`${key}:`).toString('base64'),
      'its credentials for URLs': (key) => Buffer.from(`${key}:`).toString('base64url'),
      'its base64': (key) => Buffer.from(key).toString('base64'),
    };
    const cases = Object.entries(forms).flatMap(([form, build]) =>
      Object.entries(writings).map(
        ([writing, write]) => [form, writing, keys.map((key) => write(build(key)))] as const,
      ),
    );

    it.each(cases)('%s %s', (_form, _writing, texts) => {
      const redacted = texts.map((text, at) => new Secret(keys[at] ?? '').redact(`<${text}>`));
      expect(redacted).toEqual(['<[key]>', '<[key]>']);
    });
  });

  it('is soon done with what is made to take long', () => {
    for (const key of [KEY, '\\\\\\\\"""', '%%%%%%']) {
      for (const piece of ['\\', '%25', '&#0', '"']) {
        expect(new Secret(key).redact(piece.repeat(40_000))).not.toBe('');
      }
    }
  });

  it.each([...'"\'/\\&<>ä_'])('finds a key of which nothing but %s is escaped', (char) => {
    const written = [0, 1, 2, 3, 4].map((way) => `<abc${writeChar(char, way)}defg>`);
    expect(written.map(new Secret(`abc${char}defg`).redact)).toEqual(written.map(() => '<[key]>'));
  });

  it('finds any key whatever of it is escaped, and by whatever escapes', () => {
    const key = fc
      .array(
        fc.oneof(fc.constantFrom(...'aZ0_-+/="\'&<>%\\ÿÄ€'), fc.string({ unit: 'grapheme', maxLength: 1 })),
        { minLength: 6, maxLength: 12 },
      )
      .map((chars) => chars.join(''))
      .filter((value) => value.length >= 6 && Buffer.from(value).toString() === value);
    const form = fc.constantFrom<(value: string) => string>(
      (value) => value,
      (value) => Buffer.from(`${value}:`).toString('base64'),
      (value) => Buffer.from(`${value}:`).toString('base64url'),
      (value) => Buffer.from(value).toString('base64'),
      (value) => Buffer.from(value).toString('base64url'),
    );
    const noise = fc.string({ unit: fc.constantFrom(...'xk{}:, \n') });
    fc.assert(
      fc.property(
        key,
        form,
        fc.nat(4),
        fc.infiniteStream(fc.nat(5)),
        noise,
        noise,
        (value, toForm, way, rarely, before, after) => {
          const written = [...toForm(value)]
            .map((char) => (rarely.next().value === 0 ? writeChar(char, way) : char))
            .join('');
          expect(new Secret(value).redact(`${before}${written}<${after}`)).toContain('[key]');
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

/** One of the ways in which a character may be written. */
function writeChar(char: string, way: number): string {
  const code = char.codePointAt(0) ?? 0;
  const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
  switch (way) {
    case 0:
      return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
    case 1:
      return [...Buffer.from(char)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
        .join('');
    case 2:
      return `&#x${code.toString(16)};`;
    case 3:
      return NAMED[char] ?? char;
    case 4:
      return /["'/\\]/.test(char) ? `\\${char}` : char;
    default:
      return char;
  }
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
