import { resolve } from 'node:path';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { chainLine } from '../folder/chain-line.ts';
import { END_OF_JOURNAL, readJournalLines } from '../folder/journal.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { mergeOrder } from './merge-order.ts';
import type { ShardRuns } from './open-shard-run.ts';

interface MergeOptions {
  /** The seal of the merged plan, which the merged journal is chained to. */
  readonly seal: string;
  readonly disk: Disk;
}

/**
 * Renders `outcomes.ndjson` of all shards, one after the other, chained again. It ends as complete if each of them does,
 * or sent nothing.
 *
 * Errors: `RunFolderError` if one of them is not as its run wrote it.
 */
export function* mergeJournals(runs: ShardRuns, { seal, disk }: MergeOptions): Generator<string> {
  let link = seal;
  for (const text of mergeLines(runs, disk)) {
    const next = chainLine(text, link);
    link = next.link;
    yield `${next.line}\n`;
  }
}

function* mergeLines(runs: ShardRuns, disk: Disk): Generator<string> {
  const places = numberEntries(runs);
  let isEnded = true;
  for (const [position, { path, journalStart: start, hasJournal }] of runs.entries()) {
    if (!hasJournal) continue;
    let hasEnd = false;
    for (const { chain: _chain, ...line } of readJournalLines(resolve(path, RUN_FILES.outcomes), {
      start,
      disk,
    })) {
      if (line.kind === 'end') hasEnd = true;
      else yield toJsonText({ ...line, n: places[position]?.[line.n] });
    }
    isEnded &&= hasEnd;
  }
  if (isEnded) yield END_OF_JOURNAL;
}

/** The position in the merged plan of each entry of each run. */
function numberEntries(runs: ShardRuns): readonly Uint32Array[] {
  const places = runs.map(({ lines }) => new Uint32Array(lines.length));
  const taken = runs.map(() => 0);
  let n = 0;
  for (const position of mergeOrder(runs)) {
    const at = taken[position] ?? 0;
    const own = places[position];
    if (own) own[at] = n;
    taken[position] = at + 1;
    n++;
  }
  return places;
}
