import type { Defect } from './defect.ts';

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
];
