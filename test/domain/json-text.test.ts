import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeJson, toJsonText } from '../../src/domain/json-text.ts';

describe('toJsonText', () => {
  it.each([
    ['a terminal code', '\u001b[2J', '"\\u001b[2J"'],
    ['its one-byte form', '\u009b2J', '"\\u009b2J"'],
    ['delete', '\u007f', '"\\u007f"'],
    ['line breaks of Unicode', '\u2028\u2029\u0085', '"\\u2028\\u2029\\u0085"'],
    ['text that runs the other way', '\u202e1\u2066', '"\\u202e1\\u2066"'],
    ['a tag, which is two units', '\u{e0041}', '"\\udb40\\udc41"'],
    ['half of a character', '\ud800', '"\\ud800"'],
    ['ordinary text', 'Ä 日本 😀', '"Ä 日本 😀"'],
  ])('writes %s so that it does nothing', (_name, text, json) => {
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
