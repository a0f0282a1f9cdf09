import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeJson, parseJson, toJsonText, whyNoJson } from '../../src/domain/json-text.ts';
import { runs } from '../support/runs.ts';

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

describe('whyNoJson', () => {
  it.each([
    ['', 'line 1, column 1 is the end of the file where a value is expected'],
    ['{\n  "a": 1,\n}\n', 'line 3, column 1 has "}" where a name in quotes is expected'],
    ['{"a": 1\r\n "b": 2}', 'line 2, column 2 has a quote where "," or "}" is expected'],
    ['{"a": 1', 'line 1, column 8 is the end of the file where "," or "}" is expected'],
    ['{"a" 1}', 'line 1, column 6 has "1" where ":" is expected'],
    ['{a: 1}', 'line 1, column 2 has "a" where a name in quotes is expected'],
    ["{'a': 1}", `line 1, column 2 has "'" where a name in quotes is expected`],
    ['{"ä": "é", // no\n}', 'line 1, column 12 has "/" where a name in quotes is expected'],
    ['{"a": "b\n}', 'line 1, column 7 has a quote where a text that ends on its line is expected'],
    ['{} x', 'line 1, column 4 has "x" where the end of the file is expected'],
    ['{"a": None}', 'line 1, column 7 has "N" where a value is expected'],
  ])('says of %j where it is: %s', (text, said) => {
    expect(whyNoJson(text)).toBe(`is not JSON: ${said}`);
  });

  it('has something to say of every text that is not JSON, and nothing of those that are', () => {
    const marks = fc.constantFrom(
      ...'{}[],:"\\ \n\u2028\u007f0123eE+-.truefalsn/ä'.split(''),
      '"a"',
      'null',
      '\\u00e4',
    );
    const broken = fc.array(marks, { maxLength: 12 }).map((parts) => parts.join(''));
    const whole = fc.json();
    const cut = fc.tuple(whole, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
    fc.assert(
      fc.property(fc.oneof(broken, whole, cut), (text) => {
        expect(whyNoJson(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: runs(3000) },
    );
  });
});

function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
