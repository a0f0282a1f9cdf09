import type { LedgerRun } from './read-ledger.ts';

type Json = Readonly<Record<string, unknown>>;

/** When each SKU changed, as `history sku` has to list it: from the lines of runs that were compared with the play. */
export class SkuLog {
  readonly #changes: { readonly sku: unknown; readonly text: string }[] = [];
  /** What somebody else set a field to, and no run has put back since: the runs that leave it notice it again. */
  readonly #noticed = new Map<string, unknown>();

  add({ record, lines }: LedgerRun): void {
    // What a run noticed was there before what it changed.
    const drifts = lines.filter(({ kind }) => kind === 'drift');
    const changes = lines.filter(({ kind }) => kind === 'change');
    for (const line of drifts) this.#addDrift(line, record);
    for (const line of changes) this.#addChange(line, record);
  }

  textsOf(sku: string): readonly string[] {
    return this.#changes.filter((change) => change.sku === sku).map(({ text }) => text);
  }

  #addDrift(line: Json, { id, started_at }: LedgerRun['record']): void {
    const key = `${line['listing_id']} ${line['field']}`;
    if (this.#noticed.get(key) === line['live']) return;
    this.#noticed.set(key, line['live']);
    const by = line['verdict'] === 'recomputed' ? 'strategy' : 'others';
    this.#add({ ...line, at: started_at, by, run: id, was: line['agreed'], is: line['live'] });
  }

  #addChange(line: Json, { id }: LedgerRun['record']): void {
    this.#noticed.delete(`${line['listing_id']} ${line['field']}`);
    this.#add({ by: 'run', ...line, run: id });
  }

  #add(change: Json): void {
    this.#changes.push({ sku: change['sku'], text: toChangeText(change) });
  }
}

/** A change as `history sku --json` has it. */
export function toChangeText({ at, by, run, line, listing_id, field, was, is }: Json): string {
  return JSON.stringify({ at, by, run, line, listing_id, field, was, is });
}
