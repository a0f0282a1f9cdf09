import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../src/report/screen/explanation.ts';
import { renderExplanation } from '../../../src/report/screen/render-explanation.ts';
import { createPaint } from '../../../src/report/text/paint.ts';

const CURL = `curl -gsS -u "$PRICESHEET_API_KEY:" "https://api.example.com/v1/listings?sku=MUG&limit=100"`;
const EXPLANATION: Explanation = {
  folder: 'runs/r1',
  sku: 'MUG',
  run: {
    command: 'diff',
    dry_run: true,
    created_at: '2026-11-20T08:20:00.000Z',
    sheet: { path: 'costs.csv', sha256: '' },
    base_url: 'https://api.example.com/v1',
    lookup: { by: 'scan', why: 'looking up 4000 SKUs takes 4000 reads, paging the 5000 listings takes 51' },
    lookups: [],
    exit_code: 3,
    violations: [],
    notes: ['The log names only requests that did not succeed; with --verbose a run logs each'],
  },
  rows: [
    {
      line: 2,
      sku: 'MUG',
      cells_from: 'nowhere',
      cells: null,
      cells_missing: 'the plan does not hold them, and "costs.csv" has changed since',
      listing: null,
      changes: [{ field: 'cost', before: '6.00', after: '60.00' }],
      sent_along: [],
      fees: null,
      price: null,
      rules: [
        { rule: 'max_change', said: 'against', detail: 'cost moves from 6.00 to 60.00 (+900.0 %), and more' },
        { rule: 'below_cost', said: 'passed', detail: '' },
      ],
      notices: [],
      outcome: null,
      planned: null,
      requests: [],
      curl: { lookup: CURL },
    },
  ],
};

const screen = (width: number | undefined) =>
  renderExplanation(EXPLANATION, { paint: createPaint(false), width, shell: 'posix', applyFlags: [] });
const wordsOf = (text: string) => text.split(/\s+/);

describe('renderExplanation', () => {
  it.each([60, 80])('fits a terminal of %d columns, commands aside, and says the same', (width) => {
    const text = screen(width);
    const long = text.split('\n').filter((line) => line.length > width);
    expect(long).toEqual([`  ${CURL}`]);
    expect(wordsOf(text)).toEqual(wordsOf(screen(undefined)));
  });

  it('keeps what goes on below its line apart from what comes next', () => {
    expect(screen(60)).toContain(`\
  Rules       max_change  against it: cost moves from 6.00
                          to 60.00 (+900.0 %), and more
              below_cost  passed
`);
    expect(screen(60)).toContain(`\
  Note        The log names only requests that did not
                succeed; with --verbose a run logs each
`);
  });
});
