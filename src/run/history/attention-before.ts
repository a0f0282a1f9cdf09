import type { Disk } from '../../domain/ports.ts';
import { type KeptRun, readRecords } from './history-files.ts';
import type { AttentionLine } from './history-lines.ts';
import { DamagedHistoryError } from './read-history-file.ts';
import { findLast } from './recent-runs.ts';

/** The runs of a job, for others that are added in between. */
export class JobRuns {
  readonly #disk: Disk;
  readonly #runs: KeptRun[];

  constructor(part: string, disk: Disk) {
    this.#disk = disk;
    this.#runs = [...readRecords(part, disk)];
  }

  add(run: KeptRun): void {
    this.#runs.push(run);
  }

  /** The rows that needed attention in the last run before a time that judged every row. Units: ISO 8601. */
  attentionBefore(time: string): readonly AttentionLine[] {
    const before = this.#runs
      .filter(({ record }) => record.started_at < time)
      .sort((one, other) => (one.record.started_at < other.record.started_at ? 1 : -1));
    return findLast(before, { disk: this.#disk, onDamaged: refuseOthers })?.attention ?? [];
  }
}

/** Errors: the given one, unless a file is damaged, which a rebuild reports itself. */
function refuseOthers(error: unknown): void {
  if (!(error instanceof DamagedHistoryError)) throw error;
}
