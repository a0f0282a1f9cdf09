import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { needsAttention, type Status } from '../../domain/status.ts';
import { joinRetries } from '../../report/files/join-retries.ts';
import { joinUndos } from '../../report/files/join-undos.ts';
import { splitCells } from '../disk/csv-records.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { fromShapeJson, type PlanShape } from '../folder/shape-json.ts';
import { readResults } from './merge-results.ts';
import type { ShardRun, ShardRuns } from './open-shard-run.ts';
import { openRecords, unfit } from './shard-files.ts';

/**
 * Renders `retry.csv` of all shards: the rows that need attention in the order of the sheet. `missingIsOk` is that of
 * the runs.
 */
export function mergeRetries(
  runs: ShardRuns,
  { missingIsOk, disk }: { readonly missingIsOk: boolean; readonly disk: Disk },
): Iterable<string> {
  const shape = shapeOf(runs[0]);
  const tables = openTables(runs, { file: RUN_FILES.retry, delimiter: shape.delimiter, disk });
  function* records(): Generator<{ readonly position: number; readonly cells: readonly string[] }> {
    let last: string | undefined;
    for (const { position, cells } of readResults(runs, disk)) {
      if (position === undefined) continue;
      const [line = '', , status = '', , , id = ''] = cells(6);
      if (!needsAttention(status as Status, missingIsOk)) continue;
      // A row that may mean several listings is there once for each; in files of earlier versions once.
      const isNext =
        line !== last || (status === 'ambiguous' && tables.peek(position)?.includes(id) === true);
      last = line;
      if (isNext) yield { position, cells: tables.take(position) };
    }
    tables.refuseRest();
  }
  return joinRetries(tables.headers, records(), shape);
}

/** Renders `undo.csv` of all shards: what each has to restore, in the order of the sheet. */
export function mergeUndos(runs: ShardRuns, disk: Disk): Iterable<string> {
  const shape = shapeOf(runs[0]);
  const tables = openTables(runs, { file: RUN_FILES.undo, delimiter: shape.delimiter, disk });
  function* records(): Generator<{ readonly position: number; readonly cells: readonly string[] }> {
    for (const { position, cells } of readResults(runs, disk)) {
      if (position === undefined) continue;
      const [, , status = '', , , listingId] = cells(6);
      const isNext = listingId !== undefined && tables.peek(position)?.[0] === listingId;
      if (isNext && (APPLIED.has(status) || status === 'conflict'))
        yield { position, cells: tables.take(position) };
      else if (APPLIED.has(status)) throw unfit(runs[position], RUN_FILES.undo);
    }
    tables.refuseRest();
  }
  return joinUndos(tables.headers, records(), shape);
}

/** Outcomes with these statuses always have something to restore; a conflict may. */
const APPLIED: ReadonlySet<string> = new Set<Status>(['updated', 'unconfirmed']);

function shapeOf({ head, given }: ShardRun): PlanShape {
  if (head.shape) return fromShapeJson(head.shape);
  throw new RunFolderError(`Cannot merge "${given}": its plan does not say how the sheet was written`);
}

interface TableOptions {
  readonly file: typeof RUN_FILES.retry | typeof RUN_FILES.undo;
  readonly delimiter: string;
  readonly disk: Disk;
}

/** The same CSV file of each run, read in parallel, each one record ahead. */
function openTables(runs: ShardRuns, { file, delimiter, disk }: TableOptions) {
  const sources = openRecords(runs, file, disk);
  const read = (position: number): readonly string[] | undefined => {
    const next = sources[position]?.next();
    return next && !next.done ? splitCells(next.value, delimiter) : undefined;
  };
  const headers = runs.map((run, position) => {
    const header = read(position);
    if (!header) throw unfit(run, file);
    return header;
  });
  const ahead = runs.map((_, position) => read(position));
  return {
    headers,
    peek: (position: number) => ahead[position],
    take: (position: number): readonly string[] => {
      const cells = ahead[position];
      if (!cells) throw unfit(runs[position], file);
      ahead[position] = read(position);
      return cells;
    },
    refuseRest: (): void => {
      const left = ahead.findIndex((cells) => cells !== undefined);
      if (left !== -1) throw unfit(runs[left], file);
    },
  };
}
