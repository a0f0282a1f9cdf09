import type { Cents } from '../../domain/cents.ts';
import { type Fees, marginOf } from '../../domain/fees.ts';
import type { LiveValues, PageRow } from './page-row.ts';

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

/** Minimum less cost and fees on each side of an update. Units: cents; `undefined` where there is no cost or no minimum. */
export interface Margins {
  readonly before: Margin | undefined;
  readonly after: Margin | undefined;
}

interface Margin {
  readonly cents: number;
  readonly costCents: number;
}

/** `undefined` for a row that is not an update: the page does not hold the values of its listing. */
export function marginsOf({
  changes,
  live,
  fees,
  computed,
}: Pick<PageRow, 'changes' | 'live' | 'fees' | 'computed'>): Margins | undefined {
  if (!live) return undefined;
  const after = { cost: live.cost, minimum_price: live.minimum_price };
  for (const { field, after: value } of changes) {
    if (field === 'cost' || field === 'minimum_price') after[field] = value as Cents | null;
  }
  // A minimum that a strategy was seen to compute wins over the one that was sent.
  if (computed?.minimum_price !== undefined) after.minimum_price = computed.minimum_price;
  return {
    before: toMargin(live, fees),
    after: toMargin(after, fees),
  };
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
