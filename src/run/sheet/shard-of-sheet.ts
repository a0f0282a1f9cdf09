import { SheetError } from '../../domain/errors.ts';
import type { FeeSettings } from '../../domain/fees.ts';
import { hasAmount, type Row } from '../../domain/row.ts';
import { ownsRow, type Shard } from '../../domain/shard.ts';
import type { Tally } from '../../domain/tally.ts';
import { guardsOfShard, type ShardGuards } from '../../plan/guards-of-shard.ts';
import type { GuardLimits } from '../../plan/limits.ts';

interface SharingRules {
  /** Of the sheet, for messages. */
  readonly sheet: string;
  readonly ignoreCase: boolean;
  /** Currency of rows that don't say one themselves. */
  readonly currency?: string | undefined;
  readonly fees?: FeeSettings | undefined;
  readonly limits: GuardLimits;
}

/** One shard's view of a sheet: it is given every row, knows its own, and finds what concerns the sheet as a whole. */
export class ShardOfSheet implements Tally<Row, ShardGuards> {
  readonly #shard: Shard;
  readonly #rules: SharingRules;
  #rows = 0;
  #invalid = 0;
  /** Line of the first row with amounts and without a currency. */
  #unnamedAt: number | undefined;

  constructor(shard: Shard, rules: SharingRules) {
    this.#shard = shard;
    this.#rules = rules;
  }

  /** A row of the whole sheet. */
  add(row: Row): void {
    if (row.kind !== 'ignored') this.#rows++;
    if (row.kind === 'invalid') this.#invalid++;
    if (this.#unnamedAt === undefined && setsUnnamedMoney(row)) this.#unnamedAt = row.line;
  }

  /** Whether a row belongs to this shard. */
  owns(row: Row): boolean {
    return ownsRow(this.#shard, row, this.#rules);
  }

  /**
   * The guards of the shard.
   *
   * Errors: `SheetError` if amounts have no currency. Mixed currencies only show in all listings: one shard's may all be
   * in one, and the next one's in another.
   */
  result(): ShardGuards {
    const { sheet, currency, fees, limits } = this.#rules;
    const isSettled = currency !== undefined || limits.allow.has('mixed_currencies');
    if (this.#shard.of > 1 && !isSettled && this.#unnamedAt !== undefined) {
      throw new SheetError(
        `Cannot run a shard of "${sheet}": line ${this.#unnamedAt} has no currency, and a shard can't check that all shards use the same one`,
        {
          hint: 'Pass --currency, add a currency column, or pass --allow mixed_currencies if all listings are in one currency',
        },
      );
    }
    if (this.#shard.of > 1 && !isSettled && fees?.perUnit?.all !== undefined) {
      throw new SheetError(
        `Cannot run a shard of "${sheet}": --fee has an amount for all channels, and a shard can't check that all shards use the same currency`,
        {
          hint: 'Pass --currency, give each channel its amount (--fee CHANNEL=AMOUNT), or pass --allow mixed_currencies if all listings are in one currency',
        },
      );
    }
    return guardsOfShard(limits, this.#shard, { rows: this.#rows, invalid: this.#invalid });
  }
}

function setsUnnamedMoney(row: Row): boolean {
  return row.kind === 'row' && row.currency === undefined && hasAmount(row);
}
