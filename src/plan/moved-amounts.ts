import type { RunRecord } from '../domain/documents/ledger.ts';
import { MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { FEW_ROWS } from '../domain/guards.ts';
import { describeShare } from '../domain/moves.ts';
import type { PlanEntry } from '../domain/stages.ts';
import { LogHistogram, medianOf } from '../domain/statistics.ts';
import type { RunViolation } from './check-run-guards.ts';
import type { AgreedOf } from './judge-drift.ts';

/** Half of the amounts of a field may move by this much: more than a general rise, less than a sales tax. */
const LIMIT = Math.log(1.15);
/** A job whose amounts usually move far may go on so. */
const TIMES_USUAL = 3;

/** Entries of rows whose values are compared with a listing. */
const JUDGED: ReadonlySet<PlanEntry['kind']> = new Set(['update', 'unchanged', 'blocked', 'held']);

/** How far the amounts of a sheet moved since sheet and service last agreed on them, SKU by SKU and never as a sum. */
export class MovedAmounts {
  readonly #agreedOf: AgreedOf;
  readonly #ratios = new Map<MoneyField, LogHistogram>(
    MONEY_FIELDS.map((field) => [field, new LogHistogram()]),
  );

  constructor(agreedOf: AgreedOf) {
    this.#agreedOf = agreedOf;
  }

  add(entry: PlanEntry): void {
    if (!JUDGED.has(entry.kind) || !('resolved' in entry)) return;
    const { desired, listing } = entry.resolved;
    const agreedOn = this.#agreedOf(listing.id);
    for (const field of MONEY_FIELDS) {
      const cents = desired[field];
      const agreed = cents == null ? undefined : agreedOn(field);
      if (typeof agreed === 'number' && agreed > 0) this.#ratios.get(field)?.add((cents ?? 0) / agreed);
    }
  }

  /** The median ratio of each field that enough rows say something of. */
  moves(): RunRecord['moves'] {
    return Object.fromEntries(
      [...this.#ratios].flatMap(([field, ratios]) => {
        const median = ratios.count < FEW_ROWS ? undefined : ratios.median();
        return median === undefined ? [] : [[field, median]];
      }),
    );
  }
}

/** `good`: earlier runs of the job, to compare with. */
export function judgeMoves(moves: RunRecord['moves'], good: readonly RunRecord[]): RunViolation | undefined {
  const messages = MONEY_FIELDS.flatMap((field) => {
    const move = moves[field];
    if (move === undefined) return [];
    const usual = medianOf(good.map((run) => distanceOf(run.moves[field] ?? 1))) ?? 0;
    const limit = Math.max(LIMIT, usual * TIMES_USUAL);
    if (distanceOf(move) <= limit) return [];
    const isUp = move > 1;
    const share = (distance: number): string =>
      describeShare(Math.abs(Math.exp(isUp ? distance : -distance) - 1), 1);
    return [
      `${field}: half of the amounts went ${isUp ? 'up' : 'down'} by ${share(distanceOf(move))} or more since the last run (usually by ${share(usual)}), and the limit is ${share(limit)}`,
    ];
  });
  return messages.length === 0 ? undefined : { rule: 'totals_moved', message: messages.join('; ') };
}

/** Twice as much and half as much are equally far. */
function distanceOf(ratio: number): number {
  return Math.abs(Math.log(ratio));
}
