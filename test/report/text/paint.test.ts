import { describe, expect, it } from 'vitest';
import { createPaint } from '../../../src/report/text/paint.ts';

describe('createPaint', () => {
  it('dresses text in colour, whatever the terminal says', () => {
    expect(createPaint(true)('red', 'no')).toBe('\u001b[31mno\u001b[39m');
  });

  it('leaves text as it is where there is no colour', () => {
    expect(createPaint(false)('red', 'no')).toBe('no');
  });
});
