import { formatCents } from '../domain/cents.ts';
import { hasHundredths } from '../domain/currency.ts';
import { FIELDS, type Field, type FieldValue, isMoneyField } from '../domain/fields.ts';
import { findEffects, findPossibleEffects, isUnseen } from '../domain/find-effects.ts';
import type { Listing } from '../domain/listing.ts';
import { applyChanges, type Change, listingOf, type Outcome } from '../domain/stages.ts';
import type { Status } from '../domain/status.ts';
import { csvBlocks } from './csv-blocks.ts';

/** How the sheet of the run was written, so that its undo is read by the same settings. */
export interface UndoShape {
  readonly delimiter: string;
  readonly decimalSign: '.' | ',';
  readonly moneyUnit: 'major' | 'cents';
  readonly clearToken: string;
}

/** What a listing held before the run touched it, in the fields that are its doing or may be. */
export interface Restoration {
  readonly listing: Pick<Listing, 'id' | 'sku' | 'currency'>;
  readonly changes: readonly Change[];
}

/** The values from before, in the fields that are a run's doing or may be; nothing for what it did not touch. */
export function toRestoration(outcome: Outcome): Restoration | undefined {
  const listing = listingOf(outcome.entry);
  const changes = toEffects(outcome);
  return listing && changes.length > 0 ? { listing, changes } : undefined;
}

/** A blocked entry may have ended as a conflict too, but was never sent. */
const MAYBE_APPLIED: ReadonlySet<Status> = new Set<Status>(['updated', 'unconfirmed', 'conflict']);

function toEffects(outcome: Outcome): readonly Change[] {
  const { entry, status, observed = [] } = outcome;
  if (entry.kind !== 'update' || !MAYBE_APPLIED.has(status)) return [];
  const { values: before } = entry.resolved.listing;
  return isUnseen(outcome)
    ? findPossibleEffects(entry.changes, applyChanges(before, observed))
    : findEffects(entry.changes, { status, before, observed });
}

/** `undo.csv`: a sheet that gives each listing back what it held before. `restorations` are gone through twice. */
export function renderUndo(restorations: Iterable<Restoration>, shape: UndoShape): Iterable<string> {
  return csvBlocks(undoRecords(restorations, shape), shape);
}

/** The records of `undo.csv`, the header first. */
export function* undoRecords(
  restorations: Iterable<Restoration>,
  { moneyUnit, ...given }: Omit<UndoShape, 'delimiter'>,
): Generator<readonly string[]> {
  let needsCents = false;
  const changed = new Set<Field>();
  for (const { listing, changes } of restorations) {
    // Where a cent is no hundredth, only cents say what is meant.
    needsCents ||= !hasHundredths(listing.currency);
    for (const { field } of changes) changed.add(field);
  }
  const shape = { ...given, inCents: moneyUnit === 'cents' || needsCents };
  const fields = FIELDS.filter((field) => changed.has(field));
  yield ['listing_id', 'sku', 'currency', ...fields.map((field) => toHeader(field, shape))];
  for (const { listing, changes } of restorations) {
    const before = new Map(changes.map((change) => [change.field, change.before]));
    const cells = fields.map((field) => toCell(before.get(field), shape));
    yield [listing.id, listing.sku, listing.currency, ...cells];
  }
}

type CellShape = Pick<UndoShape, 'decimalSign' | 'clearToken'> & { readonly inCents: boolean };

/** Amounts in cents say so in their header: without the word they would be read as a hundred times as much. */
function toHeader(field: Field, { inCents }: CellShape): string {
  return isMoneyField(field) && inCents ? `${field}_cents` : field;
}

function toCell(value: FieldValue | undefined, { inCents, decimalSign, clearToken }: CellShape): string {
  if (value === undefined) return '';
  if (value === null) return clearToken;
  if (typeof value !== 'number') return String(value);
  return inCents ? String(value) : formatCents(value, decimalSign);
}
