import { ApprovalError } from '../../domain/errors.ts';
import type { Clock, Disk } from '../../domain/ports.ts';
import type { Approval } from '../../domain/run-record.ts';
import type { OpenRun } from '../job/open-run.ts';
import { judgeAge } from '../sheet/judge-age.ts';
import { openReviewFile } from './open-review-file.ts';
import { ReviewCheck } from './review-check.ts';

/** A review file, as `apply --only` was given it. */
export interface ApprovalRequest {
  readonly path: string;
  /** An approval that was last changed longer ago is refused. Units: milliseconds. */
  readonly maxAgeMs: number;
  /** The name of this machine. */
  readonly host: string | null;
}

/** What was approved of a plan. */
export interface ReadApproval {
  readonly approval: Approval;
  /** Whether an entry is, by its position in the plan. */
  isApproved(n: number): boolean;
}

interface Ports {
  readonly clock: Clock;
  readonly cwd: string;
  readonly disk: Disk;
}

/**
 * Reads a review file and compares it with the plan that it is for. The plan decides what is sent: from the file come only the entries, and
 * whether each is approved; everything else in it has to be as the plan shows it, however a spreadsheet has written it.
 *
 * In memory are some 40 bytes for each entry that can be approved, and nothing of the rows.
 *
 * Errors: `ApprovalError` for anything in the file that is not as it should be, before anything is sent.
 */
export async function readApproval(
  { path, maxAgeMs, host }: ApprovalRequest,
  { plan, ending }: Pick<OpenRun, 'plan' | 'ending'>,
  ports: Ports,
): Promise<ReadApproval> {
  const review = await openReviewFile(path, ports);
  const { mtimeMs } = review.file;
  refuseOld(path, { mtimeMs, maxAgeMs, now: ports.clock.now() });
  const check = new ReviewCheck(plan, { path, columns: review.columns, isUnsent: ending.isUnsent });
  for await (const records of review.records()) for (const record of records) check.add(record);
  return {
    approval: {
      path,
      sha256: review.source.sha256,
      modified: new Date(mtimeMs).toISOString(),
      owner: review.owner,
      host,
      ...check.counts(),
    },
    isApproved: (n) => check.isApproved(n),
  };
}

interface Ages {
  readonly mtimeMs: number;
  readonly maxAgeMs: number;
  readonly now: number;
}

function refuseOld(path: string, ages: Ages): void {
  const old = judgeAge({ ...ages, what: 'it', flag: '--approval-age' });
  if (old === undefined) return;
  throw new ApprovalError(`Cannot use the review file "${path}": ${old}`, {
    hint: 'Make a new plan with diff and approve that, or look at this file again and save it; a larger --approval-age accepts it as it is',
  });
}
