import { predictOutcome } from '../../src/domain/predict-outcome.ts';
import { readReason, readReasons } from '../../src/domain/reasons.ts';
import type { Outcome, PlanEntry, Update } from '../../src/domain/stages.ts';
import { needsAttention } from '../../src/domain/status.ts';
import type { RunEnding } from '../../src/report/notify/decide-message.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { type Digest, OutcomeTally } from '../../src/report/tally/tally-outcomes.ts';
import { viewRun } from '../../src/report/view/run-view.ts';
import { aGiven, aListing, anUpdate, aResolved, aRow, cents, listingId, sku } from '../support/builders.ts';

/** What became of an entry: as predicted, but for what the test says. */
export function anOutcome(entry: PlanEntry, fields: Partial<Omit<Outcome, 'kind' | 'entry'>> = {}): Outcome {
  return { ...predictOutcome(entry), ...fields };
}

const at = (seconds: number) => Date.UTC(2024, 4, 6, 7, 8, seconds, 90);

function entryOn(line: number, update: Update): Update {
  const { resolved } = update;
  return { ...update, resolved: { ...resolved, row: { ...resolved.row, line } } };
}

const listing = (number: number, values = {}) =>
  aListing({ id: listingId(number), sku: sku(`SKU-${number}`), values });
const update = (line: number, number: number) =>
  entryOn(line, anUpdate({ minimum_price: cents(1050) }, listing(number)));
const blocked = update(10, 9);
const conflict = update(11, 10);
const held = update(15, 14);

const why = (reason: string, message: string) => ({ reason: readReasons(reason), message });
const unlisted = (number: number, line: number) => ({
  kind: 'unresolved' as const,
  row: aRow({ sku: `SKU-${number}`, line, cells: [`SKU-${number}`, String(number)] }),
});

/** Each field of it is changed. */
const whole = anUpdate(
  {
    cost: 650,
    minimum_price: null,
    maximum_price: 123_456,
    strategy: 'strategy-1',
    repricing: false,
    manual_price: 5,
  },
  listing(1, { strategy: null, manual_price: null }),
);
const PROBLEMS = [
  { reason: 'money_unreadable', message: 'cost "x" is not an amount' },
  { reason: 'repricing_unreadable', message: 'repricing "y" is neither' },
] as const;
const DUPLICATE = { kind: 'duplicate', line: 5, cells: ['SKU-3'], target: { sku: sku('SKU-3') } } as const;
const INVALID = {
  kind: 'invalid',
  line: 6,
  cells: ['SKU-5', 'x', 'y'],
  target: { sku: sku('SKU-5') },
} as const;
const LISTED_TWICE = { ...why('several_listings', '2 listings have this SKU'), listing: listing(8) };
const REFUSED = { ...why('http_402', 'The service answered "no, ""never"""'), attempts: 1, httpStatus: 402 };

/** One outcome of each status, in the order of a sheet. */
export const EVERY_STATUS: readonly Outcome[] = [
  anOutcome(entryOn(2, whole), { status: 'updated', attempts: 2, httpStatus: 200, completedAt: at(9) }),
  anOutcome(update(3, 2)),
  anOutcome({
    kind: 'unchanged',
    resolved: aResolved({ row: aRow({ sku: 'SKU-3', line: 4 }), listing: listing(3) }),
  }),
  anOutcome({ ...DUPLICATE, ...why('repeats', 'Line 4 says the same') } as PlanEntry),
  anOutcome({ ...INVALID, problems: PROBLEMS }),
  anOutcome({
    kind: 'ignored',
    line: 7,
    cells: ['', ''],
    ...why('rule', 'The row is a line of dashes'),
  } as PlanEntry),
  anOutcome({
    ...unlisted(7, 8),
    status: 'not_found',
    ...why('no_listing', 'No listing has this SKU'),
  } as PlanEntry),
  anOutcome({ ...unlisted(8, 9), status: 'ambiguous', ...LISTED_TWICE } as PlanEntry),
  anOutcome({ ...blocked, kind: 'blocked', status: 'blocked', ...why('max_change', 'Up by 80 %') }),
  anOutcome({ ...conflict, kind: 'blocked', status: 'conflict', ...why('changed_since', 'Now 9.00') }),
  anOutcome(update(12, 11), { status: 'failed', ...REFUSED, completedAt: at(10) }),
  anOutcome(update(13, 12), {
    ...{ status: 'unconfirmed', attempts: 6, completedAt: at(11) },
    ...why('answer_lost', 'The answer was lost\nand nobody knows'),
  }),
  anOutcome(update(14, 13), { status: 'skipped', ...why('interrupted', 'Interrupted by SIGINT') }),
  anOutcome({ ...held, kind: 'held', ...why('drifted', 'Somebody else changed it') } as PlanEntry),
];

export const attentionOf = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ status }) => needsAttention(status, false));

interface ReportFields extends Partial<Omit<RunReport, 'digest'>> {
  readonly outcomes?: readonly Outcome[];
}

const SHEET = { path: 'in/prices.csv', sha256: 'ab12', job: undefined, reading: undefined };

/** A run that was sent and went well, but for what the test says. */
export function aReport({ outcomes = [], ...fields }: ReportFields = {}): RunReport {
  const { missingIsOk = false, stop } = fields;
  return {
    command: 'sync',
    dryRun: false,
    sheet: { ...SHEET, rows: outcomes.length },
    account: { base_url: 'https://api.example.com/v1', key_fingerprint: 'f00d' },
    settings: { rate: { value: '10', from: 'default' } },
    given: aGiven(),
    folder: '/home/me/runs/r1',
    missingIsOk,
    digest: digestOf(outcomes, { missingIsOk, stop }),
    strategyNames: new Map(),
    notices: [],
    isPlanned: false,
    declined: false,
    lookup: undefined,
    requests: { reads: 3, writes: 1, retries: 0, throttled: 0 },
    pace: { setting: 10, ratePerSecond: undefined, refused: 0, concurrencyWanted: undefined },
    phases: [],
    startedAt: at(0),
    finishedAt: at(12) + 400,
    exitCode: 0,
    ...fields,
  };
}

export function digestOf(
  outcomes: readonly Outcome[],
  options: ConstructorParameters<typeof OutcomeTally>[0] = { missingIsOk: false },
): Digest {
  const tally = new OutcomeTally(options);
  for (const outcome of outcomes) tally.add(outcome);
  return tally.result();
}

/** Many outcomes, a row each, from line 2. */
export function manyOutcomes(number: number): readonly Outcome[] {
  return Array.from({ length: number }, (_, index) =>
    anOutcome({
      kind: 'unresolved',
      row: aRow({ sku: `SKU-${index}`, line: index + 2, cells: [`SKU-${index}`, `${index}.50`] }),
      status: 'not_found',
      reason: readReason('no_listing'),
      message: 'No listing has this SKU',
    }),
  );
}

/** A run of a sync that went well and of which nothing else is known, but for what the test says. */
export function anEnding(fields: Partial<RunEnding> = {}): RunEnding {
  return {
    command: 'sync',
    folder: '',
    job: 'costs',
    subject: 'costs.csv',
    account: { base_url: 'https://api.example.com/v1', key_fingerprint: 'f00d' },
    exitCode: 0,
    startedAt: 1_800_000_000_000,
    finishedAt: 1_800_000_012_500,
    report: undefined,
    failure: undefined,
    ...fields,
  };
}

/** What a message says of a run. */
export function viewOf({ report }: RunEnding) {
  return report && viewRun(report, report);
}
