import { describeRewriting } from '../domain/rewritten-sku.ts';
import type { Row } from '../domain/row.ts';

/** What there is to say of a sheet's rows as a whole, gathered one by one. */
export class SheetTally {
  readonly counts: Record<Row['kind'], number> = { row: 0, invalid: 0, duplicate: 0, ignored: 0 };
  /** Ignored rows by reason, with the first lines of each. */
  readonly ignored = new Map<string, { count: number; readonly lines: number[] }>();
  /** SKUs that look as if a spreadsheet had rewritten them, the first few. */
  readonly rewrittenSkus: string[] = [];
  /** SKUs that were read as something other than the cell says. */
  changedSkus = 0;

  see(row: Row): void {
    this.counts[row.kind]++;
    if (row.kind === 'ignored') this.#seeIgnored(row.reason, row.line);
    if (row.kind !== 'row') return;
    if (row.notices.some(({ reason }) => reason === 'sku_rewritten')) this.changedSkus++;
    if (this.rewrittenSkus.length < MOST_KEPT && describeRewriting(row.target.sku)) {
      this.rewrittenSkus.push(row.target.sku);
    }
  }

  #seeIgnored(reason: string, line: number): void {
    const seen = this.ignored.get(reason) ?? { count: 0, lines: [] };
    seen.count++;
    if (seen.lines.length < MOST_KEPT) seen.lines.push(line);
    this.ignored.set(reason, seen);
  }
}

const MOST_KEPT = 5;
