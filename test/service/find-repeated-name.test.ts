import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedName } from '../../src/service/find-repeated-name.ts';
import { withResult } from '../support/listed.ts';
import { runs } from '../support/runs.ts';

describe('findRepeatedName', () => {
  it.each([
    ...withResult('a', ['{"a":1,"a":2}', '{"a":{"b":1},"b":2,"a":3}', '{"a":":b","a" : 1}']),
    ...withResult('a', ['{"a":[{"a":1}],"a":1}']),
    ['{"a":1, "b":{"c":1 , "c" :2}}', 'c'],
    ['[{"a":1},{"b":1,"\\u0062":2}]', 'b'],
    ['{"":1,"":2}', ''],
    ['{"a\\\\":1,"b":"\\":","a\\\\" :2}', 'a\\'],
    ['{"__proto__":{},"__proto__":{}}', '__proto__'],
    ['{"a":1,"b":{"length":2,"0":3,"0":4}}', '0'],
  ] as const)('finds it in %s', (json, name) => {
    expect(findRepeatedName(json)).toBe(name);
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
  ])('finds none in %s', (json) => {
    expect(findRepeatedName(json)).toBeUndefined();
  });

  it.each([
    ['backslashes', '\\\\'],
    ['quotes', '\\"'],
    ['letters', 'ab'],
    ['what opens and closes', '{]'],
  ])('gets to the end of a text of millions of %s, and finds what comes after it', (_, piece) => {
    const long = `"${piece.repeat(runs(4_000_000))}"`;
    expect(() => findRepeatedName(long)).not.toThrow();
    expect(findRepeatedName(`{"a":${long}}`)).toBeUndefined();
    expect(findRepeatedName(`{"a":${long},"b":1,"b":2}`)).toBe('b');
    expect(findRepeatedName(`{${long}:1,"b":2}`)).toBeUndefined();
  });

  it('gets to the end of millions of blanks, and of nested arrays', () => {
    expect(findRepeatedName(`{"a"${' '.repeat(runs(8_000_000))}:1,"a":2}`)).toBe('a');
    expect(findRepeatedName(`${'['.repeat(runs(4_000_000))}${']'.repeat(runs(4_000_000))}`)).toBeUndefined();
  });

  it('sees what any JSON has twice, and nothing else', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.string({ unit: 'binary' }), (json, name) => {
        expect(findRepeatedName(JSON.stringify(JSON.parse(json), null, 1))).toBeUndefined();
        const pair = `${JSON.stringify(name)} : ${json}`;
        expect(findRepeatedName(`[${json},{${pair}}]`)).toBeUndefined();
        expect(findRepeatedName(`[${json},{${pair},${pair}}]`)).toBe(name);
      }),
    );
  });
});
