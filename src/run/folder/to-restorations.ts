import {
  computableBounds,
  findEffects,
  findRest,
  isNotOurChange,
  isUnseen,
  mayArriveUntil,
} from '../../domain/effects.ts';
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
  { resolved, changes }: Update,
  outcome: Settlement | undefined,
  journal: JournalFile | undefined,
): Omit<LineRestoration, 'mayArriveUntil'> | undefined {
  // The listing had the planned values already, so none of them is this run's.
  if (outcome?.notApplied && outcome.status === 'updated') return undefined;
  const { line } = resolved.row;
  const { id, sku, currency, values: before } = resolved.listing;
  const listing = { id, sku, currency };
  const unsent = {
    line,
    listing,
    changes,
    expected: {},
    // Its listing is read, and nothing is sent.
    unsent: { planned: toDesired(changes, 'after'), evidence: describeEvidence(journal, outcome) },
  };
  if (outcome ? wasNeverSent(outcome) : !journal || journal.ended) return unsent;
  const isSeen = outcome?.observed && !isUnseen(changes, outcome);
  const effects = isSeen
    ? toKnown(changes, before, outcome)
    : toPossible(changes, applyChanges(before, outcome?.observed ?? []));
  return effects.changes.length === 0 ? unsent : { line, listing, ...effects };
}

function describeEvidence(journal: JournalFile | undefined, outcome: Settlement | undefined): string {
  if (!journal) return 'the run left no journal, as if it had sent nothing';
  if (!outcome) return 'the journal has no such update';
  return `the journal has the update as ${outcome.status}`;
}

function wasNeverSent(outcome: Settlement): boolean {
  return outcome.status === 'failed' || outcome.status === 'skipped' || isNotOurChange(outcome);
}

type Effects = Pick<LineRestoration, 'changes' | 'expected'>;

/**
 * The changes that were sent, what the service was seen to compute from them, and what an attempt that may still arrive
 * would change.
 */
function toKnown(
  sent: readonly Change[],
  before: FieldValues,
  { status, observed = [], mayArrive }: Settlement,
): Effects {
  const sighting = { status, before, observed };
  const effects = findEffects(sent, sighting);
  const { unseen, bounds } = mayArrive ? findRest(sent, sighting) : { unseen: [], bounds: [] };
  const known = [...effects, ...missingFrom(effects, unseen)];
  return {
    changes: [...known, ...missingFrom(known, bounds)],
    expected: toDesired(known, 'after'),
  };
}

function missingFrom(changes: readonly Change[], more: readonly Change[]): readonly Change[] {
  return more.filter(({ field }) => changes.every((change) => change.field !== field));
}

/**
 * Every field, since the effects of the update were not seen. Fields that were not sent are expected to be unchanged,
 * except for bounds that a strategy may have computed.
 */
function toPossible(sent: readonly Change[], held: FieldValues): Effects {
  const bySent = new Map(sent.map(({ field, after }) => [field, after]));
  const changes = FIELDS.map((field): Change => {
    const after = bySent.get(field);
    return { field, before: held[field], after: after === undefined ? held[field] : after };
  });
  const unknown = new Set(computableBounds(sent, held).map(({ field }) => field));
  return {
    changes,
    expected: toDesired(
      changes.filter(({ field }) => !unknown.has(field)),
      'after',
    ),
  };
}
