import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeJson, toJsonText } from '../../src/domain/json-text.ts';

describe('toJsonText', () => {
  it.each([
    ['"\\u001b[2J"', '\u001b[2J'],
    ['"\\u009b2J"', '\u009b2J'],
    ['"\\u007f"', '\u007f'],
    ['"\\u2028\\u2029\\u0085"', '\u2028\u2029\u0085'],
    ['"\\u202e1\\u2066"', '\u202e1\u2066'],
    ['"\\udb40\\udc41"', '\u{e0041}'],
    ['"\\ud800"', '\ud800'],
    ['"Ä 日本 😀"', 'Ä 日本 😀'],
  ])('writes %s, which does nothing to a terminal', (json, text) => {
    expect(toJsonText(text)).toBe(json);
  });

  it('is the same JSON for whoever reads it, keys and indentation included', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        expect(JSON.parse(toJsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(toJsonText(value, 2).split('\n')).toHaveLength(
          JSON.stringify(value, null, 2).split('\n').length,
        );
      }),
    );
  });
});

describe('escapeJson', () => {
  it('leaves the line breaks between lines of JSON', () => {
    expect(escapeJson('{"a":"\u0080"}\n{}\n')).toBe('{"a":"\\u0080"}\n{}\n');
  });
});
