import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/page/sha256.ts';
import { NAUGHTY_SKUS } from '../support/naughty-text.ts';

const expected = (data: string) => createHash('sha256').update(data).digest('hex');

describe('sha256', () => {
  it('is that of the standard', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is that of Node.js for texts of each length over three blocks', () => {
    for (let length = 0; length <= 200; length++) {
      const text = 'ü'.repeat(length % 7) + 'x'.repeat(length);
      expect(sha256(text), String(length)).toBe(expected(text));
    }
  });

  it('is that of Node.js for any text', () => {
    for (const text of NAUGHTY_SKUS) expect(sha256(text), JSON.stringify(text)).toBe(expected(text));
  });
});
