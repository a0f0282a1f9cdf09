import { join } from 'node:path';
import { MAY_ARRIVE } from '../../domain/may-arrive.ts';
import type { FoundFolder } from '../folder/find-run-folders.ts';
import { readJournal } from '../folder/journal.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

/** Whether a run sent something that can be undone. */
export function canUndo({ path, head, summary, disk }: FoundFolder): boolean {
  if (head.dry_run || !disk.existsSync(join(path, RUN_FILES.outcomes))) return false;
  if (!summary) return true;
  // What was refused has changed nothing.
  const { by_status, by_reason } = summary.counts;
  const { updated = 0, unconfirmed = 0, conflict = 0 } = by_status;
  return summary.requests.writes > 0 && updated + unconfirmed + conflict + (by_reason[MAY_ARRIVE] ?? 0) > 0;
}

/** Statuses of rows whose update was not made yet, and that waits for nobody. */
const UNSENT = ['planned', 'skipped', 'failed', 'unconfirmed'] as const;

/** Whether a run has a plan with something left to send. */
export function canApply({ head, summary }: FoundFolder): boolean {
  if (!head.whole) return false;
  return !summary || UNSENT.some((status) => (summary.counts.by_status[status] ?? 0) > 0);
}

/** Whether a run has updates that wait for approval. Rows that an apply holds are approved in the plan that it was given. */
export function canApprove({ head, summary }: FoundFolder): boolean {
  if (!head.whole || head.command === 'apply') return false;
  return (summary?.counts.by_status['held'] ?? 0) > 0;
}

/** Whether it is unknown of some update if it took effect. A journal that can't be read says nothing. */
export function isUnconfirmed({ path, head, summary, disk }: FoundFolder): boolean {
  if (summary) {
    const { by_status, by_reason } = summary.counts;
    return (by_status['unconfirmed'] ?? 0) > 0 || (by_reason[MAY_ARRIVE] ?? 0) > 0;
  }
  if (head.dry_run) return false;
  try {
    const journal = readJournal(join(path, RUN_FILES.outcomes), { start: undefined, disk });
    if (!journal) return false;
    const outcomes = [...journal.byEntry.values()];
    return (
      !journal.ended || outcomes.some(({ status, may_arrive }) => status === 'unconfirmed' || may_arrive)
    );
  } catch {
    return true;
  }
}
