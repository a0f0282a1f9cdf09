import type { Defect } from './defect.ts';

const MERGE_LATEST = 'test/e2e/merge-latest.test.ts';
const FIND_SHARD = 'test/settings/find-shard.test.ts';

/** Parts of a sheet that no task, or two of them, would do. */
export const ENGINE_DEFECTS: readonly Defect[] = [
  {
    name: 'shard-of-the-wrong-engine',
    file: 'src/settings/find-shard.ts',
    find: 'if (found.length > 1)',
    put: 'if (found.length > ENGINES.length)',
    cost: 'Where one engine starts tasks within another, each of them does the same part, and the other parts keep their prices.',
    caughtBy: [{ file: FIND_SHARD, name: 'is refused for several engines' }],
  },
  {
    name: 'attention-fails-the-job',
    file: 'src/run/steps/describe-run.ts',
    find: 'ok: 0 }[which]',
    put: 'ok: digest.attention }[which]',
    cost: 'An engine that was told to take such rows for no failure runs the sheet again and again, and wakes somebody each time.',
    caughtBy: [
      { file: 'test/e2e/ends.test.ts', name: 'rows that need attention, which is no failure for an engine' },
    ],
  },
  {
    name: 'shard-of-a-smaller-array',
    file: 'src/settings/find-shard.ts',
    find: 'counted !== undefined && given !== undefined && counted !== given',
    put: 'counted !== undefined && given !== undefined && counted < given && counted > given',
    cost: 'An array of another size than the flag says leaves out the rows of some parts, and no task says so.',
    caughtBy: [{ file: FIND_SHARD, name: 'is refused for another count' }],
  },
  {
    name: 'shard-beside-the-last',
    file: 'src/settings/find-shard.ts',
    find: '- lowest.value + 1;',
    put: '- lowest.value + (lowest.value === 0 ? 1 : 0);',
    cost: 'Tasks that are counted from 1 leave out the last part of the sheet, and the first of them ends with an error.',
    caughtBy: [{ file: FIND_SHARD, name: 'is another one for each task, and each part has one' }],
  },
  {
    name: 'earliest-attempt-merged',
    file: 'src/run/merge/choose-latest.ts',
    find: 'compareText(other.createdAt, one.createdAt)',
    put: 'compareText(one.createdAt, other.createdAt)',
    cost: 'The night shows an attempt that failed in place of the one that finished its work, and somebody sends its rows again.',
    caughtBy: [
      { file: MERGE_LATEST, name: 'takes the newest run of each shard, in whatever order they are named' },
      { file: MERGE_LATEST, name: 'is refused if the newest attempt was killed' },
    ],
  },
  {
    name: 'earlier-attempt-without-undo',
    file: 'src/run/merge/choose-latest.ts',
    find: 'leftOut.filter(({ hasJournal }) => hasJournal)',
    put: 'leftOut.filter(({ hasJournal }) => !hasJournal)',
    cost: 'Somebody takes a night back by the command on the screen, and what a killed attempt had sent stays on the listings.',
    caughtBy: [
      { file: MERGE_LATEST, name: 'names a command to undo each run of the night that sent something' },
    ],
  },
  {
    name: 'earlier-attempt-unnamed',
    file: 'src/run/merge/merge-summaries.ts',
    find: 'notices: [...notices, ...joinNotices(runs)],',
    put: 'notices: [...notices.slice(0, 0), ...joinNotices(runs)],',
    cost: 'Undo of the merged night leaves what an earlier attempt has sent, and nothing says that it was there.',
    caughtBy: [
      { file: MERGE_LATEST, name: 'takes the newest run of each shard, in whatever order they are named' },
    ],
  },
];
