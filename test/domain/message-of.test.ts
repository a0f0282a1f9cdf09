import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/domain/message-of.ts';

describe('messageOf', () => {
  it.each([
    ['its message', new Error('It broke'), 'It broke'],
    [
      'its code where it has no message',
      Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['its name where it has neither', new TypeError(''), 'TypeError'],
    ['the text of what is no error', 'just a text', 'just a text'],
  ])('gives %s', (_name, error, expected) => {
    expect(messageOf(error)).toBe(expected);
  });
});
