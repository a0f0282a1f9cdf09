import type { MergeFacts } from '../../report/tally/merge-facts.ts';
import { readChanges } from '../../report/tally/summarize-changes.ts';
import type { Issues } from '../../report/tally/tally-issues.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import type { MergedSummary } from './merge-summaries.ts';

interface Merged {
  readonly summary: MergedSummary;
  readonly head: PlanHead;
  readonly missingIsOk: boolean;
  readonly issues: Issues;
}

/** Describes a merged run for the screen. */
export function toMergeFacts({ summary, head, missingIsOk, issues }: Merged): MergeFacts {
  const { sheet, counts, changes, dry_run, stopped, notices, requests, times, merged } = summary;
  const { updated = 0, unconfirmed = 0, planned = 0, skipped = 0, held = 0 } = counts.by_status;
  const rulesAgainst = head.violations?.map(({ rule }) => rule);
  const isWhole = head.whole === true && rulesAgainst?.length === 0;
  return {
    sheet: sheet.path,
    rows: sheet.rows,
    outcomes: counts.outcomes,
    byStatus: counts.by_status,
    missingIsOk,
    changes: changes ? readChanges(changes) : undefined,
    attention: counts.attention,
    issues,
    notices,
    followUp: summary.follow_up ?? undefined,
    dryRun: dry_run,
    stopped,
    requests,
    seconds: times.seconds,
    shards: merged,
    isSent: requests.writes > 0 && updated + unconfirmed > 0,
    isLeft: isWhole && (planned > 0 || (stopped !== null && stopped.apply !== null)),
    isReviewed: isWhole && held > 0,
    rulesAgainst: head.whole === true && planned + skipped > 0 ? (rulesAgainst ?? []) : [],
  };
}
