/** What was seen of a manual price that was sent: whether the listing's current price shows it. */
export const FOLLOW_UPS = ['reflected', 'pending', 'no_effect'] as const;

/**
 * `reflected`: the current price shows it. `pending`: it was not seen to. `no_effect`: it can't, for the reason `why`, a
 * clause.
 */
export type FollowUp =
  | { readonly kind: Exclude<(typeof FOLLOW_UPS)[number], 'no_effect'> }
  | { readonly kind: 'no_effect'; readonly why: string };

/** How many manual prices ended in each way. */
export type FollowUpCounts = Readonly<Record<FollowUp['kind'], number>>;

/** As a cell of results.csv, empty where nothing was followed up: `reflected`, `no_effect: repricing is off`. */
export function describeFollowUp(followUp: FollowUp | undefined): string {
  if (followUp === undefined) return '';
  return followUp.kind === 'no_effect' ? `${followUp.kind}: ${followUp.why}` : followUp.kind;
}

/** A cell of results.csv as a sentence for people; empty where the cell is. */
export function explainFollowUp(cell: string): string {
  if (cell === '') return '';
  const [kind, why] = cell.split(/: (.*)/s);
  if (kind === 'no_effect') return `Manual price without effect: ${why}`;
  return kind === 'pending'
    ? 'Manual price pending: the current price does not show it yet'
    : `Manual price ${cell}`;
}
