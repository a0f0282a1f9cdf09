import { describe, expect, it } from 'vitest';
import { Approvals } from '../../src/page/approvals.ts';
import { narrowRows } from '../../src/page/narrow-rows.ts';

/** Row 2 can't be approved; rows 0 and 4 are approved, row 3 is rejected. */
function someApprovals(): Approvals {
  const approvals = new Approvals(
    Array.from({ length: 6 }, (_, at) => ({ canBeApproved: at !== 2, extent: 'small' })),
  );
  for (const at of [0, 4]) approvals.decide(at, 'approved');
  approvals.decide(3, 'rejected');
  return approvals;
}

describe('narrowRows', () => {
  it.each([
    ['all that are found', undefined, [5, 2, 0], [5, 2, 0], [5, 0]],
    ['what is approved', 'approved', [4, 3, 2, 1], [4], [4]],
    ['what is rejected', 'rejected', [4, 3, 2, 1], [3], [3]],
    ['what is undecided', 'undecided', [4, 3, 2, 1], [1], [1]],
    ['nothing', undefined, [], [], []],
    ['only rows without a box', undefined, [2], [2], []],
  ] as const)('shows %s, in that order, and takes no other row along', (_, wanted, found, rows, withBox) => {
    expect(narrowRows(found, someApprovals(), wanted)).toEqual({ rows, withBox });
  });
});
