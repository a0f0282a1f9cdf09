import type { Strategy } from '../domain/listing.ts';
import type { Remark } from '../domain/row.ts';
import type { Change } from '../domain/stages.ts';

/** Ids of the strategies that the service lists, in lower case. */
export type ListedStrategies = ReadonlySet<string>;

export function toListed(strategies: readonly Strategy[]): ListedStrategies {
  return new Set(strategies.map(({ id }) => id.toLowerCase()));
}

/** Says that an update replaces a strategy which the service does not list: one that was deleted can't be assigned again. */
export function noticeStrategy(
  changes: readonly Change[],
  listed: ListedStrategies | undefined,
): readonly Remark[] {
  const before = changes.find(({ field }) => field === 'strategy')?.before;
  if (!listed || typeof before !== 'string' || listed.has(before.toLowerCase())) return [];
  const message = `The present strategy "${before}" of the listing is in no list, as if it were deleted: undo may not be able to give it back`;
  return [{ reason: 'strategy_unlisted', message }];
}
