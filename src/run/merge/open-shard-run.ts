import { basename, resolve } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { formatShard, type Shard } from '../../domain/shard.ts';
import { journalGone } from '../folder/journal.ts';
import { noSuchRun } from '../folder/no-such-run.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { readSealedLines } from '../folder/read-sealed-lines.ts';
import { nameWithoutTime, RUN_FILES } from '../folder/run-folder.ts';
import { readSummary, type Summary } from '../folder/summary-file.ts';
import type { RunPlace } from './run-place.ts';

/** The run folder of a shard, to be merged. */
export interface ShardRun {
  /** As it was given. */
  readonly given: string;
  /** Absolute. */
  readonly path: string;
  /** The run's name without its time and its shard. */
  readonly name: string;
  readonly shard: Shard;
  readonly head: PlanHead;
  readonly summary: Summary;
  /** The sheet's line of each entry of the plan, in order. */
  readonly lines: Uint32Array;
  /** At least one row matched a listing. */
  readonly anyMatched: boolean;
  /** Updates were sent; the journal has their outcomes. */
  readonly hasJournal: boolean;
  /** What the first line of the journal is chained to. */
  readonly journalStart: string;
}

/** All shards of a run, in their order. */
export type ShardRuns = readonly [ShardRun, ...ShardRun[]];

/**
 * Opens the run folder of a shard, and reads its plan once.
 *
 * Errors: `RunFolderError` if it is not one, is unfinished, or is damaged.
 */
export function openShardRun(
  given: string,
  { cwd, disk, shell }: RunPlace & { readonly shell: Shell },
): ShardRun {
  const path = resolve(cwd, given);
  const { head, shard } = readHead(path, { given, cwd, disk });
  const summary = readSummary(path, disk);
  const hasJournal = disk.existsSync(resolve(path, RUN_FILES.outcomes));
  const missing = FILES_OF_THE_END.find((file) => !disk.existsSync(resolve(path, file)));
  if (!summary || missing !== undefined) throw unfinished({ given, shard, head, hasJournal });
  if (!hasJournal && summary.requests.writes > 0) {
    throw journalGone(`merge "${given}"`, { folder: given, shell });
  }
  const { lines, anyMatched, seal } = readEntries(resolve(path, RUN_FILES.plan), {
    given,
    outcomes: summary.counts.outcomes,
    disk,
  });
  const name = nameWithoutTime(basename(path)).replace(`-${shard.index}of${shard.of}`, '');
  return { given, path, name, shard, head, summary, lines, anyMatched, hasJournal, journalStart: seal };
}

/** What is known of the run of a shard before its plan is read. */
export interface FoundShard extends Pick<ShardRun, 'given' | 'shard' | 'hasJournal'> {
  /** When its plan was made; ISO 8601. */
  readonly createdAt: string;
}

/**
 * Finds the run of a shard. A folder without a plan is of no shard: `undefined`. No update goes out before the plan.
 *
 * Errors: `RunFolderError` if there is no such folder, or it is another run.
 */
export function findShardRun(given: string, { cwd, disk }: RunPlace): FoundShard | undefined {
  const path = resolve(cwd, given);
  if (disk.existsSync(path) && !disk.existsSync(resolve(path, RUN_FILES.plan))) return undefined;
  const { head, shard } = readHead(path, { given, cwd, disk });
  const hasJournal = disk.existsSync(resolve(path, RUN_FILES.outcomes));
  return { given, shard, hasJournal, createdAt: head.created_at };
}

const FILES_OF_THE_END = [RUN_FILES.results, RUN_FILES.retry, RUN_FILES.undo];

function readHead(
  path: string,
  { given, cwd, disk }: RunPlace & { readonly given: string },
): { readonly head: PlanHead; readonly shard: Shard } {
  const head = readPlanHead(resolve(path, RUN_FILES.plan), disk);
  if (!head && !disk.existsSync(path)) throw noSuchRun(given, { command: 'merge', cwd, disk });
  if (!head) {
    throw new RunFolderError(`Cannot merge "${given}": there is no plan in it`, {
      hint: 'Name the run folders of all shards; a run that was killed before its plan was made left nothing to merge, run its shard again',
    });
  }
  const { shard, command } = head;
  if (!shard) {
    throw new RunFolderError(`Cannot merge "${given}": it is not the run of a shard`, {
      hint: 'Only runs made with --shard can be merged',
    });
  }
  if (command !== 'sync' && command !== 'diff') {
    throw new RunFolderError(
      `Cannot merge "${given}": it is the run of an ${command}, not of a sync or a diff`,
      {
        hint: `Run shard ${formatShard(shard)} of the sheet again: it sends only what is still missing, and its run can be merged`,
      },
    );
  }
  return { head, shard };
}

interface Unfinished extends Pick<ShardRun, 'given' | 'shard' | 'head' | 'hasJournal'> {}

/** It has no results, and its outcomes are unknown until its listings are read again. */
function unfinished({ given, shard, head, hasJournal }: Unfinished): RunFolderError {
  const again = `Run shard ${formatShard(shard)} again with ${head.command}, which sends only what is still missing, and merge that run instead`;
  return new RunFolderError(
    `Cannot merge "${given}": the run of shard ${formatShard(shard)} is still under way, or was killed before it wrote its results`,
    { hint: hasJournal ? `${again}; undo of this folder takes back what it sent` : again },
  );
}

interface Entries {
  readonly lines: Uint32Array;
  readonly anyMatched: boolean;
  /** Of the plan. */
  readonly seal: string;
}

function readEntries(
  path: string,
  { given, outcomes, disk }: { readonly given: string; readonly outcomes: number; readonly disk: Disk },
): Entries {
  const lines = new Uint32Array(outcomes);
  let count = 0;
  let anyMatched = false;
  const sealed = readSealedLines(path, disk);
  let next = sealed.next();
  for (; !next.done; next = sealed.next()) {
    const entry = JSON.parse(next.value);
    if (count < outcomes) lines[count] = entry.line;
    if (entry.listing_id !== null) anyMatched = true;
    count++;
  }
  if (count !== outcomes)
    throw new RunFolderError(`Cannot merge "${given}": its results do not belong to its plan`);
  return { lines, anyMatched, seal: next.value };
}
