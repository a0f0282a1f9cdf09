import type { Remark } from '../domain/row.ts';
import type { Change, Resolved } from '../domain/stages.ts';
import { describeLargeMove, findLargeMoves } from './large-moves.ts';
import type { GuardLimits } from './limits.ts';

/** What keeps an update from being sent without approval: amounts that move further than --hold-over, measured as --max-change does. */
export function holdLargeMoves(
  { listing }: Resolved,
  changes: readonly Change[],
  limits: Pick<GuardLimits, 'holdOver'> | undefined,
): readonly Remark[] {
  return findLargeMoves(listing, changes, limits?.holdOver).map((move) => ({
    reason: 'hold_over',
    message: `${describeLargeMove(move, listing)}, and more than ${limits?.holdOver} % up or down needs approval`,
  }));
}
