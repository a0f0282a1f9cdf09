import { formatCents } from '../../domain/cents.ts';
import { hasHundredths } from '../../domain/currency.ts';
import { computableBounds, effectsOf } from '../../domain/effects.ts';
import { FIELDS, type Field, type FieldValue, type FieldValues, isMoneyField } from '../../domain/fields.ts';
import type { Listing } from '../../domain/listing.ts';
import type { Tally } from '../../domain/lists.ts';
import { applyChanges, type Change, type Outcome } from '../../domain/stages.ts';
import { csvFile } from './csv-file.ts';

/** How the sheet of the run was written, so that its undo is read by the same settings. */
export interface UndoShape extends CellShape {
  readonly delimiter: string;
}

/** The values from before, in the fields that the run changed or may have changed; `undefined` where there are none. */
export function toRestoration({ entry, ...settled }: Outcome): Restoration | undefined {
  if (entry.kind !== 'update') return undefined;
  const { listing } = entry.resolved;
  const { known, unseen, bounds } = effectsOf({ entry, ...settled });
  const effects = known.length > 0 ? known : [...unseen, ...bounds];
  const held = applyChanges(listing.values, settled.observed ?? []);
  const changes = [...effects, ...boundsToKeep(effects, held)];
  return changes.length > 0 ? { listing, changes } : undefined;
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
  return csvFile(undoRecords(restorations, columns, shape), shape);
}

/** How amounts and cleared fields are written. */
export interface CellShape {
  readonly decimalSign: '.' | ',';
  readonly moneyUnit: 'major' | 'cents';
  readonly clearToken: string;
}

/** What a listing held before the run, in the fields that the run changed or may have changed. */
export interface Restoration {
  readonly listing: Pick<Listing, 'id' | 'sku' | 'currency'>;
  readonly changes: readonly Change[];
}

/** The columns that a sheet of listings needs. */
export interface ListingColumns {
  readonly fields: readonly Field[];
  /** Only cents say what is meant in a currency whose minor unit is not a hundredth. */
  readonly needsCents: boolean;
}

/** Finds the columns that a sheet of these listings needs. */
export class ListingColumnsTally implements Tally<Restoration, ListingColumns> {
  readonly #changed = new Set<Field>();
  #needsCents = false;

  add({ listing, changes }: Restoration): void {
    this.#needsCents ||= !hasHundredths(listing.currency);
    for (const { field } of changes) this.#changed.add(field);
  }

  result(): ListingColumns {
    return { fields: FIELDS.filter((field) => this.#changed.has(field)), needsCents: this.#needsCents };
  }
}

/** Records of a sheet that `sync` takes, the header first: it sets each listing's fields to their values before the changes. */
export function* undoRecords(
  items: Iterable<Restoration>,
  { fields, needsCents }: ListingColumns,
  { moneyUnit, ...given }: CellShape,
): Generator<readonly string[]> {
  const shape = { ...given, inCents: moneyUnit === 'cents' || needsCents };
  yield ['listing_id', 'sku', 'currency', ...fields.map((field) => toHeader(field, shape))];
  for (const { listing, changes } of items) {
    const cells = fields.map((field) => {
      const change = changes.find((candidate) => candidate.field === field);
      return toCell(change?.before, shape);
    });
    yield [listing.id, listing.sku, listing.currency, ...cells];
  }
}

type Shape = Pick<CellShape, 'decimalSign' | 'clearToken'> & { readonly inCents: boolean };

/** Amounts in cents say so in their header: without the word they would be read as a hundred times as much. */
function toHeader(field: Field, { inCents }: Shape): string {
  return isMoneyField(field) && inCents ? `${field}_cents` : field;
}

function toCell(value: FieldValue | undefined, { inCents, decimalSign, clearToken }: Shape): string {
  if (value === undefined) return '';
  if (value === null) return clearToken;
  // A spreadsheet writes `true` in its own language.
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return value;
  return inCents ? String(value) : formatCents(value, decimalSign);
}
