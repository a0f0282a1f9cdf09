import type { Defect } from './defect.ts';
import { JOURNAL, JOURNAL_E2E, MERGE, UNDO_JOURNAL } from './test-files.ts';

/** Journals that are believed although they are not as their run wrote them. */
export const JOURNAL_DEFECTS: readonly Defect[] = [
  {
    name: 'broken-chain-accepted',
    file: 'src/run/folder/journal.ts',
    find: 'if (link === undefined) throw damaged(path, describeBreak(number));',
    put: 'link ??= line.text.slice(-18, -2);',
    cost: 'A journal in which an update was edited to skipped is believed, and undo leaves that listing changed.',
    caughtBy: [
      { file: JOURNAL, name: 'refuses an edited status, and names the line' },
      { file: JOURNAL_E2E, name: 'edited from updated to skipped: undo and apply refuse it' },
    ],
  },
  {
    name: 'chain-of-single-lines',
    file: 'src/run/folder/chain-line.ts',
    find: "hash('sha256', previous + text)",
    put: "hash('sha256', previous.slice(0, 0) + text)",
    cost: 'A line that was taken out of a journal is not missed, and undo leaves its listing changed.',
    caughtBy: [
      { file: JOURNAL, name: 'refuses a line left out, and names the line' },
      { file: JOURNAL, name: 'gives back what was written, and needs the seal of its plan' },
    ],
  },
  {
    name: 'chain-may-be-stripped',
    file: 'src/run/steps/make-plan.ts',
    find: "    journal: 'chained',\n",
    put: '',
    cost: 'Whoever takes the checksums out of a journal may write into it whatever they like.',
    caughtBy: [{ file: UNDO_JOURNAL, name: 'refuses one with no checksums left, and a line left out' }],
  },
  {
    name: 'unsent-listings-not-looked-at',
    file: 'src/run/folder/to-restorations.ts',
    find: '!journal || journal.ended) return unsent;',
    put: '!journal || journal.ended) return undefined;',
    cost: 'Undo says "Done" while a listing that the journal has as skipped holds what the run planned.',
    caughtBy: [{ file: UNDO_JOURNAL, name: 'believes no older journal that has an update as skipped' }],
  },
  {
    name: 'half-held-is-not-ours',
    file: 'src/plan/judge-unsent.ts',
    find: 'if (held.length === 0)',
    put: 'if (held.length !== Object.keys(planned).length)',
    cost: 'One field of an update that the journal denies was changed again since, and undo passes over the others.',
    caughtBy: [{ file: UNDO_JOURNAL, name: 'asks a person where a part of what was planned is there' }],
  },
  {
    name: 'lost-journal-means-nothing-sent',
    file: 'src/run/job/open-run.ts',
    find: 'sentNothing: head.dry_run || writes === 0',
    put: 'sentNothing: head.dry_run || !writes',
    cost: 'Of a run whose journal and summary are gone, undo says that it sent nothing, without a look.',
    caughtBy: [
      { file: UNDO_JOURNAL, name: 'also of a run with no journal and no summary' },
      { file: JOURNAL_E2E, name: 'gone with the summary: undo looks at every listing' },
    ],
  },
  {
    name: 'shards-journals-not-checked',
    file: 'src/run/merge/open-shard-run.ts',
    find: 'const journalStart = head.journal && seal;',
    put: 'const journalStart = head.journal && seal.length < 0 ? seal : undefined;',
    cost: 'A merge takes a shard’s edited journal for true, and seals it as its own.',
    caughtBy: [{ file: MERGE, name: 'does not take over what somebody wrote into the journal of a shard' }],
  },
  {
    name: 'merged-plan-before-its-journal',
    file: 'src/run/merge/merge.ts',
    find: 'folder.writeWhole(RUN_FILES.outcomes, mergeJournals(runs, { seal, disk }));',
    put: 'queueMicrotask(() => folder.writeWhole(RUN_FILES.outcomes, mergeJournals(runs, { seal, disk })));',
    cost: 'A merge that is killed leaves a plan without a journal, as if no shard had sent anything.',
    caughtBy: [{ file: MERGE, name: 'has the journal on disk before the plan' }],
  },
];
