import { createHash } from 'node:crypto';
import type { RunRecord } from '../../../src/domain/documents/ledger.ts';
import type { MoneyField } from '../../../src/domain/fields.ts';
import type { ListingId, Sku } from '../../../src/domain/listing.ts';
import { judgeSheet, MovedAmounts } from '../../../src/plan/judge-sheet.ts';
import { FiguresTally } from '../../../src/run/sheet/tally-sheet.ts';
import { aListing, aResolved, aRow } from '../../support/builders.ts';
import { aKeptRecord } from '../../support/some-history.ts';

/** A row of a sheet. Units: cents. */
export interface Good {
  readonly id: ListingId;
  readonly sku: Sku;
  readonly amounts: Readonly<Partial<Record<MoneyField, number>>>;
}

/** What lies in the folder when a night's run begins. Units: epoch milliseconds. */
export interface Night {
  readonly startedAt: number;
  readonly modified: number;
  readonly sheet: readonly Good[];
}

export interface Judged {
  readonly rules: readonly string[];
  readonly warnings: readonly string[];
}

/** Judges nights one after the other by what the good ones before them left, as runs do. */
export class PlayedJob {
  readonly #past: RunRecord[] = [];
  readonly #agreed = new Map<string, number>();

  judge({ startedAt, modified, sheet }: Night): Judged {
    const sha256 = createHash('sha256').update(JSON.stringify(sheet)).digest('hex');
    const tally = new FiguresTally();
    const moved = new MovedAmounts((id) => (field) => this.#agreed.get(`${id} ${field}`) as never);
    for (const { id, sku, amounts } of sheet) {
      const requested = amounts as never;
      tally.add(aRow({ sku, requested }));
      moved.add({
        kind: 'unchanged',
        resolved: aResolved({ listing: aListing({ id, sku }), desired: requested }),
      });
    }
    const figures = {
      ...tally.result(),
      folder: '/shop/drop',
      size: 0,
      modified: new Date(modified).toISOString(),
      skus: new Set(sheet.map(({ sku }) => sku)).size,
    };
    const moves = moved.moves();
    const judged = judgeSheet({ sha256, figures, moves, startedAt }, this.#past, 70);
    const rules = judged.violations.map(({ rule }) => rule);
    const started_at = new Date(startedAt).toISOString();
    const record = { path: 'costs.csv', sha256, rows: sheet.length, columns: {}, figures };
    if (rules.length === 0) {
      this.#past.unshift(aKeptRecord({ started_at, sheet: record, moves }));
      for (const { id, amounts } of sheet)
        for (const [field, cents] of Object.entries(amounts)) this.#agreed.set(`${id} ${field}`, cents);
    }
    return { rules, warnings: judged.warnings };
  }
}
