import { describe, expect, it } from 'vitest';
import type { DriftView, SkuChange, SkuView } from '../../../src/report/screen/history-views.ts';
import { renderHistory } from '../../../src/report/screen/render-history.ts';
import { renderHistoryChronic } from '../../../src/report/screen/render-history-chronic.ts';
import { renderHistoryRun } from '../../../src/report/screen/render-history-run.ts';
import { renderHistorySku } from '../../../src/report/screen/render-history-sku.ts';
import { UNICODE } from '../../../src/report/text/glyphs.ts';
import { createPaint } from '../../../src/report/text/paint.ts';
import { widthOf } from '../../../src/report/text/text-width.ts';
import { cents } from '../../support/builders.ts';
import { aDrift, anAttention, aRecord } from '../../support/some-history.ts';

const DAY = 86_400_000;
const FIRST = Date.parse('2026-11-02T02:15:00Z');

function dayOf(night: number): string {
  return new Date(FIRST + night * DAY).toISOString();
}

const GUARD = {
  code: 'guard',
  rules: ['rows_dropped'],
  message: 'The sheet has 2411 SKUs, and 5000 are usual',
};
const RECORDS = Array.from({ length: 22 }, (_, night) => night)
  .filter((night) => night !== 12)
  .map((night) => {
    const started_at = dayOf(night);
    if (night === 17) return aRecord({ started_at, exit_code: 4, verdict: 'failed', stopped: GUARD });
    if (night === 18)
      return aRecord({ started_at, exit_code: null, verdict: 'killed', counts: null, drift: null });
    if (night === 19) return aRecord({ started_at, dry_run: true, command: 'diff', counts: null });
    if (night !== 20) return aRecord({ started_at });
    return aRecord({
      started_at,
      exit_code: 3,
      verdict: 'attention',
      counts: {
        outcomes: 5000,
        attention: 3,
        by_status: { updated: 20, not_found: 3 },
        by_reason: { sku_not_listed: 3 },
      },
      news: { fresh: 1, still: 2, since: dayOf(16), well: 4 },
      drift: { drifted: 1, contested: 1, recomputed: 5 },
      settings: { rate: '20' },
    });
  });

function style(width?: number) {
  return { paint: createPaint(false), glyphs: UNICODE, width };
}

const entries = RECORDS.map((record) => ({ kind: 'run', at: record.started_at, record }) as const);
const [record = aRecord()] = RECORDS.slice(-2);
const CHANGE: SkuChange = {
  at: dayOf(3),
  by: 'run',
  run: '2026-11-05T02-15-00Z-costs',
  command: 'sync',
  line: 2,
  listing_id: '00000000-0000-4000-8000-000000000001',
  currency: 'usd',
  field: 'minimum_price',
  was: cents(1000),
  is: cents(1100),
};
const SKU: SkuView = {
  sku: 'MUG-01',
  field: null,
  changes: [
    CHANGE,
    { ...CHANGE, by: 'others', was: cents(1100), is: null },
    { ...CHANGE, by: 'strategy', was: null, is: cents(990) },
  ],
  agreed: [{ listing_id: CHANGE.listing_id, field: 'minimum_price', value: cents(990) }],
  attention: [anAttention({ sku: 'MUG-01' })],
  runs_searched: 21,
  searched_since: dayOf(0),
  notices: [],
};
const CHRONIC = {
  rows: [
    {
      job: 'costs',
      kind: 'attention',
      since: dayOf(2),
      nights: 20,
      line: 3,
      sku: 'CUP-01',
      listing_id: null,
      what: 'not_found',
      why: 'sku_not_listed',
    },
    {
      job: 'costs',
      kind: 'drift',
      since: dayOf(17),
      nights: 4,
      line: 2,
      sku: 'MUG-01',
      listing_id: CHANGE.listing_id,
      what: 'drifted',
      why: 'cost',
    },
  ],
  runs: [record],
  nights: 3,
  notices: [],
} as const;

const SCREENS: Readonly<Record<string, (width?: number) => string>> = {
  list: (width) => renderHistory({ entries, notices: [], nothing: '' }, style(width)),
  show: (width) =>
    renderHistoryRun(
      {
        record,
        drift: [aDrift({ nights: 4 }) as DriftView],
        attention: [anAttention()],
        folder: 'runs/x',
        report: 'runs/x/report.html',
        notices: [],
      },
      style(width),
    ),
  sku: (width) => renderHistorySku(SKU, style(width)),
  chronic: (width) => renderHistoryChronic(CHRONIC, style(width)),
};

describe('the screens of history', () => {
  it.each(Object.keys(SCREENS).flatMap((name) => [200, 120, 80, 60].map((width) => [name, width] as const)))(
    '%s fits %i columns',
    (name, width) => {
      const lines = SCREENS[name]?.(width).split('\n') ?? [];
      // Checksums and names of runs are left whole, so that they can be copied.
      const long = lines.filter(
        (line) => widthOf(line) > width && !/^ *a{64}$/.test(line) && !(name === 'sku' && width < 80),
      );
      expect(long).toEqual([]);
    },
  );

  it('shows text from outside as one line', () => {
    const text = renderHistorySku({ ...SKU, sku: 'A\u001b[31m\nB' }, style(80));
    expect(text.split('\n')[0]).toContain('A\\u{1b}[31m\\u{a}B: 3 changes');
  });
});
