import { count as counted } from '../../domain/count.ts';
import type { Reason } from '../../domain/reasons.ts';
import { noticePrices } from '../../report/tally/describe-prices.ts';
import type { Digest } from '../../report/tally/tally-outcomes.ts';

/** Notices for what several updates have in common; the rows say it one by one. */
const SENTENCES: Readonly<Partial<Record<Reason, (count: string) => string>>> = {
  rounded: (count) => `Amounts finer than a cent were rounded in ${count}`,
  sku_rewritten: (count) =>
    `A spreadsheet has rewritten the SKU in ${count}, which listing_id led to its listing; the message of each says the SKU that is listed`,
  manual_without_effect: (count) =>
    `The manual price has no effect for now in ${count}: the listing is not repriceable`,
  repricing_without_minimum: (count) => `Repricing is on without a minimum price in ${count}`,
  strategy_unlisted: (count) =>
    `A replaced strategy is not in the account's list (it may have been deleted) in ${count}: undo may not be able to restore it`,
  drifted: (count) =>
    `Somebody else had changed a field since it was last as the sheet says in ${count}: an update puts the sheet's value back, and --drift hold leaves such rows to a person`,
  contested: (count) =>
    `Both the sheet and somebody else changed a field since they last agreed on it in ${count}: an update puts the sheet's value there`,
  set_by_others: (count) =>
    `Somebody else, or another job, set a field between these runs, and that value comes back in ${count}; the message of each says which`,
  bounds_left_open: (count) =>
    `A strategy may recompute minimum and maximum in ${count}: the rows set a cost or a strategy, but not both bounds; rows that set both keep them`,
  also_changed: (count) =>
    `Fields that were not sent changed too in ${count}; the message of each says which`,
};

/** Notices about what was sent, or would be, that stopped nothing. */
export function noticeOutcomes({ noted, prices }: Digest): readonly string[] {
  const others = (Object.entries(SENTENCES) as [Reason, (count: string) => string][]).flatMap(
    ([reason, sentence]) => {
      const count = noted.get(reason) ?? 0;
      return count === 0 ? [] : [sentence(counted(count, 'update'))];
    },
  );
  return [...noticePrices(prices), ...others];
}
