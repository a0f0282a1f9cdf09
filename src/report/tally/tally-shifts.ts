import { isMoneyField, type MoneyField } from '../../domain/fields.ts';
import { LogHistogram } from '../../domain/log-histogram.ts';
import type { Change } from '../../domain/stages.ts';
import type { Tally } from '../../domain/tally.ts';

/** How many amounts of one field move in the same way. */
export interface Shift {
  readonly field: MoneyField;
  readonly way: 'up' | 'down';
  readonly count: number;
  /** Between these ratios are four fifths of them, the one nearer to 1 first. */
  readonly from: number;
  readonly to: number;
  /** What the SKUs of all of them begin with; empty if that is nothing. */
  readonly prefix: string;
}

interface Moved {
  readonly change: Change;
  readonly sku: string;
}

/** Sums up how amounts move, for a sentence that a person reads. */
export class ShiftTally implements Tally<Moved, readonly Shift[]> {
  readonly #counts = new Map<string, ShiftCounts>();

  add({ change: { field, before, after }, sku }: Moved): void {
    if (!isMoneyField(field) || typeof before !== 'number' || typeof after !== 'number') return;
    if (before === 0 || before === after) return;
    const way = after > before ? 'up' : 'down';
    const key = `${field} ${way}`;
    let counts = this.#counts.get(key);
    if (!counts) {
      counts = { field, way, ratios: new LogHistogram(), count: 0, prefix: sku };
      this.#counts.set(key, counts);
    }
    counts.count++;
    counts.ratios.add(after / before);
    while (!sku.startsWith(counts.prefix)) counts.prefix = counts.prefix.slice(0, -1);
  }

  /** The one with the most amounts first. */
  result(): readonly Shift[] {
    return [...this.#counts.values()]
      .sort((one, other) => other.count - one.count)
      .map(({ field, way, count, ratios, prefix }) => {
        const ends = [ratios.quantile(0.1) ?? 0, ratios.quantile(0.9) ?? 0] as const;
        const [from, to] = way === 'up' ? ends : ([ends[1], ends[0]] as const);
        return { field, way, count, from, to, prefix };
      });
  }
}

interface ShiftCounts extends Pick<Shift, 'field' | 'way'> {
  readonly ratios: LogHistogram;
  count: number;
  prefix: string;
}
