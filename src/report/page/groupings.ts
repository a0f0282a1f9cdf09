import type { Cents } from '../../domain/cents.ts';
import { type Fees, marginOf } from '../../domain/fees.ts';
import { type Field, isMoneyField } from '../../domain/fields.ts';
import { bucketOf } from '../../domain/moves.ts';
import type { Change } from '../../domain/stages.ts';
import { hasTrait, needsAttention, type Status } from '../../domain/status.ts';
import type { LiveValues, PageRow } from './page-row.ts';

/** The fixed parts of the charts of relative changes, from the largest fall to the largest rise: those of `bucketOf`, and two more. */
export const MOVE_BUCKETS = [
  { id: 'down50', label: '−50 % and more', tick: '−50' },
  { id: 'down20', label: '−20 to −50 %', tick: '−20' },
  { id: 'down10', label: '−10 to −20 %', tick: '−10' },
  { id: 'down5', label: '−5 to −10 %', tick: '−5' },
  { id: 'down1', label: '−1 to −5 %', tick: '−1' },
  { id: 'down0', label: 'less than −1 %', tick: '−0' },
  { id: 'up0', label: 'less than +1 %', tick: '+0' },
  { id: 'up1', label: '+1 to +5 %', tick: '+1' },
  { id: 'up5', label: '+5 to +10 %', tick: '+5' },
  { id: 'up10', label: '+10 to +20 %', tick: '+10' },
  { id: 'up20', label: '+20 to +50 %', tick: '+20' },
  { id: 'up50', label: '+50 % and more', tick: '+50' },
  { id: 'set', label: 'set, was none or 0', tick: 'set' },
  { id: 'cleared', label: 'cleared', tick: 'clear' },
] as const;

export type MoveBucket = (typeof MOVE_BUCKETS)[number]['id'];

/** The part that a change of an amount belongs to; nothing for other fields. */
export function moveBucketOf({ field, before, after }: Change): MoveBucket | undefined {
  if (!isMoneyField(field)) return undefined;
  if (after === null) return 'cleared';
  const bucket = bucketOf(before as number | null, after as number);
  return bucket === undefined ? 'set' : MOVE_BUCKETS[bucket]?.id;
}

/** Names of the fields for people. */
export const FIELD_LABELS: Readonly<Record<Field, string>> = {
  cost: 'Cost',
  minimum_price: 'Minimum',
  maximum_price: 'Maximum',
  strategy: 'Strategy',
  repricing: 'Repricing',
  manual_price: 'Manual price',
};

/** What a row's status means to the person who reads the page. */
export const STATUS_GROUPS = ['goes_out', 'stays', 'needs_you'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** What else decides which group a row is in. */
export interface Grouping {
  readonly missingIsOk: boolean;
  /** The run sends what a person approved: what is held is what was not, so that nobody waits for it. */
  readonly isReviewed: boolean;
}

/** Rows that are held need no attention, but a person: nobody else sends them. */
export function statusGroupOf(status: Status, { missingIsOk, isReviewed }: Grouping): StatusGroup {
  if (status === 'held') return isReviewed ? 'stays' : 'needs_you';
  if (needsAttention(status, missingIsOk)) return 'needs_you';
  return hasTrait(status, 'goes_out') ? 'goes_out' : 'stays';
}

/** The fixed parts of the chart of margins, in percent of the cost. */
export const MARGIN_BUCKETS = [
  { id: 'below', label: 'below 0 %', tick: '< 0' },
  { id: 'm0', label: '0 to 5 %', tick: '0–5' },
  { id: 'm5', label: '5 to 10 %', tick: '5–10' },
  { id: 'm10', label: '10 to 20 %', tick: '10–20' },
  { id: 'm20', label: '20 to 50 %', tick: '20–50' },
  { id: 'm50', label: '50 to 100 %', tick: '50–100' },
  { id: 'm100', label: '100 % and more', tick: '100+' },
  { id: 'unknown', label: 'no cost or no minimum', tick: 'none' },
] as const;

export type MarginBucket = (typeof MARGIN_BUCKETS)[number]['id'];

/** Units: cents. */
interface Margin {
  readonly cents: number;
  readonly costCents: number;
}

/**
 * Minimum less cost and fees on each side of an update; `undefined` on a side without cost or minimum, and for a row that is not an update: the
 * page does not hold the values of its listing.
 */
export function marginsOf(row: Pick<PageRow, 'changes' | 'live' | 'fees' | 'computedMinimum'>) {
  const { changes, live, fees, computedMinimum } = row;
  if (!live) return undefined;
  const after = { cost: live.cost, minimum_price: live.minimum_price };
  for (const { field, after: value } of changes) {
    if (field === 'cost' || field === 'minimum_price') after[field] = value as Cents | null;
  }
  // A minimum that a strategy was seen to compute wins over the one that was sent.
  if (computedMinimum !== undefined) after.minimum_price = computedMinimum;
  return { before: toMargin(live, fees), after: toMargin(after, fees) } as const;
}

function toMargin(
  { cost, minimum_price: minimum }: Pick<LiveValues, 'cost' | 'minimum_price'>,
  fees: Fees | undefined,
): Margin | undefined {
  if (cost === null || minimum === null) return undefined;
  return { cents: marginOf(minimum, { cost, fees }), costCents: cost };
}

/** The part that a margin belongs to, in whole numbers. */
export function marginBucketOf(margin: Margin | undefined): MarginBucket {
  if (!margin) return 'unknown';
  if (margin.cents < 0) return 'below';
  const step = STEPS.find((percent) => margin.cents * 100 >= percent * margin.costCents) ?? 0;
  return `m${step}`;
}

const STEPS = [100, 50, 20, 10, 5] as const;
