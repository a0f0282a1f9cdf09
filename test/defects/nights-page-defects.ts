import type { Defect } from './defect.ts';

const NIGHTS = 'test/report/tally/arrange-nights.test.ts';
const PARTS = 'test/report/tally/join-parts.test.ts';
const READ = 'test/run/history/read-nights.test.ts';
const REPORTS = 'test/run/page/find-reports.test.ts';
const INDEX = 'test/run/page/write-index.test.ts';

/** A page about all nights that says what was not, or does harm by being written. */
export const NIGHTS_PAGE_DEFECTS: readonly Defect[] = [
  {
    name: 'undo-makes-a-night-good',
    file: 'src/report/tally/arrange-nights.ts',
    find: "return command !== 'undo';",
    put: "return command !== 'diff';",
    cost: 'A night fails, somebody undoes half of it, and the page is green with a success of today.',
    caughtBy: [{ file: NIGHTS, name: 'do not end well because of an undo, be it on the same day or later' }],
  },
  {
    name: 'lock-out-shown-as-the-night',
    file: 'src/report/tally/arrange-nights.ts',
    find: 'if (one.finished_at !== other.finished_at) return one.finished_at < other.finished_at ? 1 : -1;',
    put: '',
    cost: 'A second start that found the lock makes a good night look failed, and people stop reading the page.',
    caughtBy: [
      {
        file: NIGHTS,
        name: 'end with the run that ended last, and not with one that gave up waiting for it',
      },
    ],
  },
  {
    name: 'mistyped-command-shown-as-the-night',
    file: 'src/report/tally/arrange-nights.ts',
    find: '  if (folder !== null) return false;\n',
    put: '  return false;\n',
    cost: 'Somebody mistypes a run at noon, and the page says that the night failed.',
    caughtBy: [
      {
        file: NIGHTS,
        name: 'are judged by the job itself where a person mistypes: apply of a run that is not there',
      },
    ],
  },
  {
    name: 'failing-sheet-taken-for-mistyped',
    file: 'src/report/tally/join-parts.ts',
    find: 'return days.size > 1 || unfinished',
    put: 'return unfinished',
    cost: 'A job whose sheet can not be read since its first night is on no page.',
    caughtBy: [
      {
        file: PARTS,
        name: 'are one job with a sheet whose name was mistyped: a job is tried again on another day',
      },
    ],
  },
  {
    name: 'account-hides-another',
    file: 'src/report/tally/join-parts.ts',
    find: 'lastOf(earlier) < firstOf(part)',
    put: 'lastOf(earlier) !== firstOf(part) || true',
    cost: 'One account fails every night, and a good one of the same job name hides it.',
    caughtBy: [
      {
        file: PARTS,
        name: 'are two jobs where they run beside each other on two accounts: one of them may fail every night',
      },
    ],
  },
  {
    name: 'index-of-others-replaced',
    file: 'src/run/page/is-our-page.ts',
    find: 'return size === 0 || ',
    put: 'return true || ',
    cost: "The first night's run replaces the start page of the shop, or --html the price sheet.",
    caughtBy: [
      { file: INDEX, name: 'never takes the place of a page that somebody else made, nor of a folder' },
      {
        file: 'test/e2e/history-page.test.ts',
        name: 'writes the page to any file, with links from there, and replaces no other file',
      },
    ],
  },
  {
    name: 'index-drafts-collide',
    file: 'src/run/disk/replace-whole.ts',
    find: 'randomUUID()}',
    put: '0}',
    cost: 'Two runs that end at once leave half a page, or none and a notice.',
    caughtBy: [{ file: INDEX, name: 'is whole where two write it at once, and has the runs of both' }],
  },
  {
    name: 'index-misses-the-other-run',
    file: 'src/run/page/write-index.ts',
    find: 'if (countRuns(history, disk) === before) break;',
    put: 'break;',
    cost: 'Of two runs that end at once the page shows one, until the next night.',
    caughtBy: [{ file: INDEX, name: 'is whole where two write it at once, and has the runs of both' }],
  },
  {
    name: 'index-ends-runs',
    file: 'src/run/page/write-index.ts',
    find: '  } catch (error) {\n    return',
    put: '  } catch (error) {\n    throw error;\n    return',
    cost: 'A full disk makes a night that sent everything end as a bug, because of a page.',
    caughtBy: [{ file: INDEX, name: 'stays as it was on a full disk, with a notice and no draft' }],
  },
  {
    name: 'index-not-renewed',
    file: 'src/run/steps/run-job.ts',
    find: '      renewIndex(run),\n',
    put: '',
    cost: 'The page shows last week for ever.',
    caughtBy: [
      {
        file: 'test/e2e/history-page.test.ts',
        name: 'is renewed at the end of every run: sync, diff, apply, undo, and one that failed',
      },
    ],
  },
  {
    name: 'index-reads-the-whole-year',
    file: 'src/run/history/count-changes.ts',
    find: 'if (left < 0) break;',
    put: '',
    cost: 'Every run of a large job waits until a year of changes has been read, for a page.',
    caughtBy: [
      { file: INDEX, name: 'reads no more than it has to of a year with many changes' },
      { file: READ, name: 'are counted over as many runs as may be read, whole runs only, and it says so' },
    ],
  },
  {
    name: 'damaged-changes-counted',
    file: 'src/run/history/count-changes.ts',
    find: '    if (!isDamage(error)) throw error;\n    return [];',
    put: '    if (!isDamage(error)) throw error;\n    return found;',
    cost: 'Lines of a damaged file count as changes that were made.',
    caughtBy: [{ file: READ, name: 'are not counted from a file that is damaged' }],
  },
  {
    name: 'report-of-another-run-linked',
    file: 'src/run/page/find-reports.ts',
    find: 'if (folder === undefined || taken.has(folder)) continue;',
    put: 'if (folder === undefined) continue;',
    cost: 'Last week’s night leads to the report of today, since the folder was named again, and somebody acts on it.',
    caughtBy: [{ file: REPORTS, name: 'are not those of an older run whose folder was named again' }],
  },
  {
    name: 'report-links-not-encoded',
    file: 'src/run/page/find-reports.ts',
    find: 'path.split(sep).map(encodeURIComponent)',
    put: 'path.split(sep)',
    cost: 'A folder called "a#1" leads nowhere, and one called javascript:… runs.',
    caughtBy: [{ file: REPORTS, name: 'are linked whatever their folder is called: "a#b"' }],
  },
];
