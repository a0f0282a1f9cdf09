import type { SheetFigures } from '../../domain/documents/ledger.ts';
import { FIELDS, type Field, MONEY_FIELDS, type MoneyField } from '../../domain/fields.ts';
import type { Tally } from '../../domain/lists.ts';
import type { Row } from '../../domain/row.ts';
import { LogHistogram } from '../../domain/statistics.ts';

/** Counts what later runs compare their sheet with. */
export class FiguresTally implements Tally<Row, Pick<SheetFigures, 'sets' | 'medians'>> {
  readonly #sets = new Map<Field, number>();
  readonly #amounts = new Map<MoneyField, LogHistogram>();

  add(row: Row): void {
    if (row.kind !== 'row') return;
    for (const field of FIELDS)
      if (row.requested[field] !== undefined) this.#sets.set(field, (this.#sets.get(field) ?? 0) + 1);
    for (const field of MONEY_FIELDS) this.#addAmount(field, row.requested[field]);
  }

  #addAmount(field: MoneyField, cents: number | null | undefined): void {
    if (cents == null) return;
    const amounts = this.#amounts.get(field) ?? new LogHistogram();
    this.#amounts.set(field, amounts);
    amounts.add(cents);
  }

  result(): Pick<SheetFigures, 'sets' | 'medians'> {
    const medians = [...this.#amounts].flatMap(([field, amounts]) => {
      const median = amounts.median();
      return median === undefined ? [] : [[field, Math.round(median)] as const];
    });
    return { sets: Object.fromEntries(this.#sets), medians: Object.fromEntries(medians) };
  }
}
