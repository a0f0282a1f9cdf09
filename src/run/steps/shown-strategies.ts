import type { PlanEntry } from '../../domain/stages.ts';
import type { Run } from '../job/run.ts';

/** Whether the pages and files of a run show strategies, which people know by their names. */
export class ShownStrategies {
  #isAny = false;

  add(entry: PlanEntry): void {
    if (entry.kind === 'update' || entry.kind === 'held')
      this.#isAny ||= entry.resolved.listing.values.strategy !== null;
  }

  /** Whether the names are worth a request. Runs of an earlier plan have the names that it came with. */
  needNames({ job: { command } }: Run, stop: unknown): boolean {
    return this.#isAny && stop === undefined && (command === 'sync' || command === 'diff');
  }
}
