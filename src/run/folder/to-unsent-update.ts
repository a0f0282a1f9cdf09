import type { Desired } from '../../domain/fields.ts';
import type { UnsentUpdate } from '../../domain/row.ts';
import { type Change, toDesired } from '../../domain/stages.ts';
import type { JournalFile, JournalledOutcome } from './journal.ts';
import type { PlannedEntry } from './plan-schema.ts';

interface Noted {
  readonly journal: JournalFile | undefined;
  readonly outcome: JournalledOutcome | undefined;
}

interface Unsent {
  readonly changes: readonly Change[];
  readonly expected: Desired;
  readonly unsent: UnsentUpdate;
}

/** Describes an update that a run did not make, according to its journal: its listing is read, and nothing is sent. */
export function toUnsentUpdate({ changes }: PlannedEntry, noted: Noted): Unsent {
  return {
    changes,
    expected: {},
    unsent: { planned: toDesired(changes, 'after'), evidence: describeEvidence(noted) },
  };
}

function describeEvidence({ journal, outcome }: Noted): string {
  if (!journal) return 'the run left no journal, as if it had sent nothing';
  if (!outcome) return 'the journal has no such update';
  return `the journal has the update as ${outcome.status}`;
}
