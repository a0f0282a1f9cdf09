import type { Row, RowsBySku } from '../../domain/row.ts';
import type { CarriedOver, PlanEntry, ResolvedRow } from '../../domain/stages.ts';
import type { GuardLimits } from '../../plan/limits.ts';
import { type PlanOptions, planRow } from '../../plan/plan-row.ts';
import { settleRowsBySku } from '../../plan/settle-claims.ts';
import type { MatchContext } from '../../resolve/match-row.ts';
import { type FindLookup, resolveRow } from '../../resolve/resolve-row.ts';
import type { LookedUp } from '../../resolve/row-lookups.ts';

interface PlannerOptions extends Omit<PlanOptions, 'limits' | 'verdictOf'> {
  /** Rows that may lead to the same listings. */
  readonly rowsBySku: RowsBySku<Row | CarriedOver>;
  readonly policy: Parameters<typeof settleRowsBySku>[1]['policy'];
}

/** Leads rows to their listings and plans what to do there. */
export class RowPlanner {
  readonly #context: MatchContext;
  readonly #options: PlanOptions;
  #find: FindLookup = () => undefined;

  constructor(context: MatchContext, { rowsBySku, policy, ...options }: PlannerOptions) {
    this.#context = context;
    const resolve = (row: Row | CarriedOver) => this.#resolve(row);
    this.#options = { ...options, verdictOf: settleRowsBySku(rowsBySku, { resolve, policy }) };
  }

  /** The entries of rows whose SKUs were looked up; without `limits`, no guard rule is checked. */
  *entries({ rows, find }: LookedUp, limits: GuardLimits | undefined): Generator<PlanEntry> {
    this.#find = find;
    const options = { ...this.#options, limits };
    for (const row of rows) for (const resolved of this.#resolve(row)) yield planRow(resolved, options);
  }

  #resolve(row: Row | CarriedOver): readonly ResolvedRow[] {
    return resolveRow(row, this.#find, this.#context);
  }
}
