import { FEW_ROWS } from '../domain/few-rows.ts';
import type { Shard } from '../domain/shard.ts';
import type { RunViolation } from './check-run-guards.ts';
import { FEW_PRICED_ROWS, FEW_PRICED_ROWS_OF_SHARD, type GuardLimits, type Limit } from './limits.ts';
import { describePart, isMoreThan } from './percent.ts';

/** What a shard knows of the whole sheet, since it reads all of it. */
export interface WholeSheet {
  /** Rows of data. */
  readonly rows: number;
  /** Those of them that can't be used as they are written. */
  readonly invalid: number;
}

export interface ShardGuards {
  /** For the shard's own rows. */
  readonly limits: GuardLimits;
  /** Violations of the whole sheet, which stop each of its shards. */
  readonly violations: readonly RunViolation[];
}

/**
 * The guard limits of one shard: if a rule would stop one run over the whole sheet, it stops at least one of the
 * shards. A number is dealt out, so that the shards together don't go beyond it, and a percentage of the rows stays what
 * it is: it can't be exceeded by all without being exceeded by one. That few rows or few amounts say little holds for the
 * sheet, not for a shard: of many shards each may have few.
 *
 * How many rows can't be read is known of the whole sheet, and is judged by it in every shard. The one shard of a sheet that
 * is not split is a run like any other.
 */
export function guardsOfShard(limits: GuardLimits, shard: Shard, sheet: WholeSheet): ShardGuards {
  if (shard.of === 1) return { limits, violations: [] };
  const { maxUpdates, maxClears, allow } = limits;
  const violations = allow.has('max_invalid') ? [] : findInvalid(limits, sheet);
  return {
    limits: {
      ...limits,
      maxUpdates: maxUpdates && limitOfShard(maxUpdates, shard),
      maxClears: limitOfShard(maxClears, shard),
      fewRows: sheet.rows < FEW_ROWS ? FEW_ROWS : 0,
      fewMoves: 1,
      fewPrices: sheet.rows < FEW_PRICED_ROWS ? FEW_PRICED_ROWS : FEW_PRICED_ROWS_OF_SHARD,
      allow: new Set([
        ...allow,
        ...violations.map(({ rule }) => rule),
        ...(sheet.rows > 0 ? (['empty_sheet'] as const) : []),
      ]),
    },
    violations,
  };
}

/** A shard's part of a limit; the parts of all shards add up to exactly the whole. */
export function limitOfShard(limit: Limit, { index, of }: Shard): Limit {
  if (limit.kind === 'percent') return limit;
  return { kind: 'count', count: Math.floor((limit.count + of - index) / of), whole: limit.count };
}

function findInvalid(
  { maxInvalid }: GuardLimits,
  { rows, invalid }: WholeSheet,
): readonly (RunViolation & { readonly rule: 'max_invalid' })[] {
  if (rows < FEW_ROWS || !isMoreThan(invalid, maxInvalid, rows)) return [];
  return [
    {
      rule: 'max_invalid',
      message: `${describePart(invalid, rows, 'invalid')} in the whole sheet, and --max-invalid is ${maxInvalid} %`,
    },
  ];
}
