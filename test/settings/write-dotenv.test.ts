import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderDotenv } from '../../src/settings/write-dotenv.ts';

describe('renderDotenv', () => {
  it.each(['plain', 'a#b', "it's", '"quoted"', '`a`', ' blank '])('%j is read back as it is', (value) => {
    const text = renderDotenv({ FIRST: value, SECOND: 'x' });
    expect(parseEnv(text)).toEqual({ FIRST: value, SECOND: 'x' });
  });

  it.each([`a#'"\``, 'two\nlines'])('refuses %j, and does not repeat it', (value) => {
    expect(() => renderDotenv({ KEY: value })).toThrow(/^Cannot write KEY into a file of settings/);
  });
});
