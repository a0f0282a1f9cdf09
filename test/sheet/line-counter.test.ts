import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineCounter } from '../../src/sheet/read-text.ts';
import { runs } from '../support/runs.ts';
import { lineAt } from './support.ts';

describe('LineCounter', () => {
  it('knows the line of every place, in whatever pieces the text comes', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '\r', '\r\n'), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (parts) => {
        const pieces = parts.map((characters) => characters.join(''));
        const whole = pieces.join('');
        const counter = new LineCounter();
        let offset = 0;
        for (const piece of pieces) {
          for (let index = 0; index < piece.length; index++) {
            // Between a CR and its LF no line begins.
            if (piece[index] === '\n' && whole[offset + index - 1] === '\r') continue;
            expect(counter.lineOf(piece, index)).toBe(lineAt(whole, offset + index));
          }
          counter.pass(piece);
          offset += piece.length;
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});
