import { describeValue } from '../domain/fields.ts';
import type { UnsentUpdate } from '../domain/row.ts';
import type { Blocked, Change, Resolved, Unchanged } from '../domain/stages.ts';
import { diffListing } from './diff-listing.ts';

/**
 * A listing whose update a run says it never made, against what it holds now. Nothing is sent in any case: if the listing
 * holds what was planned all the same, somebody else set it or the run's word is wrong, and a person has to decide.
 */
export function judgeUnsent(resolved: Resolved, { planned, evidence }: UnsentUpdate): Unchanged | Blocked {
  const changes = diffListing(resolved);
  const held = changes.filter(({ field, before }) => before === planned[field]);
  if (held.length === 0) return { kind: 'unchanged', resolved: withRemark(resolved, changes, evidence) };
  const message = `The listing holds values that the run planned (${describe(held)}), yet ${evidence}: another run or somebody else set them, or the journal is wrong or gone; nothing was changed`;
  return { kind: 'blocked', resolved, changes, status: 'conflict', reason: 'held_though_unsent', message };
}

function withRemark(resolved: Resolved, changes: readonly Change[], evidence: string): Resolved {
  if (changes.length === 0) return resolved;
  const message = `Changed by somebody else: ${describe(changes)}; ${evidence}`;
  return { ...resolved, row: { ...resolved.row, notices: [{ reason: 'changed_by_others', message }] } };
}

/** From what was there before to what is there now: the changes lead the other way. */
function describe(changes: readonly Change[]): string {
  return changes
    .map(
      ({ field, before, after }) =>
        `${field} ${describeValue(field, after)} → ${describeValue(field, before)}`,
    )
    .join(', ');
}
