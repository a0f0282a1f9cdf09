import type { Defect } from './defect.ts';
import { FILES_OF_OTHERS, KEY_IN_SHEET } from './test-files.ts';

/** Where the key shows though no command needs it, and what is said of files that hold it. */
export const KEY_DEFECTS: readonly Defect[] = [
  {
    name: 'key-names-a-run-folder',
    file: 'src/sheet/read-sheet.ts',
    find: '  if (options.redact) refuseKeyInName(source.path, options.redact);\n',
    put: '',
    cost: 'A run folder bears the key in its name, and the commands that are printed lead nowhere.',
    caughtBy: [{ file: KEY_IN_SHEET, name: 'is no name for a sheet: no run folder is called after it' }],
  },
  {
    name: 'check-shows-the-key',
    file: 'src/api/stories/check-sheet.ts',
    find: '{ ...toSheetOptions(read, caller), redact: caller.mask }',
    put: 'toSheetOptions(read, caller)',
    cost: 'check calls a sheet fine that no run takes.',
    caughtBy: [{ file: KEY_IN_SHEET, name: 'is masked by check as by diff: in a cell' }],
  },
  {
    name: 'errors-show-the-key',
    file: 'src/cli/program.ts',
    find: '    onMask(context.mask);\n',
    put: '',
    cost: 'A key that was pasted in the place of a file stands in the log of a nightly job.',
    caughtBy: [{ file: KEY_IN_SHEET, name: 'is masked where there is no such file or run: explain' }],
  },
  {
    name: 'unread-file-called-empty',
    file: 'src/settings/read-sources.ts',
    find: '  unread.add(path);\n',
    put: '',
    cost: 'Whoever has a refused .env goes to look for a key that is there, and makes a new one.',
    caughtBy: [
      {
        file: FILES_OF_OTHERS,
        name: 'are one problem where .env is refused or misnamed: what it may hold is not called missing',
      },
    ],
  },
  {
    name: 'short-key-not-warned-of',
    file: 'src/cli/doctor/examine-settings.ts',
    find: 'return maskOfKey(apiKey) ? [where] : [where, SHORT_KEY];',
    put: 'return [where];',
    cost: 'A short key in a sheet is copied into every file of a run, and nobody has been warned.',
    caughtBy: [
      {
        file: 'test/e2e/doctor.test.ts',
        name: 'warns of a key that is too short to be looked for in sheets',
      },
    ],
  },
];
