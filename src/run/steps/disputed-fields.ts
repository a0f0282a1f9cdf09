import { count } from '../../domain/count.ts';
import type { Update } from '../../domain/stages.ts';
import type { AgreedValues } from '../history/agreed-values.ts';

/**
 * Counts fields that an update sets back to what this sheet says, from what the sheet of another job said since. That is nobody else's
 * change, so it is no drift; and the two jobs would go on in turns without a word.
 */
export class DisputedFields {
  readonly #agreed: AgreedValues;
  #count = 0;
  #first: { readonly line: number; readonly sku: string; readonly field: string } | undefined;

  constructor(agreed: AgreedValues) {
    this.#agreed = agreed;
  }

  /** `at`: the row of the listing among the agreed values. */
  add({ changes, resolved }: Update, at: number): void {
    for (const { field, before } of changes) {
      if (!this.#agreed.isByOtherJob(at, field) || this.#agreed.getAt(at, field) !== before) continue;
      this.#count++;
      this.#first ??= { line: resolved.row.line, sku: resolved.listing.sku, field };
    }
  }

  describe(): readonly string[] {
    if (!this.#first) return [];
    const { line, sku, field } = this.#first;
    const others = count(this.#count, 'field that another job', 'fields that other jobs');
    return [
      `The sheet disagrees about ${others} of this account set since its last run, first ${field} of line ${line} (sku "${sku}"): history sku names the run; take the field out of one of the sheets, or they change it in turns`,
    ];
  }
}
