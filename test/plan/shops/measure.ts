import type { RunRule } from '../../../src/plan/limits.ts';
import { buildPlan, someLimits, updatesOf } from '../support.ts';
import { toRows, type Wish } from './shop.ts';

/** What became of sheets of one kind. */
export interface Measured {
  readonly sheets: number;
  /** Sheets that the rule stopped. */
  readonly stopped: number;
  readonly wrongRows: number;
  /** Wrong rows that would be sent by default limits. */
  readonly sentRows: number;
  /** Likewise, if the rule were not there. */
  readonly sentWithoutRule: number;
}

/** Plans sheets with the guards as they are by default. */
export function measure(sheets: readonly (readonly Wish[])[]): Measured {
  const plans = sheets.map(planSheet);
  const sum = (of: (plan: PlannedSheet) => number) => plans.reduce((all, plan) => all + of(plan), 0);
  const isStopped = ({ rules }: PlannedSheet) => rules.includes('implausible_column');
  const others = ({ rules }: PlannedSheet) => rules.filter((rule) => rule !== 'implausible_column');
  return {
    sheets: sheets.length,
    stopped: plans.filter(isStopped).length,
    wrongRows: sum(({ wrongRows }) => wrongRows),
    sentRows: sum((plan) => (plan.rules.length > 0 ? 0 : plan.wrongUpdates)),
    sentWithoutRule: sum((plan) => (others(plan).length > 0 ? 0 : plan.wrongUpdates)),
  };
}

interface PlannedSheet {
  readonly rules: readonly RunRule[];
  readonly wrongRows: number;
  /** Of these: that no row rule has blocked. */
  readonly wrongUpdates: number;
}

function planSheet(requested: readonly Wish[]): PlannedSheet {
  const rows = toRows(requested);
  const { entries, violations } = buildPlan(rows, {
    duplicates: 'error',
    limits: someLimits(),
    currency: 'usd',
  });
  const wrong = new Set(rows.filter((_row, index) => requested[index]?.isWrong));
  return {
    rules: violations.map(({ rule }) => rule),
    wrongRows: wrong.size,
    wrongUpdates: updatesOf(entries).filter(({ resolved }) => wrong.has(resolved)).length,
  };
}
