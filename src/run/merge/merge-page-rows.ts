import { resolve } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { readReasons } from '../../domain/reasons.ts';
import type { Status } from '../../domain/status.ts';
import { type PageRow, toBounds, unsentBounds } from '../../report/page/page-row.ts';
import { splitCells } from '../disk/csv-records.ts';
import { identify, parseOwnEntry } from '../folder/carry-entry.ts';
import { readSealedLines } from '../folder/read-sealed-lines.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { readResults } from './merge-results.ts';
import { ObservedBounds } from './observed-bounds.ts';
import type { ShardRuns } from './open-shard-run.ts';
import { takeFrom } from './shard-files.ts';

/** Yields the page rows of all shards in the order of the sheet, from their plans and outcomes. */
export function* mergePageRows(runs: ShardRuns, disk: Disk): Generator<PageRow> {
  const plans = runs.map(({ path }) => readSealedLines(resolve(path, RUN_FILES.plan), disk));
  const observed = runs.map((run) => new ObservedBounds(run, disk));
  let n = 0;
  for (const { text, position } of readResults(runs, disk)) {
    if (position === undefined) continue;
    const entry = parseOwnEntry(takeFrom(plans, position, { runs, file: RUN_FILES.plan }));
    const [, , status = '', reason = '', message = ''] = splitCells(text, ',', CELLS);
    const { line, sku, changes, before: live, pins } = entry;
    yield {
      n: n++,
      line,
      sku,
      status: status as Status,
      reason: readReasons(reason),
      message,
      listing: identify(entry),
      changes,
      live,
      pins: toBounds(pins ?? []),
      ...(live && { computed: unsentBounds(changes, observed[position]?.at(entry.n) ?? []) }),
    };
  }
}

/** Cells of a line of results.csv, up to its message. */
const CELLS = 5;
