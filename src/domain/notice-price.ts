import { describePriceOutcome } from './describe-price-outcome.ts';
import { judgePrice, type PricedUpdate } from './judge-price.ts';
import type { Reason } from './reasons.ts';
import type { Remark } from './row.ts';

const REASONS_OF = { rise: 'price_has_to_rise', fall: 'price_has_to_fall' } as const satisfies Readonly<
  Record<string, Reason>
>;

/** That the price has to move at once, if it has to: a maximum below it is obeyed as soon as it is sent. */
export function noticePrice(update: PricedUpdate): readonly Remark[] {
  const outcome = judgePrice(update);
  if (outcome.kind !== 'rise' && outcome.kind !== 'fall') return [];
  return [{ reason: REASONS_OF[outcome.kind], message: describePriceOutcome(outcome, update.listing) }];
}

/** Whether a notice is about the price that the listing had when it was made. */
export function isOfPrice({ reason }: Remark): boolean {
  return reason === REASONS_OF.rise || reason === REASONS_OF.fall;
}
