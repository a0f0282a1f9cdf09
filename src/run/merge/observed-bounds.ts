import { resolve } from 'node:path';
import { toCents } from '../../domain/cents.ts';
import { COMPUTED_FIELDS } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Change } from '../../domain/stages.ts';
import { type JournalLine, readJournalLines } from '../folder/journal.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { ShardRun } from './open-shard-run.ts';

/**
 * Minimum and maximum of each listing as last seen after its update, where they differ from before. Journals are in the
 * order of settling, so they are held for all entries: as numbers, 16 bytes each.
 */
export class ObservedBounds {
  readonly #cents: Readonly<Record<(typeof COMPUTED_FIELDS)[number], Float64Array>>;

  /** Errors: `RunFolderError`. */
  constructor(
    {
      path,
      lines,
      hasJournal,
      journalStart: start,
    }: Pick<ShardRun, 'path' | 'lines' | 'hasJournal' | 'journalStart'>,
    disk: Disk,
  ) {
    const none = () => new Float64Array(hasJournal ? lines.length : 0).fill(UNSEEN);
    this.#cents = { minimum_price: none(), maximum_price: none() };
    if (hasJournal) this.#read(readJournalLines(resolve(path, RUN_FILES.outcomes), { start, disk }));
  }

  #read(lines: Iterable<JournalLine>): void {
    for (const { n, observed } of lines) {
      for (const field of COMPUTED_FIELDS) {
        const pair = observed?.[field];
        if (pair) this.#cents[field][n] = pair[1] ?? NOT_SET;
      }
    }
  }

  /** The changes of the entry at a position of the run's plan; the values before are unknown. */
  at(n: number): readonly Change[] {
    return COMPUTED_FIELDS.flatMap((field): readonly Change[] => {
      const cents = this.#cents[field][n] ?? UNSEEN;
      if (cents === UNSEEN) return [];
      return [{ field, before: null, after: cents === NOT_SET ? null : toCents(cents) }];
    });
  }
}

/** No amount is negative. */
const UNSEEN = -1;
const NOT_SET = -2;
