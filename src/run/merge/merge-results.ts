import { BYTE_ORDER_MARK } from '../../domain/byte-order-mark.ts';
import type { Disk } from '../../domain/ports.ts';
import { splitCells } from '../disk/csv-records.ts';
import { resultsDelimiter } from '../folder/results-delimiter.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { mergeOrder } from './merge-order.ts';
import type { ShardRuns } from './open-shard-run.ts';
import { openRecords, refuseRest, takeFrom, unfit } from './shard-files.ts';

/** Renders `results.csv` of all shards, each record as its shard wrote it, in the order of the sheet. */
export function* mergeResults(runs: ShardRuns, disk: Disk): Generator<string> {
  let block: string = BYTE_ORDER_MARK;
  for (const { text } of readResults(runs, disk)) {
    block += `${text}\n`;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = '';
  }
  yield block;
}

const BLOCK_CHARACTERS = 256 * 1024;

/** A line of results, as its shard wrote it. */
interface ResultRecord {
  readonly text: string;
  /** The run's index; `undefined` for the header. */
  readonly position: number | undefined;
  /** At most that many of its cells, from the first on. */
  cells(most?: number): readonly string[];
}

/**
 * Yields the records of `results.csv` of all shards in the order of the sheet, each checked against the plan beside it.
 *
 * Errors: `RunFolderError` if they don't match.
 */
export function* readResults(runs: ShardRuns, disk: Disk): Generator<ResultRecord> {
  const sources = openRecords(runs, RUN_FILES.results, disk);
  const [header, ...others] = sources.map((_, position) =>
    takeFrom(sources, position, { runs, file: RUN_FILES.results }),
  );
  const stranger = others.findIndex((other) => other !== header);
  if (header === undefined || stranger !== -1) throw unfit(runs[stranger + 1], RUN_FILES.results);
  const delimiter = resultsDelimiter(header);
  const toRecord = (text: string, position?: number): ResultRecord => ({
    text,
    position,
    cells: (most) => splitCells(text, delimiter, most),
  });
  yield toRecord(header);
  const taken = runs.map(() => 0);
  for (const position of mergeOrder(runs)) {
    const text = takeFrom(sources, position, { runs, file: RUN_FILES.results });
    const at = taken[position] ?? 0;
    if (Number.parseInt(text, 10) !== runs[position]?.lines[at])
      throw unfit(runs[position], RUN_FILES.results);
    taken[position] = at + 1;
    yield toRecord(text, position);
  }
  refuseRest(sources, { runs, file: RUN_FILES.results });
}
