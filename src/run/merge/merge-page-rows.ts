import { resolve } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { PriceOutcome } from '../../domain/price-outcome.ts';
import { readReasons } from '../../domain/reasons.ts';
import type { Change } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import { remarksOf } from '../../report/files/review-remarks.ts';
import { type PageRow, toBounds, unsentBounds, withFollowUp } from '../../report/page/page-row.ts';
import { identify, parseOwnEntry } from '../folder/carry-entry.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';
import { priceOfEntry } from '../folder/price-of-entry.ts';
import { readSealedLines } from '../folder/read-sealed-lines.ts';
import { resultsDelimiter } from '../folder/results-delimiter.ts';
import { canBeApproved } from '../folder/review-rows.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readResults } from './merge-results.ts';
import { ObservedBounds } from './observed-bounds.ts';
import type { ShardRuns } from './open-shard-run.ts';
import { takeFrom } from './shard-files.ts';

/** A row of the merged page. */
export interface MergedPageRow extends PageRow {
  /** What becomes of the price upon an update that goes out or waits; `undefined` where that is not known, or nothing is sent. */
  readonly priceOutcome: PriceOutcome | undefined;
  /** Its changes were made, or would be. */
  readonly isGoing: boolean;
}

/** Yields the page rows of all shards in the order of the sheet, from their plans and outcomes. */
export function* mergePageRows(runs: ShardRuns, disk: Disk): Generator<MergedPageRow> {
  const plans = runs.map(({ path }) => readSealedLines(resolve(path, RUN_FILES.plan), disk));
  const observed = runs.map((run) => new ObservedBounds(run, disk));
  let n = 0;
  let followUpAt = -1;
  let attemptsAt = -1;
  let delimiter = '';
  for (const { text, position, cells } of readResults(runs, disk)) {
    if (position === undefined) {
      followUpAt = cells().indexOf('follow_up');
      attemptsAt = cells().indexOf('attempts');
      delimiter = resultsDelimiter(text);
      continue;
    }
    // In most lines the follow-up is empty, and the last cell; runs of earlier versions have no such column.
    const followUp = followUpAt === -1 || text.endsWith(delimiter) ? '' : cells()[followUpAt];
    const entry = parseOwnEntry(takeFrom(plans, position, { runs, file: RUN_FILES.plan }));
    const [, , status = '', reason = '', message = ''] = cells(CELLS);
    const { line, sku, changes, pins } = entry;
    // A held update is no update of the run until it is approved.
    const live = entry.status === 'planned' ? entry.before : undefined;
    const seen = observed[position]?.at(entry.n) ?? [];
    const isMade = status === 'updated' && cells()[attemptsAt] !== '0';
    const priceOutcome = priceIn(entry, { status, isMade, seen });
    yield {
      n: n++,
      line,
      sku,
      status: status as Status,
      reason: readReasons(reason),
      message: withFollowUp(message, followUp ?? ''),
      listing: identify(entry),
      changes,
      live,
      pins: toBounds(pins ?? []),
      ...(live && { fees: entry.fees, computed: unsentBounds(changes, seen) }),
      ...(canBeApproved(entry) && { remarks: remarksOf(entry, entry.notices ?? []) }),
      price: priceOutcome?.kind,
      priceOutcome,
      isGoing: status === 'planned' || isMade,
    };
  }
}

/** Cells of a line of results.csv, up to its message. */
const CELLS = 5;

interface Merged {
  readonly status: string;
  readonly isMade: boolean;
  /** Bounds that were seen after the update. */
  readonly seen: readonly Change[];
}

/** What became of the price, or would: of an update that was seen to hold, by the bounds that were seen with it. */
function priceIn(entry: PlannedEntry, { status, isMade, seen }: Merged): PriceOutcome | undefined {
  if (entry.status !== 'planned' && entry.status !== 'held') return undefined;
  if (status === 'planned' || status === 'held' || status === 'skipped') return priceOfEntry(entry);
  return isMade ? priceOfEntry(entry, [...entry.changes, ...seen]) : undefined;
}
