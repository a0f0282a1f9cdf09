import { kindOfChange, tenthsOfPercent } from '../../domain/change-buckets.ts';
import type { ChangeKind } from '../../domain/change-kind.ts';
import type { Field } from '../../domain/fields.ts';
import type { Change } from '../../domain/stages.ts';
import type { Tally } from '../../domain/tally.ts';
import { type Spread, SpreadTally } from './spread-tally.ts';

/** How many values of one field change in the same way. */
export interface Shift {
  readonly field: Field;
  readonly kind: ChangeKind;
  readonly count: number;
  readonly first: SkuChange;
  /** The SKU of all of them, or what their SKUs begin with up to a separator, `AC-`; empty if that is nothing. */
  readonly common: string;
  /** They are all of one SKU. */
  readonly isOneSku: boolean;
  /** Of amounts that rise or fall. */
  readonly spread: Spread | undefined;
}

interface SkuChange {
  readonly change: Change;
  readonly sku: string;
}

/** Sums up what changes in the same way, for a sentence that a person reads. */
export class ShiftTally implements Tally<SkuChange, readonly Shift[]> {
  readonly #counts = new Map<string, ShiftCounts>();

  add({ change, sku }: SkuChange): void {
    const { field } = change;
    const kind = kindOfChange(change);
    const key = `${field} ${kind}`;
    let counts = this.#counts.get(key);
    if (!counts) {
      const spread = kind === 'up' || kind === 'down' ? new SpreadTally() : undefined;
      counts = { field, kind, first: { change, sku }, spread, count: 0, prefix: sku, isOneSku: true };
      this.#counts.set(key, counts);
    }
    counts.count++;
    counts.isOneSku &&= sku === counts.first.sku;
    while (!sku.startsWith(counts.prefix)) counts.prefix = counts.prefix.slice(0, -1);
    counts.spread?.add({ tenths: distanceOf(change), sku });
  }

  /** The one with the most changes first. */
  result(): readonly Shift[] {
    return [...this.#counts.values()]
      .sort((one, other) => other.count - one.count)
      .map(({ prefix, spread, ...counts }) => ({
        ...counts,
        common: counts.isOneSku ? prefix : cutAtSeparator(prefix),
        spread: spread?.result(),
      }));
  }
}

interface ShiftCounts extends Pick<Shift, 'field' | 'kind' | 'first'> {
  readonly spread: SpreadTally | undefined;
  count: number;
  prefix: string;
  isOneSku: boolean;
}

function distanceOf({ before, after }: Change): number {
  return Math.abs(tenthsOfPercent(Number(before), Number(after)) ?? 0);
}

/** The end of what SKUs have in common is by chance, as the `0` of `MUG-01` and `MUG-02`. */
function cutAtSeparator(prefix: string): string {
  return /^.*[\p{P}\p{S}\p{Z}]/su.exec(prefix)?.[0] ?? '';
}
