import type { Defect } from './defect.ts';

/** Who may read what a run leaves behind, and what else may bear the name of a file. */
export const RIGHTS_DEFECTS: readonly Defect[] = [
  {
    name: 'files-for-all',
    file: 'src/run/disk/write-synced.ts',
    find: 'OWNER_ONLY.file',
    put: '0o644',
    cost: 'Everybody on the machine reads costs, margins and prices to come.',
    caughtBy: [{ file: 'test/run/folder/run-folder.test.ts', name: 'is its owner’s alone' }],
  },
  {
    name: 'run-folder-for-all',
    file: 'src/run/folder/make-run-folder.ts',
    find: 'OWNER_ONLY.folder',
    put: '0o755',
    cost: 'Everybody on the machine sees whose sheets are sent, and when.',
    caughtBy: [{ file: 'test/run/folder/run-folder.test.ts', name: 'is its owner’s alone' }],
  },
  {
    name: 'folders-for-all',
    file: 'src/run/disk/make-folders.ts',
    find: 'OWNER_ONLY.folder',
    put: '0o755',
    cost: 'Folders that a run makes on its way let everybody in.',
    caughtBy: [
      { file: 'test/run/folder/run-folder.test.ts', name: 'makes named folders its owner’s alone too' },
      { file: 'test/run/lock/with-lock.test.ts', name: 'holds the account while the work lasts' },
    ],
  },
  {
    name: 'spools-for-all',
    file: 'src/run/disk/spool.ts',
    find: 'OWNER_ONLY.file',
    put: '0o644',
    cost: 'While a large run goes on, everybody on the machine reads its rows and updates.',
    caughtBy: [{ file: 'test/run/disk/spool.test.ts', name: 'for the eyes of its owner' }],
  },
  {
    name: 'lock-for-all',
    file: 'src/run/lock/lock-file.ts',
    find: 'OWNER_ONLY.file',
    put: '0o644',
    cost: 'Everybody on the machine reads which sheet is sent from which folder.',
    caughtBy: [{ file: 'test/run/lock/lock-file.test.ts', name: 'for its owner’s eyes only' }],
  },
  {
    name: 'states-for-all',
    file: 'src/run/disk/replace-file.ts',
    find: 'OWNER_ONLY.file',
    put: '0o644',
    cost: 'Everybody on the machine reads how many listings an account has.',
    caughtBy: [{ file: 'test/run/disk/replace-file.test.ts', name: 'is for its owner only' }],
  },
  {
    name: 'settings-for-all',
    file: 'src/run/sheet/save-mapping.ts',
    find: 'if (there) fchmodSync(file, there.mode & 0o7777);',
    put: 'if (!there) fchmodSync(file, 0o600);',
    cost: 'A config file that was its owner’s alone can be read by everybody once --save-mapping has written it.',
    caughtBy: [{ file: 'test/run/sheet/save-mapping.test.ts', name: 'keeps the mode of the file' }],
  },
  {
    name: 'metrics-for-nobody',
    file: 'src/run/notify/write-metrics.ts',
    find: '      disk.fchmodSync(file, FOR_ALL_TO_READ);\n',
    put: '',
    cost: 'Under a strict umask no collector can read the metrics, and nobody is told that a job fails.',
    caughtBy: [
      { file: 'test/run/notify/write-metrics.test.ts', name: 'that everybody may read, whatever the umask' },
    ],
  },
  {
    name: 'metrics-in-place-of-a-pipe',
    file: 'src/run/notify/write-metrics.ts',
    find: 'if (found && !found.isFile()) return',
    put: 'if (found?.isDirectory()) return',
    cost: 'A file takes the place of the pipe or the device that somebody reads metrics from.',
    caughtBy: [
      { file: 'test/run/notify/write-metrics.test.ts', name: 'does not put a file in the place of a device' },
    ],
  },
  {
    name: 'two-runs-in-one-folder',
    file: 'src/run/folder/make-run-folder.ts',
    find: "if (systemCode(error) === 'EEXIST') return false;",
    put: "if (systemCode(error) === 'EEXIST') return true;",
    cost: 'Two runs that begin in one second write into one folder, and neither can be undone.',
    caughtBy: [
      {
        file: 'test/run/folder/run-folder.test.ts',
        name: 'gives the second run of a second a folder of its own',
      },
    ],
  },
  {
    name: 'plan-from-a-pipe',
    file: 'src/run/disk/open-regular-file.ts',
    find: 'if (found.isFile() || found.isDirectory()) return;',
    put: 'if (found.isFile() || !found.isDirectory()) return;',
    cost: 'A pipe that bears the name of a lock or a plan holds a run for ever, and no signal ends it.',
    caughtBy: [
      { file: 'test/run/disk/open-regular-file.test.ts', name: 'no pipe and no device' },
      { file: 'test/run/disk/open-regular-file.test.ts', name: 'is how locks are read' },
    ],
  },
  {
    name: 'pipe-holds-the-run',
    file: 'src/sheet/read-source.ts',
    find: 'collect(untilAborted(open(absolute), signal))',
    put: 'collect(untilAborted(open(absolute), undefined))',
    cost: 'A run whose sheet comes from a pipe that gives nothing holds the account’s lock until it is killed.',
    caughtBy: [{ file: 'test/sheet/read-source.test.ts', name: 'gives up a pipe that gives nothing' }],
  },
  {
    name: 'word-that-zsh-expands',
    file: 'src/report/text/quote-word.ts',
    find: ' && !/^[=%]/.test(word)',
    put: '',
    cost: 'A command that was copied from the screen sends another file than the one it names.',
    caughtBy: [{ file: 'test/report/text/quote-word.test.ts', name: '"=costs.csv" is' }],
  },
];
