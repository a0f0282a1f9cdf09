import type { Field } from '../../domain/fields.ts';
import type { Tally } from '../../domain/lists.ts';
import type { ChangeKind } from '../../domain/moves.ts';
import { kindOfChange, tenthsOfPercent } from '../../domain/moves.ts';
import type { Change } from '../../domain/stages.ts';
import { quantileOf } from '../../domain/statistics.ts';

/** How many values of one field change in the same way. */
export interface Shift {
  readonly field: Field;
  readonly kind: ChangeKind;
  readonly count: number;
  readonly first: SkuChange;
  /** Of amounts that rise or fall. */
  readonly far: Distances | undefined;
}

interface SkuChange {
  readonly change: Change;
  readonly sku: string;
}

/** How far amounts move. Units: tenths of a percent, as `describePercent` rounds them, without a sign. */
export interface Distances {
  readonly median: number;
  readonly most: number;
  /** The SKU of the amount that moves furthest; of several the first. */
  readonly furthest: string;
}

/** Further ones are counted together, so that the room for them does not grow with their number. */
const MAX_TENTHS = 10_000;

/** Sums up what changes in the same way, for a sentence that a person reads. */
export class ShiftTally implements Tally<SkuChange, readonly Shift[]> {
  readonly #counts = new Map<string, ShiftCounts>();

  add(found: SkuChange): void {
    const { change, sku } = found;
    const { field } = change;
    const kind = kindOfChange(change);
    const key = `${field} ${kind}`;
    let counts = this.#counts.get(key);
    if (!counts) {
      counts = { field, kind, first: found, count: 0, byTenths: new Map(), most: -1, furthest: '' };
      this.#counts.set(key, counts);
    }
    counts.count++;
    if (kind !== 'up' && kind !== 'down') return;
    const tenths = Math.abs(tenthsOfPercent(Number(change.before), Number(change.after)) ?? 0);
    if (tenths > counts.most) [counts.most, counts.furthest] = [tenths, sku];
    if (tenths <= MAX_TENTHS) counts.byTenths.set(tenths, (counts.byTenths.get(tenths) ?? 0) + 1);
  }

  /** The one with the most changes first. */
  result(): readonly Shift[] {
    return [...this.#counts.values()]
      .sort((one, other) => other.count - one.count)
      .map(({ byTenths, most, furthest, ...shift }) => {
        const median = quantileOf(byTenths, { total: shift.count, share: 0.5 }) ?? most;
        return { ...shift, far: most < 0 ? undefined : { median, most, furthest } };
      });
  }
}

interface ShiftCounts extends Pick<Shift, 'field' | 'kind' | 'first'> {
  count: number;
  readonly byTenths: Map<number, number>;
  most: number;
  furthest: string;
}
