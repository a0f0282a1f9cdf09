import { NumberList } from '../../domain/number-list.ts';
import { stepFinderOf } from '../../domain/ramp-cut.ts';
import { type PlanEntry, rowOf, skuOf, type Update } from '../../domain/stages.ts';
import { RampSample, type Sampled } from '../../plan/ramp-sample.ts';
import { formatSteps, type RampOrder } from '../job/ramp-order.ts';
import type { RampPlan } from '../job/ramp-plan.ts';

interface Planned {
  readonly ramp: RampPlan | undefined;
  readonly notices: readonly string[];
}

/** Deals the updates of a plan out to steps while it is made. Entries are to be added in the order of the plan. */
export class RampPlanner {
  readonly #order: RampOrder;
  readonly #sample = new RampSample();
  readonly #stepOf: ReturnType<typeof stepFinderOf> | undefined;
  readonly #dealt = new NumberList();
  readonly #holding = new NumberList();
  readonly #unread = new NumberList();
  #overwritten = 0;
  #first: string | undefined;

  constructor(order: RampOrder) {
    this.#order = order;
    this.#stepOf = order.continued && stepFinderOf(order.continued.cut);
  }

  add(n: number, entry: PlanEntry): void {
    if (entry.kind === 'update') this.#addUpdate(entry);
    if (this.#stepOf) this.#addEarlier(n, entry);
  }

  /** What is left of steps that were begun is sent with the last of them. */
  #addUpdate(update: Update): void {
    if (!this.#stepOf) this.#sample.add(update);
    else {
      const { step: begun = 0 } = this.#order.continued?.begun ?? {};
      this.#dealt.push(Math.max(begun, this.#stepOf(update.resolved.listing.id)));
    }
  }

  #addEarlier(n: number, entry: PlanEntry): void {
    if (entry.kind === 'carried') {
      if (entry.reason === 'already_updated' && entry.listing) this.#unread.push(n);
      return;
    }
    const row = rowOf(entry);
    if (row.kind !== 'row' || row.planned?.settledAt === undefined) return;
    if (entry.kind === 'blocked' && entry.status === 'updated') this.#holding.push(n);
    else {
      this.#overwritten++;
      this.#first ??= `line ${row.line} (sku "${skuOf(entry)}")${'message' in entry ? `: ${entry.message}` : ''}`;
    }
  }

  result(): Planned {
    const { continued } = this.#order;
    const sampled = continued
      ? { cut: continued.cut, steps: Uint8Array.from(this.#dealt.values()) }
      : this.#sample.result(this.#order.steps);
    if (!sampled) return { ramp: undefined, notices: this.#noticeFew() };
    const earlier = {
      holding: this.#holding.values(),
      unread: this.#unread.values(),
      overwritten: this.#overwritten,
      first: this.#first,
    };
    return { ramp: { order: this.#order, ...sampled, sizes: countSteps(sampled), earlier }, notices: [] };
  }

  #noticeFew(): readonly string[] {
    const { count } = this.#sample;
    if (count === 0) return [];
    const updates = count === 1 ? '1 update is' : `${count} updates are`;
    return [
      `${updates} too few for --ramp ${formatSteps(this.#order.steps)}, and sent at once: a step of a percentage has at least 10`,
    ];
  }
}

function countSteps({ cut, steps }: Sampled): readonly number[] {
  const sizes = Array.from({ length: cut.upTo.length + 1 }, () => 0);
  for (const step of steps) sizes[step] = (sizes[step] ?? 0) + 1;
  return sizes;
}
