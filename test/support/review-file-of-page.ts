import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision } from '../../src/page/approvals.ts';
import { canBeApproved, toReviewFile } from '../../src/page/to-review-file.ts';
import { readPage } from './read-page.ts';

/** The review file that the page of a run gives away; `undefined` if nothing can be approved on it. */
export function reviewFileOfPage(
  folder: string,
  decisionOf: (sku: string) => Decision = () => 'undecided',
): string | undefined {
  const { rows, facts } = readPage(readFileSync(join(folder, 'report.html'), 'utf8'));
  const { approval } = facts;
  if (!approval) return undefined;
  const decided = rows
    .filter((row) => canBeApproved(row, approval))
    .map((row) => ({ row, decision: decisionOf(row.sku) }));
  const strategyNames = new Map(facts.strategyNames);
  return [...toReviewFile(decided, { ...approval, strategyNames })].join('');
}
