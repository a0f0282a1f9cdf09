import { compareLines } from './differences.ts';
import { type LedgerRun, lastAgreed, readLedger, readSnapshot } from './read-ledger.ts';
import type { Value } from './sheet.ts';

/** The history as it was last seen. */
export class Ledger {
  readonly #folder: string;
  #runs: readonly LedgerRun[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  get runs(): readonly LedgerRun[] {
    return this.#runs;
  }

  /** Reads it again. `added`: the runs that are new; all others have to be as they were. */
  read(): { readonly added: readonly LedgerRun[]; readonly wrong: readonly string[] } {
    const before = this.#runs;
    this.#runs = readLedger(this.#folder);
    const seals = new Map(this.#runs.map(({ path, seal }) => [path, seal]));
    const changed = before.filter(({ path, seal }) => seals.get(path) !== seal);
    const known = new Set(before.map(({ path }) => path));
    return {
      added: this.#runs.filter(({ path }) => !known.has(path)),
      wrong: changed.map(({ path }) => `${path} is not as it was`),
    };
  }

  /** The last run before another one that held the lock, as that has to name it; the last of all before one that is to come. */
  previousOf(run: LedgerRun | undefined): Readonly<Record<string, unknown>> | null {
    const end = run ? this.#runs.indexOf(run) : this.#runs.length;
    const earlier = this.#runs.slice(0, end);
    const last = earlier.findLast(({ record }) => record.folder !== null && !record.dry_run);
    return last ? { id: last.record.id, sha256: last.seal } : null;
  }

  /** Compares the values that sheet and service last agreed on. */
  checkAgreed(agreed: ReadonlyMap<string, Value>): readonly string[] {
    const snapshot = readSnapshot(this.#folder, this.#runs);
    return [
      ...compareLines('agreed values', toTexts(lastAgreed(this.#runs)), toTexts(agreed)),
      ...(snapshot ? compareLines('agreed values by the snapshot', toTexts(snapshot), toTexts(agreed)) : []),
    ];
  }
}

function toTexts(values: ReadonlyMap<string, unknown>): readonly string[] {
  return [...values].map(([key, value]) => `${key} ${value}`);
}
