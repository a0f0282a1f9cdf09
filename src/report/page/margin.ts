import type { PageRow } from './page-row.ts';

/** The fixed parts of the picture of margins, in percent of the cost. */
export const MARGIN_BUCKETS = [
  { id: 'below', label: 'below cost' },
  { id: 'm0', label: '0 to 5 %' },
  { id: 'm5', label: '5 to 10 %' },
  { id: 'm10', label: '10 to 20 %' },
  { id: 'm20', label: '20 to 50 %' },
  { id: 'm50', label: '50 to 100 %' },
  { id: 'm100', label: '100 % and more' },
  { id: 'unknown', label: 'no cost or no minimum' },
] as const;

export type MarginBucket = (typeof MARGIN_BUCKETS)[number]['id'];

/** Minimum less cost on each side of an update. Units: cents; `undefined` where one of the two is not set. */
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
  computed,
}: Pick<PageRow, 'changes' | 'live' | 'computed'>): Margins | undefined {
  if (!live) return undefined;
  const after = { cost: live.cost as number | null, minimum_price: live.minimum_price as number | null };
  for (const { field, after: value } of changes) {
    if (field === 'cost' || field === 'minimum_price') after[field] = value as number | null;
  }
  // A minimum that a strategy was seen to compute wins over the one that was sent.
  if (computed?.minimum_price !== undefined) after.minimum_price = computed.minimum_price;
  return {
    before: toMargin(live.cost, live.minimum_price),
    after: toMargin(after.cost, after.minimum_price),
  };
}

function toMargin(cost: number | null, minimum: number | null): Margin | undefined {
  return cost === null || minimum === null ? undefined : { cents: minimum - cost, costCents: cost };
}

/** The part that a margin belongs to, in whole numbers. */
export function marginBucketOf(margin: Margin | undefined): MarginBucket {
  if (!margin) return 'unknown';
  if (margin.cents < 0) return 'below';
  const step = STEPS.find((percent) => margin.cents * 100 >= percent * margin.costCents) ?? 0;
  return `m${step}`;
}

const STEPS = [100, 50, 20, 10, 5] as const;
