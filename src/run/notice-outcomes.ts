import { changesOf, type Outcome } from '../domain/stages.ts';

/** What to say of all the updates that have the same thing worth knowing; the rows themselves say it one by one. */
const SENTENCES: Readonly<Record<string, (count: string) => string>> = {
  rounded: (count) => `Amounts finer than a cent were rounded in ${count}`,
  manual_without_effect: (count) =>
    `The manual price has no effect for now in ${count}: the listing is not repriceable`,
  repricing_without_minimum: (count) => `Repricing is on without a minimum price in ${count}`,
  also_changed: (count) =>
    `Fields that were not sent changed too in ${count}; the message of each says which`,
};

/** Things about what was sent, or would be, that stopped nothing and that somebody should know. */
export function noticeOutcomes(outcomes: readonly Outcome[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const reason of outcomes.flatMap(reasonsOf)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.entries(SENTENCES).flatMap(([reason, sentence]) => {
    const count = counts.get(reason) ?? 0;
    return count === 0 ? [] : [sentence(count === 1 ? '1 update' : `${count} updates`)];
  });
}

function reasonsOf({ entry, observed = [] }: Outcome): readonly string[] {
  if (entry.kind !== 'update') return [];
  const sent = new Set(changesOf(entry).map(({ field }) => field));
  const alsoChanged = observed.some(({ field }) => !sent.has(field));
  return [...entry.notices.map(({ reason }) => reason), ...(alsoChanged ? ['also_changed'] : [])];
}
