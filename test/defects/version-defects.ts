import type { Defect } from './defect.ts';

const VERSIONS = 'test/versions/versions.test.ts';

/** Files that an earlier version has left, and this one can't use any more. */
export const VERSION_DEFECTS: readonly Defect[] = [
  {
    name: 'older-plan-refused',
    file: 'src/run/folder/plan-schema.ts',
    find: 'account: z.object({ base_url: z.string(), key_fingerprint: z.string() }),',
    put: 'account: z.object({ base_url: z.string(), key_fingerprint: z.string().length(64) }),',
    cost: 'After an update no earlier run can be taken back, and no reviewed plan can be sent.',
    caughtBy: [
      { file: VERSIONS, name: 'undo plans its reverse, and gives back what was there before' },
      { file: VERSIONS, name: 'apply finds its plan still to be sent, and sends it' },
      { file: VERSIONS, name: 'explain says what happened to a SKU' },
    ],
  },
  {
    name: 'older-ramp-refused',
    file: 'src/run/folder/plan-schema.ts',
    find: '  ramp: rampSchema.optional(),',
    put: '  ramp: rampSchema.refine(({ steps }) => steps.length > 99).optional(),',
    cost: 'After an update a plan that was sent in steps can’t be taken back.',
    caughtBy: [
      { file: VERSIONS, name: 'undo plans the reverse of the run "ramped"' },
      { file: VERSIONS, name: 'explain says what happened in the run "ramped" to JAR-04' },
    ],
  },
  {
    name: 'older-shards-refused',
    file: 'src/run/folder/plan-schema.ts',
    find: '  shard: z.object({ index: z.int().positive(), of: z.int().positive() }).optional(),',
    put: '  shard: z.object({ index: z.int(), of: z.int() }).refine(({ of }) => of > 2).optional(),',
    cost: 'After an update in the morning the parts of the night can’t be joined any more.',
    caughtBy: [{ file: VERSIONS, name: 'merge joins its shards as it did' }],
  },
  {
    name: 'older-approval-refused',
    file: 'src/report/files/review-records.ts',
    find: "export const APPROVE = 'approve';",
    put: "export const APPROVE = 'approved';",
    cost: 'After an update nothing that a person has approved is sent.',
    caughtBy: [{ file: VERSIONS, name: 'apply sends what its review file approves' }],
  },
  {
    name: 'older-history-left-out',
    file: 'src/run/history/record-schema.ts',
    find: '  shard: z.string().nullable(),',
    put: '  shard: z.string().min(1).nullable().refine((shard) => shard !== null),',
    cost: 'After an update the history is empty: no guard compares the sheet with last night, and all rows that need attention are new.',
    caughtBy: [
      { file: VERSIONS, name: 'history lists its runs, shows one, and follows a SKU' },
      { file: VERSIONS, name: 'a sync compares itself with its runs' },
    ],
  },
];
