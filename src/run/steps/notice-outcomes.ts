import { count as counted } from '../../domain/count.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { Digest } from '../../report/tally/tally-outcomes.ts';

/** Notices for what several updates have in common; the rows say it one by one. */
const SENTENCES: Readonly<Partial<Record<Reason, (count: string) => string>>> = {
  rounded: (count) => `Amounts finer than a cent were rounded in ${count}`,
  manual_without_effect: (count) =>
    `The manual price has no effect for now in ${count}: the listing is not repriceable`,
  repricing_without_minimum: (count) => `Repricing is on without a minimum price in ${count}`,
  strategy_unlisted: (count) =>
    `A replaced strategy is not in the account's list (it may have been deleted) in ${count}: undo may not be able to restore it`,
  bounds_left_open: (count) =>
    `A strategy may recompute minimum and maximum in ${count}: the rows set a cost or a strategy, but not both bounds; rows that set both keep them`,
  also_changed: (count) =>
    `Fields that were not sent changed too in ${count}; the message of each says which`,
};

/** Notices about what was sent, or would be, that stopped nothing. */
export function noticeOutcomes({ noted }: Digest): readonly string[] {
  return (Object.entries(SENTENCES) as [Reason, (count: string) => string][]).flatMap(
    ([reason, sentence]) => {
      const count = noted.get(reason) ?? 0;
      return count === 0 ? [] : [sentence(counted(count, 'update'))];
    },
  );
}
