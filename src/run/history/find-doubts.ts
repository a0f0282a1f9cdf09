import { join } from 'node:path';
import { COMPUTED_FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import { computableBounds } from '../../domain/find-effects.ts';
import type { ListingId } from '../../domain/listing.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { ListingIdentity } from '../../domain/stages.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';
import { readPlan } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { tryHistory } from './history-trouble.ts';
import { planHeadOf } from './run-identity.ts';

/** A change that a run may have made, and that nobody saw: it was killed, or the answer to its update was lost. */
export interface Doubt {
  readonly id: ListingId;
  readonly field: Field;
  /** `undefined`: the plan of the run is gone. */
  readonly listing: ChangedListing | undefined;
  /** What the run found; `undefined`: its plan is gone. */
  readonly was: FieldValue | undefined;
  /** What it was to become; `undefined`: its plan is gone, or a strategy may have computed it. */
  readonly is: FieldValue | undefined;
}

export type ChangedListing = Pick<ListingIdentity, 'id' | 'sku' | 'currency'>;

/**
 * What a run may have changed of listings of which it left a field as not known: by its plan, if that is still there. Another job's
 * run may have left it so, too, and then the plan says nothing of it.
 */
export function findDoubts(
  record: RunRecord,
  unknown: readonly Pick<Doubt, 'id' | 'field'>[],
  disk: Disk,
): readonly Doubt[] {
  if (unknown.length === 0) return [];
  return findPlanned(record, new Set(unknown.map(({ id }) => id)), disk) ?? withoutPlan(unknown);
}

/** `undefined`: the plan is gone, or can't be read. */
function findPlanned(
  record: RunRecord,
  ids: ReadonlySet<ListingId>,
  disk: Disk,
): readonly Doubt[] | undefined {
  if (record.folder === null || !planHeadOf(record, disk)) return undefined;
  const path = join(record.folder, RUN_FILES.plan);
  const work = (): readonly Doubt[] =>
    [...readPlan(path, disk).entries()].flatMap((entry) => plannedBy(entry, ids));
  return tryHistory<readonly Doubt[] | undefined>(work, undefined, () => {});
}

function plannedBy(entry: PlannedEntry, ids: ReadonlySet<ListingId>): readonly Doubt[] {
  const { status, listing_id: id, currency, changes, before } = entry;
  if (status !== 'planned' || id === null || currency === null || !before || !ids.has(id)) return [];
  const listing = { id, sku: entry.listing_sku ?? entry.sku, currency };
  return [
    ...changes.map(({ field, after }): Doubt => ({ id, field, listing, was: before[field], is: after })),
    ...computableBounds(changes, before).map(
      ({ field }): Doubt => ({ id, field, listing, was: before[field], is: undefined }),
    ),
  ];
}

/** A strategy may have computed bounds, too. */
function withoutPlan(unknown: readonly Pick<Doubt, 'id' | 'field'>[]): readonly Doubt[] {
  return unknown.flatMap(({ id, field }) => {
    const fields = field === 'cost' || field === 'strategy' ? [field, ...COMPUTED_FIELDS] : [field];
    return fields.map(
      (each): Doubt => ({ id, field: each, listing: undefined, was: undefined, is: undefined }),
    );
  });
}
