import type { Defect } from './defect.ts';
import { FILES_OF_OTHERS, FIND_OTHER_OWNER, GUARD_FOLDERS, RUN_FOLDER } from './test-files.ts';

/** Files that others have put there, or could have changed. */
export const FILES_DEFECTS: readonly Defect[] = [
  {
    name: 'draft-follows-links',
    file: 'src/run/disk/open-draft.ts',
    find: "    return disk.openSync(path, 'ax', mode);\n  } catch",
    put: "    return disk.openSync(path, 'w' as 'ax', mode);\n  } catch",
    cost: 'A link that somebody has put beside a file of the run has the run write over whatever it leads to.',
    caughtBy: [
      {
        file: RUN_FOLDER,
        name: 'writeWhole writes over what a killed run has left, and over no file that a link leads to',
      },
      { file: FILES_OF_OTHERS, name: 'leads no file of a run astray, whole or not' },
      { file: FILES_OF_OTHERS, name: 'leads no export, no config file and no metrics astray' },
      { file: FILES_OF_OTHERS, name: 'leads nothing that is remembered astray' },
      { file: FILES_OF_OTHERS, name: 'leads no file of a local service astray' },
    ],
  },
  {
    name: 'journal-goes-on-in-another-file',
    file: 'src/run/disk/line-file.ts',
    find: "disk.openSync(path, 'ax', OWNER_ONLY.file)",
    put: "disk.openSync(path, 'a' as 'ax', OWNER_ONLY.file)",
    cost: 'What was sent is noted in a file of somebody else, who may take it away, and undo knows nothing of it.',
    caughtBy: [
      { file: RUN_FOLDER, name: 'openLines never goes on in a link that somebody has put there' },
      { file: FILES_OF_OTHERS, name: 'stops a run before it sends where its journal would be in a file' },
    ],
  },
  {
    name: 'spool-follows-links',
    file: 'src/run/disk/spool.ts',
    find: 'openDraft(path, OWNER_ONLY.file, disk)',
    put: "disk.openSync(path, 'w' as 'ax', OWNER_ONLY.file)",
    cost: 'A large run writes its entries over whatever a link in its folder leads to.',
    caughtBy: [
      {
        file: 'test/run/disk/spool.test.ts',
        name: 'openSpool writes to a file of its own where a link stands in its place',
      },
    ],
  },
  {
    name: 'owner-overlooked',
    file: 'src/domain/find-other-owner.ts',
    find: '  if (!trust.uids.has(uid)) return ownedBy({ uid, mode }, trust);\n',
    put: '  if (uid < 0) return ownedBy({ uid, mode }, trust);\n',
    cost: 'A plan that another user has sealed anew is sent without a guard: 15.00 becomes 0.01.',
    caughtBy: [
      { file: FIND_OTHER_OWNER, name: 'findOtherOwner finds who else could have written another user’s' },
    ],
  },
  {
    name: 'open-to-all-overlooked',
    file: 'src/domain/find-other-owner.ts',
    find: 'const OTHERS_WRITE = 0o002;',
    put: 'const OTHERS_WRITE = 0o000;',
    cost: 'A plan that everybody on the machine may change is sent as if it were ours.',
    caughtBy: [
      {
        file: FIND_OTHER_OWNER,
        name: 'findOtherOwner finds who else could have written what everybody may write to',
      },
      {
        file: FILES_OF_OTHERS,
        name: 'has no plan applied that was sealed again where everybody may write to it',
      },
      {
        file: FILES_OF_OTHERS,
        name: 'is not taken back where of its outcomes.ndjson everybody may write to it',
      },
    ],
  },
  {
    name: 'members-of-a-group-overlooked',
    file: 'src/domain/is-own-group.ts',
    find: '[...listed, ...byDefault].some(',
    put: '[...byDefault].some(',
    cost: 'Whom a group was opened to, such as the web server, may set prices.',
    caughtBy: [
      {
        file: 'test/domain/is-own-group.test.ts',
        name: 'isOwnGroup is nobody’s own where somebody was let into it',
      },
    ],
  },
  {
    name: 'only-the-folder-is-judged',
    file: 'src/run/folder/guard-folders.ts',
    find: '`, found);',
    put: '`, undefined);',
    cost: 'A journal that others may write to is believed, and undo leaves changed what they took out of it.',
    caughtBy: [
      {
        file: FILES_OF_OTHERS,
        name: 'is not taken back where of its outcomes.ndjson everybody may write to it',
      },
    ],
  },
  {
    name: 'exchanged-after-the-look',
    file: 'src/run/folder/guard-folders.ts',
    find: 'if (named?.ino === opened.ino && !stranger) return file;',
    put: 'if (named !== undefined || !stranger) return file;',
    cost: 'A folder that is exchanged while it is looked at has somebody else’s plan sent.',
    caughtBy: [
      {
        file: GUARD_FOLDERS,
        name: 'guardFolders reads what it has looked at, and nothing that comes between',
      },
      { file: GUARD_FOLDERS, name: 'reads no file that was put there once the folder was looked at' },
    ],
  },
  {
    name: 'settings-of-others-read',
    file: 'src/settings/read-own-file.ts',
    find: 'return stranger ? { stranger } : {',
    put: 'return Math.random() > 1 && stranger ? { stranger } : {',
    cost: 'A .env that somebody has put into the folder leads the key to a service of their own.',
    caughtBy: [
      { file: FILES_OF_OTHERS, name: 'are not read: of .env everybody may write to it' },
      { file: FILES_OF_OTHERS, name: 'are not read: of key everybody may write to it' },
    ],
  },
  {
    name: 'key-for-whatever-service',
    file: 'src/run/explain/explain.ts',
    find: 'return baseUrlOf(files) === settingsUrl ? settingsUrl : undefined;',
    put: 'return baseUrlOf(files) ?? settingsUrl;',
    cost: 'The files of a run name the service that a copied command sends the key to.',
    caughtBy: [
      {
        file: 'test/e2e/explain.test.ts',
        name: 'writes no command that sends the key where the settings name another service',
      },
    ],
  },
  {
    name: 'agreed-to-by-others',
    file: 'src/run/sheet/last-columns.ts',
    find: ' && isInOwnHands(folder, disk)',
    put: '',
    cost: 'Whoever puts a run folder beside ours says which column is the cost, and nobody is asked.',
    caughtBy: [
      {
        file: 'test/run/sheet/last-columns.test.ts',
        name: 'findLastColumns takes only our own run folder’s word for what was agreed to',
      },
    ],
  },
  {
    name: 'run-in-an-open-folder',
    file: 'src/run/folder/make-run-folder.ts',
    find: '  if (wasThere) refuseShared(path, disk);\n',
    put: '',
    cost: 'A run is sent whose undo is refused, since its folder is open to everybody.',
    caughtBy: [{ file: FILES_OF_OTHERS, name: 'takes no new run where everybody may write to it' }],
  },
];
