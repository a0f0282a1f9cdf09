import type { Defect } from './defect.ts';

/** Files that are not what they seem to be: after a power cut, a short write or an exchange. */
export const DURABILITY_DEFECTS: readonly Defect[] = [
  {
    name: 'lock-draft-not-synced',
    file: 'src/run/lock/lock-file.ts',
    find: '    disk.fsyncSync(file);\n',
    put: '',
    cost: 'After a power cut a lock is empty, and no run begins for two minutes.',
    caughtBy: [{ file: 'test/run/lock/lock-file.test.ts', name: 'only with what outlasts a power cut' }],
  },
  {
    name: 'states-not-synced',
    file: 'src/run/disk/replace-file.ts',
    find: '    disk.fsyncSync(file);\n',
    put: '',
    cost: 'After a power cut it is forgotten that a job fails, and whoever was told of it is told again.',
    caughtBy: [
      {
        file: 'test/run/disk/replace-file.test.ts',
        name: 'gives the name only to what outlasts a power cut',
      },
    ],
  },
  {
    name: 'journal-not-synced-at-its-end',
    file: 'src/run/disk/line-file.ts',
    find: 'withDiskErrors(what, () => disk.fsyncSync(file));',
    put: '',
    cost: 'After a power cut the end of the journal is gone, and undo takes back what was never sent.',
    caughtBy: [
      {
        file: 'test/run/folder/run-folder.test.ts',
        name: 'has its name on disk before the first line, and every line by the end',
      },
    ],
  },
  {
    name: 'remains-left-on-a-full-disk',
    file: 'src/run/disk/write-whole.ts',
    find: '    removeDraft(unfinished, disk);\n',
    put: "    if (path === '') removeDraft(unfinished, disk);\n",
    cost: 'What could not be written keeps the room that undo.csv and the summary need.',
    caughtBy: [{ file: 'test/run/folder/run-folder.test.ts', name: 'leaves no remains that take room' }],
  },
  {
    name: 'short-write-taken-for-whole',
    file: 'src/run/disk/write-all.ts',
    find: 'for (let written = 0; written < bytes.length; ) written += disk.writeSync(file, bytes, written);',
    put: 'disk.writeSync(file, bytes, 0);',
    cost: 'Where a disk takes less than it was given, files lack their ends.',
    caughtBy: [{ file: 'test/run/disk/spool.test.ts', name: 'gives back all lines' }],
  },
  {
    name: 'short-line-taken-for-whole',
    file: 'src/run/disk/line-file.ts',
    find: 'while (written < bytes.length) written +=',
    put: 'written +=',
    cost: 'Where a disk takes a part of an outcome, the run goes on and its journal can not be read.',
    caughtBy: [
      {
        file: 'test/run/steps/send-plan.test.ts',
        name: 'names none that was noted, where the room ended among those',
      },
    ],
  },
  {
    name: 'short-read-overwrites',
    file: 'src/run/disk/spool.ts',
    find: 'disk.readSync(file, bytes.subarray(at))',
    put: 'disk.readSync(file, bytes)',
    cost: 'Where a disk gives less than it was asked for, a waiting update is made of two.',
    caughtBy: [{ file: 'test/run/disk/spool.test.ts', name: 'gives back all lines' }],
  },
  {
    name: 'rest-of-a-piece-overwritten',
    file: 'src/run/disk/read-lines.ts',
    find: 'rest = Buffer.from(chunk.subarray(end + 1, size));',
    put: 'rest = chunk.subarray(end + 1, size);',
    cost: 'Of a large plan or journal some lines are made of two others.',
    caughtBy: [
      { file: 'test/run/disk/read-lines.test.ts', name: 'gives back what stands between line feeds' },
    ],
  },
  {
    name: 'large-plan-replaced-while-read',
    file: 'src/run/folder/read-plan.ts',
    find: 'else if (next.value.sha256 === sha256) return;',
    put: 'else if (next.value.sha256.length === sha256.length) return;',
    cost: 'A plan that was exchanged once its seal was checked is sent.',
    caughtBy: [
      {
        file: 'test/run/folder/plan-file.test.ts',
        name: 'refuses a large plan that another whole one replaced',
      },
    ],
  },
  {
    name: 'seal-not-compared-by-merge',
    file: 'src/run/folder/read-sealed-lines.ts',
    find: 'held !== endLine(entries, seal)',
    put: 'held.length !== endLine(entries, seal).length',
    cost: 'A plan that somebody has edited becomes part of a merged run, whose own seal is good.',
    caughtBy: [{ file: 'test/run/merge/merge.test.ts', name: 'refuses a plan that was edited' }],
  },
  {
    name: 'other-file-of-one-size',
    file: 'src/sheet/read-source.ts',
    find: '      now.ino === identity.ino &&\n',
    put: '',
    cost: 'The first half of one sheet and the second half of another one are sent as one.',
    caughtBy: [
      {
        file: 'test/sheet/read-source.test.ts',
        name: 'refuses a file that was replaced by another of the same length',
      },
    ],
  },
];
