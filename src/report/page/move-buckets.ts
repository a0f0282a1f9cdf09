import { type Field, isMoneyField } from '../../domain/fields.ts';
import { bucketOf } from '../../domain/moves.ts';
import type { Change } from '../../domain/stages.ts';

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
