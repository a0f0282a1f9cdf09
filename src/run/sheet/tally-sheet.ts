import type { Reason } from '../../domain/reasons.ts';
import { describeRewriting } from '../../domain/rewritten-sku.ts';
import type { IgnoredReason, Row } from '../../domain/row.ts';
import { setsAnyField } from '../../resolve/row-facts.ts';

/** What there is to say of a sheet's rows as a whole, gathered one by one. */
export class SheetTally {
  readonly counts: Record<Row['kind'], number> = { row: 0, invalid: 0, duplicate: 0, ignored: 0 };
  /** Ignored rows by reason, with the first lines of each. */
  readonly ignored = new Map<IgnoredReason, { count: number; readonly lines: number[] }>();
  /** SKUs that look as if a spreadsheet had rewritten them, the first few. */
  readonly rewrittenSkus: string[] = [];
  /** SKUs that are the last part of what their cell says. */
  skusFromPaths = 0;
  /** SKUs that were filled up with zeros, and how many digits they have since. */
  readonly filledSkus = { count: 0, digits: 0 };

  /** Rows whose cost is 0, with the lines of the first. */
  readonly zeroCosts: { count: number; readonly lines: number[] } = { count: 0, lines: [] };

  /** Some row sets something, or clears it. */
  setsAnything = false;

  /** Rows of all kinds. */
  total = 0;

  see(row: Row): void {
    this.total++;
    this.counts[row.kind]++;
    if (row.kind === 'ignored') this.#seeIgnored(row.reason, row.line);
    if (row.kind !== 'row') return;
    this.setsAnything ||= setsAnyField(row);
    if (row.requested.cost === 0) this.#seeZeroCost(row.line);
    const { sku } = row.target;
    for (const { reason } of row.notices) this.#seeNotice(reason, sku);
    const { rewrittenSkus: found } = this;
    if (found.length < MAX_KEPT && describeRewriting(sku) && !found.includes(sku)) found.push(sku);
  }

  /** Only what was filled up is said to be: a SKU that a formula keeps has its zeros already. */
  #seeNotice(reason: Reason, sku: string): void {
    if (reason === 'sku_from_path') this.skusFromPaths++;
    if (reason !== 'sku_filled') return;
    this.filledSkus.count++;
    this.filledSkus.digits = sku.length;
  }

  #seeZeroCost(line: number): void {
    this.zeroCosts.count++;
    if (this.zeroCosts.lines.length < MAX_KEPT) this.zeroCosts.lines.push(line);
  }

  #seeIgnored(reason: IgnoredReason, line: number): void {
    const seen = this.ignored.get(reason) ?? { count: 0, lines: [] };
    seen.count++;
    if (seen.lines.length < MAX_KEPT) seen.lines.push(line);
    this.ignored.set(reason, seen);
  }
}

const MAX_KEPT = 5;
