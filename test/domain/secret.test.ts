import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';

const KEY = 'k3y/7+Ä&x=y';
const secret = new Secret(KEY);

describe('Secret', () => {
  it('gives the key to whoever asks for it', () => {
    expect(secret.reveal()).toBe(KEY);
  });

  it.each<[string, () => string]>([
    ['String()', () => String(secret)],
    ['a template', () => `${secret}`],
    ['concatenation', () => `key: ${[secret]}`],
    ['JSON', () => JSON.stringify({ settings: { apiKey: secret } })],
    ['inspect', () => inspect(secret)],
    [
      'a deep inspect of what holds it',
      () => inspect({ a: { b: [secret] } }, { depth: null, showHidden: true }),
    ],
    ['format %s', () => format('%s', secret)],
    ['format %o', () => format('%o', secret)],
    ['format %O', () => format('%O', secret)],
    ['format %j', () => format('%j', secret)],
    ['format without a directive', () => format('key', secret)],
    ['its properties', () => inspect(Object.entries({ ...secret }), { depth: null, showHidden: true })],
    ['an error around it', () => inspect(new Error('no', { cause: secret }), { depth: null })],
  ])('does not show in %s', (_name, show) => {
    const shown = show();
    for (const form of [KEY, 'k3y/7', encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')]) {
      expect(shown).not.toContain(form);
    }
  });

  it.each([
    ['String()', String(secret)],
    ['inspect', inspect(secret)],
    ['JSON', JSON.parse(JSON.stringify(secret))],
  ])('shows that there is a key in %s', (_name, shown) => {
    expect(shown).toBe('[key]');
  });
});

describe('Secret.redact', () => {
  const basic = Buffer.from(`${KEY}:`).toString('base64');

  it.each([
    ['as it is', `a ${KEY} b`, 'a [key] b'],
    ['several times', `${KEY}${KEY} ${KEY}`, '[key][key] [key]'],
    ['as a Basic header', `authorization: Basic ${basic}`, 'authorization: Basic [key]'],
    ['as a Basic header without padding', `"${basic.replace(/=+$/, '')}"`, '"[key]"'],
    ['as a URL holds it', `https://x/?k=${encodeURIComponent(KEY)}&l=1`, 'https://x/?k=[key]&l=1'],
    ['not at all', 'nothing here', 'nothing here'],
  ])('replaces the key where it stands %s', (_name, text, expected) => {
    expect(secret.redact(text)).toBe(expected);
  });

  it('works as a function on its own', () => {
    const { redact } = secret;
    expect(redact(KEY)).toBe('[key]');
  });

  it('leaves no form of any key in any text', () => {
    const key = fc
      .string({ unit: 'grapheme', minLength: 6, maxLength: 20 })
      .filter((k) => !'[key]'.includes(k));
    fc.assert(
      fc.property(key, fc.string(), fc.string(), (value, before, after) => {
        const forms = [value, encodeURIComponent(value), Buffer.from(`${value}:`).toString('base64')];
        const redacted = new Secret(value).redact(before + forms.join(' ') + after);
        for (const form of forms) expect(redacted).not.toContain(form);
      }),
    );
  });
});
