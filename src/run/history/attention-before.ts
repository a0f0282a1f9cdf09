import type { Disk } from '../../domain/ports.ts';
import { type KeptRun, readRecords } from './history-files.ts';
import type { AttentionLine } from './history-lines.ts';
import { isWholeRun } from './is-whole-run.ts';
import { DamagedHistoryError } from './read-history-file.ts';
import { readIssues } from './recent-runs.ts';

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
    const before = this.#runs.filter(({ record }) => record.started_at < time && isWholeRun(record));
    const last = before.reduce<KeptRun | undefined>(
      (latest, run) => (latest && latest.record.started_at >= run.record.started_at ? latest : run),
      undefined,
    );
    return last ? readAttention(last, this.#disk) : [];
  }
}

function readAttention(run: KeptRun, disk: Disk): readonly AttentionLine[] {
  try {
    return readIssues(run, disk).attention;
  } catch (error) {
    if (error instanceof DamagedHistoryError) return [];
    throw error;
  }
}
