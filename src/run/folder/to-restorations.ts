import { type Effects, effectsOf, mayArriveUntil } from '../../domain/effects.ts';
import { type Desired, FIELDS, type FieldValues } from '../../domain/fields.ts';
import type { Remark, UnsentUpdate } from '../../domain/row.ts';
import { applyChanges, type Change, type Settlement, toDesired, type Update } from '../../domain/stages.ts';
import type { Restoration } from '../../report/files/render-undo.ts';
import { eachInSteps, type Steps } from '../disk/in-slices.ts';
import type { JournalFile } from './journal.ts';
import type { PlanFile } from './plan-file.ts';

export interface LineRestoration extends Restoration {
  /** Of the sheet that the run read. */
  readonly line: number;
  /** The listing's expected values, as far as they are known. */
  readonly expected: Desired;
  readonly unsent?: UnsentUpdate;
  /** Until when the run's own update may still arrive. */
  readonly mayArriveUntil: number | undefined;
  /** What else a person should know of the row. */
  readonly remarks?: readonly Remark[];
}

/** Units: epoch milliseconds. */
interface Ageing {
  readonly now: number;
  /** When the run was last known to be alive. */
  readonly lastActiveAt: number;
}

/**
 * Collects what the run changed or may have changed. The journal is opened before the first update is sent and has the
 * outcome of each; an update without one may have been applied, unless the run ended normally. All other updates
 * are included too, to check that their listings don't have the planned values.
 */
export function* toRestorations(
  { entries }: PlanFile,
  journal: JournalFile | undefined,
  ageing: Ageing,
): Steps<readonly LineRestoration[]> {
  const restorations: LineRestoration[] = [];
  yield* eachInSteps(entries(), ([n, entry]) => {
    const outcome = journal?.byEntry.get(n);
    const restoration = entry.kind === 'update' ? restore(entry, outcome, journal) : undefined;
    if (!restoration) return;
    const openUntil = restoration.unsent ? undefined : findArrival(outcome, ageing);
    restorations.push({ ...restoration, mayArriveUntil: openUntil });
  });
  return restorations;
}

/**
 * Until when an attempt at an update may still take effect. When an update without an outcome was sent is unknown, so
 * the run's last activity counts.
 */
function findArrival(outcome: Settlement | undefined, { now, lastActiveAt }: Ageing): number | undefined {
  if (outcome && !outcome.mayArrive) return undefined;
  return mayArriveUntil(outcome?.completedAt ?? lastActiveAt, now);
}

function restore(
  entry: Update,
  outcome: Settlement | undefined,
  journal: JournalFile | undefined,
): Omit<LineRestoration, 'mayArriveUntil'> | undefined {
  // The listing had the planned values already, so none of them is this run's.
  if (outcome?.notApplied && outcome.status === 'updated') return undefined;
  const { resolved, changes } = entry;
  const { id, sku, currency, values } = resolved.listing;
  const row = { line: resolved.row.line, listing: { id, sku, currency } };
  const isNeverSent = !outcome && (!journal || journal.ended);
  const effects: Partial<Effects> = isNeverSent ? {} : effectsOf({ entry, ...outcome });
  const { known = [], unseen = [], bounds = [] } = effects;
  if (known.length > 0) {
    const expected = addMissing(known, unseen);
    return { ...row, changes: addMissing(expected, bounds), expected: toDesired(expected, 'after') };
  }
  const held = applyChanges(values, outcome?.observed ?? []);
  if (unseen.length > 0) return { ...row, ...everyField({ unseen, bounds }, held) };
  // Its listing is read, and nothing is sent.
  const planned = toDesired(changes, 'after');
  return { ...row, changes, expected: {}, unsent: { planned, evidence: describeEvidence(journal, outcome) } };
}

function describeEvidence(journal: JournalFile | undefined, outcome: Settlement | undefined): string {
  if (!journal) return 'the run left no journal, as if it had sent nothing';
  if (!outcome) return 'the journal has no such update';
  return `the journal has the update as ${outcome.status}`;
}

function addMissing(changes: readonly Change[], more: readonly Change[]): readonly Change[] {
  return [...changes, ...more.filter(({ field }) => changes.every((change) => change.field !== field))];
}

/**
 * Every field, since the effects of the update were not seen. Fields that were not sent are expected to be unchanged,
 * except for bounds that a strategy may have computed.
 */
function everyField(
  { unseen, bounds }: Omit<Effects, 'known'>,
  held: FieldValues,
): Pick<LineRestoration, 'changes' | 'expected'> {
  const values = applyChanges(held, unseen);
  const changes = FIELDS.map((field): Change => ({ field, before: held[field], after: values[field] }));
  const isKnown = ({ field }: Change): boolean => bounds.every((bound) => bound.field !== field);
  return { changes, expected: toDesired(changes.filter(isKnown), 'after') };
}
