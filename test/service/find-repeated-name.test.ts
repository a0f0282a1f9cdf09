import { describe, expect, it } from 'vitest';
import { findRepeatedName } from '../../src/service/find-repeated-name.ts';

describe('findRepeatedName', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1, "b":{"c":1 , "c" :2}}', 'c'],
    ['[{"a":1},{"b":1,"\\u0062":2}]', 'b'],
    ['{"a":{"b":1},"b":2,"a":3}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"a":[{"a":1}],"a":1}', 'a'],
  ])('finds it in %s', (json, name) => {
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
  ])('finds none in %s', (json) => {
    expect(findRepeatedName(json)).toBeUndefined();
  });
});
