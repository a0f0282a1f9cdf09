import type { Defect } from './defect.ts';

const CHOOSE = 'test/run/sheet/choose-newest.test.ts';
const MOVE = 'test/run/sheet/move-done.test.ts';
const TAKE = 'test/run/sheet/take-sheet.test.ts';
const NEWEST = 'test/e2e/newest.test.ts';

/** The wrong file of a pattern, or the right one at the wrong time; and files that are lost. */
export const NEWEST_DEFECTS: readonly Defect[] = [
  {
    name: 'newest-by-time-alone',
    file: 'src/run/sheet/choose-newest.ts',
    find: "if (byDate) return { kind: 'disagree', byDate, byTime: file };",
    put: '',
    cost: 'A file of last week that was copied back tonight gives every listing the costs of last week.',
    caughtBy: [
      { file: CHOOSE, name: 'takes none where a later date was modified earlier' },
      { file: CHOOSE, name: 'takes no file if another was modified later or has a later date' },
      { file: NEWEST, name: 'lets sync take none if dates and times disagree' },
    ],
  },
  {
    name: 'newest-of-the-future',
    file: 'src/run/sheet/choose-newest.ts',
    find: "if (isFuture(file.mtimeMs, now)) return { kind: 'future', file, isTaken: false };",
    put: '',
    cost: 'An old file whose time is of next year by mistake is the newest one every night.',
    caughtBy: [
      { file: CHOOSE, name: 'takes no file by a time that is still to come' },
      { file: NEWEST, name: 'lets sync take none by a time that is still to come' },
    ],
  },
  {
    name: 'age-of-the-future',
    file: 'src/run/sheet/judge-age.ts',
    find: 'if (isFuture(mtimeMs, now))',
    put: 'if (mtimeMs < 0)',
    cost: 'An old file whose time is of next year by mistake passes --max-age every night.',
    caughtBy: [{ file: NEWEST, name: 'stops at a file of a time that is still to come' }],
  },
  {
    name: 'ambiguous-dates-sorted',
    file: 'src/run/sheet/choose-newest.ts',
    find: 'return isLater(dateInName(file.name), dateInName(other.name));',
    put: 'return file.name > other.name;',
    cost: 'Of 05-12-2026 and 06-11-2026 the file of the month before is taken for the newest.',
    caughtBy: [{ file: CHOOSE, name: 'takes dates in doubt by time alone' }],
  },
  {
    name: 'unfinished-upload-taken',
    file: 'src/run/sheet/choose-newest.ts',
    find: "if (UPLOADING.test(name)) return 'uploading';",
    put: '',
    cost: 'Half of a sheet is applied while the other half is still on its way.',
    caughtBy: [
      { file: CHOOSE, name: 'takes no unfinished file, even if the pattern matches its whole name' },
    ],
  },
  {
    name: 'own-undo-taken',
    file: 'src/run/sheet/choose-newest.ts',
    find: "return isOwn(name) ? 'own' : undefined;",
    put: 'return undefined;',
    cost: 'An undo.csv in the folder is newer than the sheet, and takes back the night before.',
    caughtBy: [{ file: NEWEST, name: "takes no file of a run's own among others" }],
  },
  {
    name: 'older-sheet-after-newest',
    file: 'src/run/sheet/choose-newest.ts',
    find: "if (later) return { kind: 'older', file, taken: later };",
    put: '',
    cost: 'In a night without a new file the second newest one is applied, with the prices of the day before.',
    caughtBy: [
      { file: NEWEST, name: 'takes no older file the night after' },
      { file: TAKE, name: 'takes no older file after another run has moved the newest away' },
    ],
  },
  {
    name: 'sheet-age-not-refused',
    file: 'src/run/sync.ts',
    find: "...refuse('sheet_age', age, request),",
    put: '',
    cost: 'The export has failed for a week, and its last file is applied every night over what people have changed.',
    caughtBy: [{ file: NEWEST, name: 'stops a run with a sheet that is named that is older' }],
  },
  {
    name: 'sheet-not-settled',
    file: 'src/run/sheet/take-sheet.ts',
    find: 'return settleSheet(look, { settleMs, ...waiting });',
    put: 'return { ...look(), ...({ settleSheet, waiting } as object) };',
    cost: 'A sheet is read while it is uploaded: the rows that come last are taken for rows that are not there.',
    caughtBy: [{ file: TAKE, name: 'waits for a sheet without a pattern too' }],
  },
  {
    name: 'unread-sheet-done',
    file: 'src/run/sheet/move-done.ts',
    find: 'if (why !== undefined) return stay(why);',
    put: '',
    cost: 'A sheet that arrived while the last one was sent is moved away, and nobody ever reads it.',
    caughtBy: [
      { file: MOVE, name: 'leaves what is rewritten under the same size and time by now' },
      { file: NEWEST, name: 'leaves a sheet that was replaced while the run went on' },
    ],
  },
  {
    name: 'done-file-replaced',
    file: 'src/run/sheet/move-done.ts',
    find: "disk.closeSync(disk.openSync(path, 'ax', mode));",
    put: '',
    cost: 'The sheet of the morning is lost under the one of the evening.',
    caughtBy: [
      { file: MOVE, name: 'never replaces a file, on one device' },
      { file: NEWEST, name: 'takes no older file the night after, and the next one when it has come' },
    ],
  },
  {
    name: 'dry-run-moves-sheet',
    file: 'src/run/sync.ts',
    find: 'const isDone = !report.dryRun &&',
    put: 'const isDone =',
    cost: 'A look at what would change takes the sheet away, and the night has nothing to send.',
    caughtBy: [{ file: NEWEST, name: 'leaves the sheet after diff' }],
  },
  {
    name: 'copy-of-sheet-not-synced',
    file: 'src/run/sheet/move-done.ts',
    find: '    disk.fsyncSync(copy);\n',
    put: '',
    cost: 'After a power cut the sheet is in neither of the two folders.',
    caughtBy: [{ file: MOVE, name: 'has a copy on the disk, name included, before it removes the file' }],
  },
];
