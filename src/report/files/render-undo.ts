import type { FieldValues } from '../../domain/fields.ts';
import {
  computableBounds,
  findEffects,
  findPossibleEffects,
  isNoDoing,
  isUnseen,
} from '../../domain/find-effects.ts';
import { applyChanges, type Change, listingOf, type Outcome } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import { csvFile } from './csv-file.ts';
import {
  type CellShape,
  columnsOf,
  type ListingChanges,
  type ListingColumns,
  listingRecords,
} from './listing-records.ts';

/** How the sheet of the run was written, so that its undo is read by the same settings. */
export interface UndoShape extends CellShape {
  readonly delimiter: string;
}

/** What a listing held before the run, in the fields that the run changed or may have changed. */
export type Restoration = ListingChanges;

/** The values from before, in the fields that the run changed or may have changed; `undefined` where there are none. */
export function toRestoration(outcome: Outcome): Restoration | undefined {
  const listing = listingOf(outcome.entry);
  const changes = toEffects(outcome);
  return listing && changes.length > 0 ? { listing, changes } : undefined;
}

/** A blocked entry may have ended as a conflict too, but was never sent. */
const MAYBE_APPLIED: ReadonlySet<Status> = new Set<Status>(['updated', 'unconfirmed', 'conflict']);

function toEffects(outcome: Outcome): readonly Change[] {
  const { entry, status, observed = [] } = outcome;
  if (entry.kind !== 'update' || !MAYBE_APPLIED.has(status) || isNoDoing(outcome)) return [];
  const { values: before } = entry.resolved.listing;
  const held = applyChanges(before, observed);
  const effects = isUnseen(entry.changes, outcome)
    ? findPossibleEffects(entry.changes, held)
    : findEffects(entry.changes, { status, before, observed });
  return [...effects, ...boundsToKeep(effects, held)];
}

/**
 * Bounds as the listing holds them, where a strategy may compute others upon what is given back: a row that says them has them
 * sent along. One that isn't set is left out, since to say it would be to clear it.
 */
function boundsToKeep(effects: readonly Change[], held: FieldValues): readonly Change[] {
  const restored = effects.map(({ field, before, after }) => ({ field, before: after, after: before }));
  return computableBounds(restored, held).filter(({ after }) => after !== null);
}

/** `undo.csv`: a sheet that gives each listing back what it held before. `columns` are those of all `restorations`. */
export function renderUndo(
  restorations: Iterable<Restoration>,
  columns: ListingColumns,
  shape: UndoShape,
): Iterable<string> {
  return csvFile(listingRecords(restorations, { ...shape, columns }), shape);
}

/** The records of `undo.csv`, the header first. */
export function undoRecords(
  restorations: readonly Restoration[],
  shape: CellShape,
): Generator<readonly string[]> {
  return listingRecords(restorations, { ...shape, columns: columnsOf(restorations) });
}
