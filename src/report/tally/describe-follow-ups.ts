import { count } from '../../domain/count.ts';
import { FOLLOW_UPS, type FollowUpCounts } from '../../domain/follow-up.ts';

/** What was seen of manual prices, in the words of results.csv: `12 manual prices reflected, 3 pending, 1 no_effect`. */
export function describeFollowUps(counts: FollowUpCounts): string {
  return FOLLOW_UPS.filter((kind) => counts[kind] > 0)
    .map((kind, at) => `${at === 0 ? count(counts[kind], 'manual price') : counts[kind]} ${kind}`)
    .join(', ');
}
