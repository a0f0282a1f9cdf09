import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRepeatedName } from '../../src/service/reply.ts';
import { runs } from '../support/runs.ts';

function isRepeated(json: string): boolean {
  return hasRepeatedName(json, JSON.parse(json));
}

describe('hasRepeatedName', () => {
  it.each([
    ...['{"a":1,"a":2}', '{"a":{"b":1},"b":2,"a":3}', '{"a":":b","a" : 1}', '{"a":[{"a":1}],"a":1}'],
    ...['{"a":1, "b":{"c":1 , "c" :2}}', '[{"a":1},{"b":1,"\\u0062":2}]', '{"":1,"":2}'],
    '{"a\\\\":1,"b":"\\":","a\\\\" :2}',
    '{"__proto__":{},"__proto__":{}}',
    '{"a":1,"b":{"length":2,"0":3,"0":4}}',
  ])('is true of %s', (json) => {
    expect(isRepeated(json)).toBe(true);
  });

  it.each([
    '{"a":1,"b":2}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"\\"a\\":1","b":"a"}',
    '{"a":"{","b":"a"}',
    '["a","a"]',
    '"a"',
    '{"a":1,"A":2}',
    '{"a":":","b":"\\":","c":"\\\\"}',
    '{"__proto__":{"a":1},"a":1}',
  ])('is false of %s', (json) => {
    expect(isRepeated(json)).toBe(false);
  });

  it.each([
    ['backslashes', '\\\\'],
    ['quotes', '\\"'],
    ['letters', 'ab'],
  ])('gets to the end of a text of millions of %s, and finds what comes after it', (_, piece) => {
    const long = `"${piece.repeat(runs(4_000_000))}"`;
    expect(() => isRepeated(long)).not.toThrow();
    expect(isRepeated(`{"a":${long}}`)).toBe(false);
    expect(isRepeated(`{"a":${long},"b":1,"b":2}`)).toBe(true);
    expect(isRepeated(`{${long}:1,"b":2}`)).toBe(false);
  });

  it('sees what any JSON has twice, and nothing else', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.string({ unit: 'binary' }), (json, name) => {
        expect(isRepeated(JSON.stringify(JSON.parse(json), null, 1))).toBe(false);
        const pair = `${JSON.stringify(name)} : ${json}`;
        expect(isRepeated(`[${json},{${pair}}]`)).toBe(false);
        expect(isRepeated(`[${json},{${pair},${pair}}]`)).toBe(true);
      }),
    );
  });
});
