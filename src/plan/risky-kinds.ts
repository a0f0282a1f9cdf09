import { kindOfChange } from '../domain/change-buckets.ts';
import type { Listing } from '../domain/listing.ts';
import type { Change, Update } from '../domain/stages.ts';

/** What an update does, or where, as far as it may go wrong apart from others. */
export interface RiskyKind {
  readonly name: string;
  /** The lower, the more there is to lose. */
  readonly rank: number;
}

/** Of what an update does: a clear first, since how the service takes one is not documented, and then what sets prices at once. */
const RANKS = {
  cleared: 0,
  manual_price: 2,
  repricing: 3,
  strategy: 4,
  set: 5,
  down: 6,
  up: 7,
} as const;

const PLACES = { platform: 8, currency: 9, channel: 10 } as const satisfies Partial<
  Record<keyof Listing, number>
>;

/** Of the largest moves of amounts, which come after clears. */
export const FURTHEST_RANK = 1;

/** The kinds of an update: each field and the way it goes, and the platform, the currency and the channel of its listing. */
export function kindsOfUpdate({
  changes,
  resolved: { listing },
}: Pick<Update, 'changes' | 'resolved'>): readonly RiskyKind[] {
  const places = Object.entries(PLACES) as [keyof typeof PLACES, number][];
  return [
    ...changes.map(kindOf),
    ...places.map(([place, rank]) => ({ name: `${place} ${listing[place]}`, rank })),
  ];
}

function kindOf(change: Change): RiskyKind {
  const { field } = change;
  const way = kindOfChange(change);
  return { name: `${field} ${way}`, rank: rankOf(field, way) };
}

function rankOf(field: Change['field'], way: ReturnType<typeof kindOfChange>): number {
  if (way === 'cleared') return RANKS.cleared;
  if (field === 'manual_price' || field === 'repricing' || field === 'strategy') return RANKS[field];
  return way === 'set' || way === 'down' ? RANKS[way] : RANKS.up;
}
