import type { ApprovalFacts } from '../report/page/describe-approval.ts';
import type { PageRow } from '../report/page/page-row.ts';

/** Whether a row has a box: just the rows that `review.csv` has do. */
export function canBeApproved(
  { remarks, status }: Pick<PageRow, 'remarks' | 'status'>,
  { onlyHeld }: Pick<ApprovalFacts, 'onlyHeld'>,
): boolean {
  return remarks !== undefined && (!onlyHeld || status === 'held');
}
