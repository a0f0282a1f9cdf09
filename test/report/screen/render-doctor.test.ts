import { describe, expect, it } from 'vitest';
import { renderDoctor } from '../../../src/report/screen/render-doctor.ts';
import { createPaint } from '../../../src/report/text/paint.ts';

const DIAGNOSIS = {
  program: { version: '1.2.3', node: 'v20.19.0', platform: 'linux x64' },
  findings: [
    { check: 'node', status: 'ok', message: 'Node.js v20.19.0 is new enough' },
    {
      check: 'service',
      status: 'problem',
      message: 'https://api.example.com/v1: no connection to the service: connect ECONNREFUSED 192.0.2.1:443',
      advice: 'Check the base URL, and try again later; a run tries several times',
    },
  ],
  settings: { 'base-url': { value: 'https://api.example.com/v1', from: 'PRICESHEET_BASE_URL in .env' } },
  exitCode: 1,
} as const;

const screen = (width: number | undefined) =>
  renderDoctor(DIAGNOSIS, { paint: createPaint(false), quiet: false, verbose: false, width });
const wordsOf = (text: string) => text.split(/\s+/);

describe('renderDoctor', () => {
  it('says each thing on one line where nobody knows how wide the screen is', () => {
    expect(screen(undefined)).toContain(
      'problem  service  https://api.example.com/v1: no connection to the service: connect ECONNREFUSED 192.0.2.1:443\n' +
        '                  Check the base URL, and try again later; a run tries several times\n',
    );
  });

  it.each([60, 80])('fits a terminal of %d columns, and says the same', (width) => {
    const text = screen(width);
    expect(text.split('\n').filter((line) => line.length > width)).toEqual([]);
    expect(wordsOf(text)).toEqual(wordsOf(screen(undefined)));
    expect(text).toContain('\n                  Check the base URL');
  });
});
