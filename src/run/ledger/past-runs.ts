import type { Disk } from '../../domain/ports.ts';
import type { PastRun } from '../../domain/run-record.ts';
import { findLedgerStranger } from './find-ledger-stranger.ts';
import { listLedgers } from './ledger-files.ts';
import type { BegunRun } from './ledger-schema.ts';
import { factsOf, tryLedger } from './open-history.ts';
import { type Ledger, readLedger } from './read-ledger.ts';
import { factsOfBegun } from './run-facts.ts';

interface Which {
  /** Only this job. */
  readonly job?: string | undefined;
}

/**
 * The runs of each ledger in a folder, the newest first, also runs that have begun and not ended. A ledger that others could have
 * changed has none.
 *
 * Errors: as `readLedger`.
 */
export function readPastRuns(folder: string, { job }: Which, disk: Disk): readonly (readonly PastRun[])[] {
  return listLedgers(folder, disk)
    .filter((path) => findLedgerStranger(folder, path, disk) === undefined)
    .map((path) => readLedger(path, disk))
    .filter((ledger) => job === undefined || ledger.job === job)
    .map((ledger) => inOrder(ledger, disk));
}

/**
 * A run that was killed is added by the next one that sends something, and began before the runs that were only looked at in between.
 */
function inOrder({ runs, unfinished }: Ledger, disk: Disk): readonly PastRun[] {
  const ordered: PastRun[] = [];
  const begun = unfinished.map((each): PastRun => ({ ...recordOf(each, disk), isUnfinished: true }));
  const added: readonly PastRun[] = [...begun, ...runs];
  for (const run of added.toReversed()) {
    const isBefore = (other: PastRun): boolean => !other.dry_run || other.started_at < run.started_at;
    const isLast = !run.isUnfinished && run.verdict !== 'killed';
    ordered.splice(isLast ? ordered.length : ordered.findLastIndex(isBefore) + 1, 0, run);
  }
  return ordered.reverse();
}

/** A folder that can't be read is the concern of the command that uses it. */
function recordOf(begun: BegunRun, disk: Disk): PastRun {
  return tryLedger(() => factsOf(begun, disk), factsOfBegun(begun, disk), []).record;
}
