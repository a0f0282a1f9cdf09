import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../src/domain/fields.ts';
import type { Reasons } from '../../src/domain/reasons.ts';
import type { Outcome } from '../../src/domain/stages.ts';
import { renderQuestion, renderRunScreen } from '../../src/report/screen/render-run-screen.ts';
import type { ScreenStyle } from '../../src/report/text/screen-style.ts';
import { createPaint } from '../../src/report/text/screen-style.ts';
import { ASCII, UNICODE } from '../../src/report/text/words.ts';
import { viewRun } from '../../src/report/view/run-view.ts';
import { aListing, anUpdate, aResolved, aRow, cents, listingId, sku } from '../support/builders.ts';
import { anOutcome, aReport, EVERY_STATUS } from './support.ts';

const STEPS = { folder: 'runs/2026-11-20T08-20-00Z-costs' };

function onLine(line: number, desired: Partial<FieldValues>, fields: Partial<Outcome> = {}): Outcome {
  const listing = aListing({ id: listingId(line), sku: sku(`MUG-${line}`) });
  const update = anUpdate(desired, listing);
  const resolved = aResolved({ ...update.resolved, row: aRow({ line, sku: listing.sku }) });
  return anOutcome({ ...update, resolved }, fields);
}

/** A sheet that moves most amounts a little and a few of them far. */
const FOUR_THOUSAND = Array.from({ length: 4000 }, (_, index): Outcome => {
  const far = index % 97 === 0 ? 20 : 4;
  const swing = (((index * 7919) % 101) - 50) / 100;
  return onLine(index + 2, {
    cost: index % 40 === 0 ? null : cents(600 + Math.round((600 * swing * far) / 20) + 1),
    ...(index % 3 === 0 ? { minimum_price: cents(1000 - ((index * 31) % 60) - 1) } : {}),
    ...(index % 50 === 0 ? { repricing: false } : {}),
  });
});

const not = (line: number, status: Outcome['status'], reason: Reasons, message: string): Outcome => {
  const outcome = onLine(line, { cost: cents(650) }, { status, reason, message });
  const { entry } = outcome;
  const isSent = status === 'failed' || status === 'unconfirmed' || status === 'conflict';
  return isSent || entry.kind !== 'update' ? outcome : { ...outcome, entry: { ...entry, ...SIDE_EXIT } };
};
const SIDE_EXIT = { kind: 'blocked', status: 'blocked', reason: '', message: '' } as const;

const TROUBLES: readonly Outcome[] = [
  ...Array.from({ length: 41 }, (_, index) =>
    not(9000 + index, 'not_found', 'sku_not_listed', 'No listing has this SKU'),
  ),
  ...Array.from({ length: 12 }, (_, index) =>
    not(
      9100 + index,
      'blocked',
      'max_change;below_cost',
      `cost moves from 12.40 to 124.0${index % 10} (+900.0 %), and more than 50 % up or down is blocked; minimum_price 20.90 would be under the cost 124.00`,
    ),
  ),
  not(9200, 'failed', 'http_402', 'Cannot update the listing: the service answered 402 "No"'),
  not(9201, 'failed', 'http_402', 'Cannot update the listing: the service answered 402 "Never"'),
  not(9202, 'unconfirmed', 'answer_lost', 'the connection broke off: read ECONNRESET'),
  not(9203, 'conflict', 'changed_meanwhile', 'cost is 17.00 instead of 16.90'),
  not(9204, 'ambiguous', 'several_listings', '2 listings have this SKU; say which in a listing_id column'),
  not(9205, 'invalid', 'money_unreadable', 'cost "5.4O" is not an amount of money'),
];

const LOOKUP = {
  by: 'scan',
  why: 'looking up 4000 SKUs takes 4000 reads, paging the 5000 listings that were there last time takes 51',
  reads_expected: 51,
} as const;
const NOTICES = [
  'Unknown columns are ignored: "title"',
  'Amounts finer than a cent were rounded in 21 updates',
];
const PLAN = {
  command: 'sync',
  outcomes: [...FOUR_THOUSAND, ...TROUBLES.slice(0, 53)],
  lookup: LOOKUP,
  notices: NOTICES,
} as const;
const SENT = { status: 'updated', attempts: 1 } as const;
const ASKED = { ...PLAN, preview: { hasPage: true } };

/** After a yes: most were sent, some were so already, and some went wrong. */
const ANSWERED = [
  ...FOUR_THOUSAND.slice(0, 3990).map((outcome, n) => ({ ...outcome, ...SENT, attempts: n < 9 ? 0 : 1 })),
  ...FOUR_THOUSAND.slice(3990).map((outcome, n) => ({
    ...outcome,
    ...{ status: 'failed', reason: 'http_402', attempts: 1, message: `The service answered 402 "No ${n}"` },
  })),
  ...TROUBLES.slice(0, 53),
] as readonly Outcome[];

const run = (fields: Parameters<typeof aReport>[0]) => (style: ScreenStyle) =>
  renderRunScreen(viewRun(aReport({ exitCode: 3, ...fields }), STEPS), style);

const SCREENS: Readonly<Record<string, (style: ScreenStyle) => string>> = {
  'four-thousand-changes': run({ ...PLAN, command: 'diff', dryRun: true, isPlanned: true }),
  'stopped-by-guards': run({
    outcomes: FOUR_THOUSAND.map((outcome) => ({
      ...outcome,
      status: 'skipped',
      reason: 'max_updates;scale_slip',
    })),
    isPlanned: true,
    stop: {
      code: 'guard',
      rules: ['max_updates', 'scale_slip'],
      message:
        '4000 listings would be updated, and --max-updates is 100\n3100 of 4000 amounts are about 100 times what the listings hold; --money cents reads them as cents',
      readAs: { '--money': 'cents' },
      hint: 'If this is intended, pass --allow max_updates,scale_slip',
    },
  }),
  'many-issues': run({
    outcomes: [...FOUR_THOUSAND.map((outcome) => ({ ...outcome, ...SENT })), ...TROUBLES],
    notices: NOTICES,
  }),
  'everything-at-once': run({
    outcomes: [
      ...EVERY_STATUS,
      ...FOUR_THOUSAND.slice(0, 400).map((outcome) => ({ ...outcome, ...SENT })),
      ...TROUBLES,
    ],
    isPlanned: true,
    stop: {
      code: 'too_many_failures',
      rules: [],
      message: 'Stopped after 20 failed updates, and "max-failures" is 20: the last one was "402 No"',
      hint: 'See what the service says of them; "max-failures" 100 goes on for longer',
    },
    notices: Array.from({ length: 12 }, (_, index) => `${NOTICES.join(' and ')}, ${index + 1} times`),
  }),
  undo: run({
    command: 'undo',
    outcomes: FOUR_THOUSAND.slice(0, 30).map((outcome) => ({ ...outcome, ...SENT })),
  }),
  question: (style) => {
    const view = viewRun(aReport(ASKED), STEPS);
    return `${renderRunScreen(view, style)}\n${renderQuestion(view)} [y/N]\n`;
  },
  answer: (style) => {
    const report = aReport({ ...PLAN, outcomes: ANSWERED, exitCode: 3 });
    return renderRunScreen(viewRun(report, { ...STEPS, asked: aReport(ASKED) }), style);
  },
  'answered-no': (style) => {
    const report = aReport({ ...PLAN, declined: true, isPlanned: true });
    return renderRunScreen(viewRun(report, { ...STEPS, asked: aReport(ASKED) }), style);
  },
};

const ESC = String.fromCharCode(27);

describe.each(Object.entries(SCREENS))('the screen of %s', (name, render) => {
  it.each([80, 120])('is as pinned at %d columns, with and without colour', async (width) => {
    const plain = render({ paint: createPaint(false), glyphs: UNICODE, width });
    const colour = render({ paint: createPaint(true), glyphs: UNICODE, width });
    await expect(plain).toMatchFileSnapshot(`expected/screens/${name}.${width}.txt`);
    await expect(colour.replaceAll(ESC, '␛')).toMatchFileSnapshot(
      `expected/screens/${name}.${width}.colour.txt`,
    );
    expect(stripVTControlCharacters(colour)).toBe(plain);
  });

  it.each([80, 120])('fits a terminal of %d columns, commands aside, and takes 30 lines at most', (width) => {
    const lines = render({ paint: createPaint(false), glyphs: UNICODE, width })
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => [...line].length > width && !line.includes('pricesheet '))).toEqual([]);
    expect(lines.length).toBeLessThanOrEqual(30);
  });

  it('says the same in a log, in ASCII where the sheet is', async () => {
    const text = render({ paint: createPaint(false), glyphs: ASCII });
    await expect(text).toMatchFileSnapshot(`expected/screens/${name}.log.txt`);
  });
});

describe('a screen of few rows', () => {
  const draw = (name: string, rows: number) =>
    SCREENS[name]?.({ paint: createPaint(false), glyphs: UNICODE, width: 80, rows }) ?? '';

  describe.each([22, 20])('of %d', (rows) => {
    it.each(Object.keys(SCREENS))('fits %s', (name) => {
      expect(rowsTaken(draw(name, rows), 80)).toBeLessThanOrEqual(rows);
    });
  });

  function rowsTaken(text: string, width: number): number {
    const lines = text.trimEnd().split('\n');
    return lines.reduce((sum, line) => sum + Math.ceil(Math.max(1, [...line].length) / width), 0);
  }

  const NAMES: Partial<Record<Outcome['status'], string>> = {
    updated: 'of 409 listings updated',
    unchanged: 'already up to date',
    skipped: 'not sent',
  };

  it('keeps the verdict, every count, the report and the commands', () => {
    const lines = draw('everything-at-once', 22).split('\n');
    expect(lines[0]).toMatch(/^Stopped: /);
    expect(lines[1]).toMatch(/^Stopped after 20 failed updates/);
    const text = lines.join(' ').replaceAll(/ +/g, ' ');
    for (const { status } of EVERY_STATUS)
      expect(text).toMatch(new RegExp(`\\d+ ${NAMES[status] ?? status}`));
    expect(lines.join('\n')).toContain('report.html');
    expect(lines.filter((line) => line.includes('pricesheet '))).toEqual(
      draw('everything-at-once', 100)
        .split('\n')
        .filter((line) => line.includes('pricesheet ')),
    );
  });
});
