import { RunFolderError } from '../../domain/errors.ts';
import { formatShard } from '../../domain/shard.ts';
import { type FoundShard, findShardRun } from './open-shard-run.ts';
import type { RunPlace } from './run-place.ts';

interface Latest {
  /** Of each shard the newest run, as it was given. */
  readonly runs: readonly string[];
  /** What a person should know about the runs that were left out; as sentences. */
  readonly notices: readonly string[];
  /** The runs that were left out and may have sent updates, as they were given: undo of the merged run does not take these back. */
  readonly sentBefore: readonly string[];
  /** The folders of no shard, as they were given: a run that ends before its plan has sent nothing. */
  readonly planless: readonly string[];
}

/**
 * Of several runs of a shard the newest, by when their plans were made: an engine that tries a shard again leaves a folder for each
 * attempt. What an earlier attempt has sent is not in the merged run, so a notice names its folder. A newest run that is under way
 * or was killed is chosen too, and refused when it is opened: an earlier one does not know what it has sent.
 *
 * Errors: `RunFolderError` if it is not certain which one is the newest, or a folder is not the run of a shard.
 */
export function chooseLatest(given: readonly string[], place: RunPlace): Latest {
  const found = given.flatMap((run) => findShardRun(run, place) ?? []);
  const planless = given.filter((run) => found.every((each) => each.given !== run));
  const newestFirst = [...found].sort((one, other) => compareText(other.createdAt, one.createdAt));
  const chosen = new Map<string, FoundShard>();
  for (const run of newestFirst) {
    const name = formatShard(run.shard);
    const newer = chosen.get(name);
    if (!newer) chosen.set(name, run);
    else if (newer.createdAt === run.createdAt) throw atOnce(newer, run);
  }
  const kept = new Set([...chosen.values()].map((run) => run.given));
  const leftOut = found.filter((run) => !kept.has(run.given));
  return {
    runs: [...kept],
    sentBefore: leftOut.filter(({ hasJournal }) => hasJournal).map((run) => run.given),
    planless,
    notices: [
      ...planless.map(
        (run) =>
          `"${run}" has no plan: it ended before it could send anything, or has only begun; it is not in the merged run`,
      ),
      ...leftOut.map((run) => describeLeftOut(run, chosen)),
    ],
  };
}

function describeLeftOut(
  { given, shard, hasJournal }: FoundShard,
  chosen: ReadonlyMap<string, FoundShard>,
): string {
  const name = formatShard(shard);
  const left = `"${given}" is an earlier run of shard ${name} than "${chosen.get(name)?.given}": it is not in the merged run`;
  return hasJournal ? `${left}, and undo of that folder takes back what it sent` : left;
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function atOnce(one: FoundShard, other: FoundShard): RunFolderError {
  return new RunFolderError(
    `Cannot say which run of shard ${formatShard(one.shard)} is the latest: the plans of "${one.given}" and "${other.given}" were made at the same moment`,
    { hint: 'Name one folder for each shard, without --latest' },
  );
}
