import type { MergeFacts } from '../report/merge-facts.ts';
import { readChanges } from '../report/summarize-changes.ts';
import type { MergedSummary } from './merge-summaries.ts';
import type { PlanHead } from './plan-file.ts';

interface Merged {
  readonly summary: MergedSummary;
  readonly head: PlanHead;
  readonly missingIsOk: boolean;
}

/** What there is to say of a merged run, for people. */
export function toMergeFacts({ summary, head, missingIsOk }: Merged): MergeFacts {
  const { sheet, counts, changes, dry_run, stopped, requests, times, merged } = summary;
  const { updated = 0, unconfirmed = 0, planned = 0 } = counts.by_status;
  const isWhole = head.whole === true && head.violations?.length === 0;
  return {
    sheet: sheet.path,
    rows: sheet.rows,
    outcomes: counts.outcomes,
    byStatus: counts.by_status,
    missingIsOk,
    changes: changes ? readChanges(changes) : undefined,
    attention: counts.attention,
    dryRun: dry_run,
    stopped,
    requests,
    seconds: times.seconds,
    shards: merged,
    isSent: requests.writes > 0 && updated + unconfirmed > 0,
    isLeft: isWhole && (planned > 0 || (stopped !== null && stopped.apply !== null)),
  };
}
