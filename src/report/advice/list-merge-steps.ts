import { join } from 'node:path';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { MergeFacts } from '../tally/merge-facts.ts';
import { formatCommand } from '../text/format-command.ts';
import { describeApproving, type NextStep, SEND_PLAN } from './list-next-steps.ts';

/** Flags of the runs that were merged, as far as each command after them knows them, and the shell that it is for. */
export interface MergeStepFlags {
  readonly shell: Shell;
  readonly retryFlags: readonly string[];
  readonly applyFlags: readonly string[];
  readonly undoFlags: readonly string[];
}

export interface MergeStepOptions extends MergeStepFlags {
  /** The run folder as the user would name it. */
  readonly folder: string;
  /** Likewise, those of earlier attempts of a shard that were left out and may have sent updates. */
  readonly sentBefore: readonly string[];
}

type StepFacts = Pick<
  MergeFacts,
  'attention' | 'dryRun' | 'isSent' | 'isLeft' | 'isReviewed' | 'rulesAgainst' | 'byStatus'
>;

/** The next steps after shards were merged. */
export function listMergeSteps(
  { attention, dryRun, isSent, isLeft, isReviewed, rulesAgainst, byStatus }: StepFacts,
  { folder, sentBefore, retryFlags, applyFlags, undoFlags, shell }: MergeStepOptions,
): readonly NextStep[] {
  const retry = join(folder, 'retry.csv');
  const steps: NextStep[] = [];
  if (attention > (byStatus['skipped'] ?? 0)) {
    const command = formatCommand(['sync', retry, ...retryFlags], shell);
    steps.push({ kind: 'repair', what: `repair ${quoteWord(retry, shell)}, then`, command });
  }
  if (isLeft) {
    const what = dryRun ? SEND_PLAN : 'send the rest of this plan';
    steps.push({ kind: 'apply', what, command: formatCommand(['apply', folder, ...applyFlags], shell) });
  }
  if (isReviewed) {
    const review = join(folder, 'review.csv');
    const command = formatCommand(['apply', folder, '--only', review, ...applyFlags], shell);
    steps.push({ kind: 'approve', what: describeApproving(review, shell), command });
  }
  if (rulesAgainst.length > 0) {
    const command = formatCommand(['apply', folder, ...applyFlags, '--allow', rulesAgainst.join(',')], shell);
    steps.push({ kind: 'allow', what: 'if this is intended', command });
  }
  if (isSent)
    steps.push({
      kind: 'undo',
      what: 'undo this run',
      command: formatCommand(['undo', folder, ...undoFlags], shell),
    });
  for (const earlier of sentBefore)
    steps.push({
      kind: 'undo',
      what: 'undo what the earlier run sent',
      command: formatCommand(['undo', earlier, ...undoFlags], shell),
    });
  return steps;
}
