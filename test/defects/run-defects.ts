import type { Defect } from './defect.ts';

const APPLY = 'test/run/apply.test.ts';
const UNDO = 'test/run/undo.test.ts';
const SYNC = 'test/run/sync.test.ts';
const PLAN_FILE = 'test/run/plan-file.test.ts';
const RUN_FOLDER = 'test/run/run-folder.test.ts';
const SEND_PLAN = 'test/run/send-plan.test.ts';

/** Plans, journals and locks that don't hold what they promise. */
export const RUN_DEFECTS: readonly Defect[] = [
  {
    name: 'plan-not-synced',
    file: 'src/run/run-folder.ts',
    find: 'writeAll(file, block, disk);\n    disk.fsyncSync(file);',
    put: 'writeAll(file, block, disk);',
    cost: 'After a power cut prices are changed and nobody knows what they were.',
    caughtBy: [
      {
        file: RUN_FOLDER,
        name: 'writeWhole has the bytes on disk before the name, and the name before it returns',
      },
      { file: SYNC, name: 'has the plan synced before the first update is sent' },
    ],
  },
  {
    name: 'plan-name-not-synced',
    file: 'src/run/run-folder.ts',
    find: '    throw error;\n  }\n  syncFolder(dirname(path), disk);',
    put: '    throw error;\n  }',
    cost: 'After a power cut prices are changed and the plan is not in its folder.',
    caughtBy: [
      {
        file: RUN_FOLDER,
        name: 'writeWhole has the bytes on disk before the name, and the name before it returns',
      },
      { file: SYNC, name: 'has the plan synced before the first update is sent' },
    ],
  },
  {
    name: 'journal-name-not-synced',
    file: 'src/run/run-folder.ts',
    find: 'attempt(what, () => syncFolder(dirname(path), disk));',
    put: '',
    cost: 'After a power cut there is a plan and no journal, so that undo believes that nothing was sent.',
    caughtBy: [{ file: SYNC, name: 'has the plan synced before the first update is sent' }],
  },
  {
    name: 'plan-written-late',
    file: 'src/run/make-plan.ts',
    find: 'tools.folder.writeWhole(',
    put: '((...args: Parameters<typeof tools.folder.writeWhole>) => void setTimeout(() => tools.folder.writeWhole(...args), 100))(',
    cost: 'A run that is killed early has changed prices of which no plan knows.',
    caughtBy: [{ file: SYNC, name: 'has the plan whole on disk before the first update is sent' }],
  },
  {
    name: 'files-written-in-place',
    file: 'src/run/run-folder.ts',
    find: '.unfinished`;',
    put: '.unfinished`.slice(0, path.length);',
    cost: 'Whoever reads results.csv while it is written takes a half of it for the whole.',
    caughtBy: [{ file: RUN_FOLDER, name: 'writeWhole shows the file under its name only when it is whole' }],
  },
  {
    name: 'full-disk-overlooked',
    file: 'src/run/run-folder.ts',
    find: 'failure = error;\n      throw error;',
    put: 'failure = undefined;',
    cost: 'On a full disk the run goes on sending, and its journal knows nothing of it.',
    caughtBy: [{ file: SEND_PLAN, name: 'stops where an outcome can’t be noted' }],
  },
  {
    name: 'journal-goes-on-after-a-gap',
    file: 'src/run/run-folder.ts',
    find: 'if (failure !== undefined) throw failure;\n    try {',
    put: 'try {',
    cost: 'A journal with a gap says that it is whole, and undo passes over what stood in the gap.',
    caughtBy: [{ file: SEND_PLAN, name: 'never says that all which was sent is in the journal' }],
  },
  {
    name: 'guard-told-after-sending',
    file: 'src/run/send-plan.ts',
    find: '|| planned.plan.violations.length > 0;',
    put: '|| planned.plan.violations.length > 1e9;',
    cost: 'A guard rule that should have kept the run from sending is told once everything was sent.',
    caughtBy: [
      { file: SYNC, name: 'by a guard rule: nothing is sent' },
      { file: 'test/e2e/ends.test.ts', name: 'sends nothing where a guard rule is against the plan' },
    ],
  },
  {
    name: 'dry-run-sends',
    file: 'src/run/send-plan.ts',
    find: 'if (job.settings.dryRun || refused',
    put: 'if (refused',
    cost: 'A dry run tries to change prices.',
    caughtBy: [
      { file: SYNC, name: 'a dry run sends nothing, and leaves a plan and all files but a journal' },
      { file: 'test/e2e/sync.test.ts', name: 'pricesheet sync --dry-run and diff' },
    ],
  },
  {
    name: 'edited-plan-accepted',
    file: 'src/run/plan-file.ts',
    find: '!== rest.length || end.sha256',
    put: '!== rest.length || end.entries < 0 && end.sha256',
    cost: 'A plan in which a figure was changed by hand, or by a bad disk, is sent.',
    caughtBy: [
      { file: PLAN_FILE, name: 'refuses a plan in which any byte was changed' },
      { file: APPLY, name: 'refuses a plan that was edited' },
    ],
  },
  {
    name: 'torn-plan-accepted',
    file: 'src/run/plan-file.ts',
    find: 'const end = parseLine(endSchema, last.json, path);',
    put: "const end = endSchema.safeParse(last.json).data ?? { entries: rest.length, sha256: hash.copy().digest('hex') };",
    cost: 'Of a plan that lost its tail the rest is sent, and undo forgets what stood in the tail.',
    caughtBy: [
      { file: PLAN_FILE, name: 'refuses a plan that was cut off anywhere' },
      { file: APPLY, name: 'refuses a plan that has no end' },
    ],
  },
  {
    name: 'unfinished-plan-applied',
    file: 'src/run/apply.ts',
    find: 'if (whole === false) {',
    put: 'if (whole === undefined) {',
    cost: 'A plan that no guard rule was asked about is sent.',
    caughtBy: [{ file: APPLY, name: 'refuses one that was cut short before its plan was whole' }],
  },
  {
    name: 'apply-forgets-guards',
    file: 'src/run/apply.ts',
    find: 'violations: violations.filter(({ rule }) => !allow.has(rule)),',
    put: 'violations: [],',
    cost: 'What a guard rule kept from being sent is sent by the command that its screen names.',
    caughtBy: [
      { file: APPLY, name: 'sends nothing, and says which rules have to be let pass' },
      { file: 'test/e2e/apply.test.ts', name: 'refuses a plan that a guard rule stopped' },
    ],
  },
  {
    name: 'other-account-accepted',
    file: 'src/run/open-run.ts',
    find: 'if (base_url === account.base_url && key_fingerprint === account.key_fingerprint) return;',
    put: 'if (base_url === account.base_url) return;',
    cost: 'The plan of one seller is sent to the account of another.',
    caughtBy: [
      { file: APPLY, name: 'refuses another key’s run' },
      { file: UNDO, name: 'refuses another key’s run' },
    ],
  },
  {
    name: 'journal-of-another-run',
    file: 'src/run/open-run.ts',
    find: "entry?.status !== 'planned' || entry.listing_id !== listing_id",
    put: 'entry === undefined',
    cost: "An undo gives a listing the values of another run's.",
    caughtBy: [{ file: 'test/run/open-run.test.ts', name: 'refuses a journal of another run' }],
  },
  {
    name: 'undo-by-the-row',
    file: 'src/run/undo.ts',
    find: 'entry.listing_sku ?? entry.sku',
    put: 'entry.sku',
    cost: 'A run with --sku-ignore-case can not be taken back.',
    caughtBy: [{ file: 'test/run/open-run.test.ts', name: 'finds listings by their own SKU' }],
  },
  {
    name: 'undo-forgets-lost-answers',
    file: 'src/run/undo.ts',
    find: "new Set<Status>(['failed', 'skipped'])",
    put: "new Set<Status>(['failed', 'skipped', 'unconfirmed'])",
    cost: 'An update that took effect though its answer was lost is not taken back.',
    caughtBy: [{ file: UNDO, name: 'where nobody knows whether an update took effect' }],
  },
  {
    name: 'undo-forgets-the-unjournalled',
    file: 'src/run/undo.ts',
    find: 'NEVER_APPLIED.has(outcome.status) : journal.ended)',
    put: 'NEVER_APPLIED.has(outcome.status) : true)',
    cost: 'What a run had sent when it was killed is not taken back.',
    caughtBy: [{ file: UNDO, name: 'of a run that was killed before any outcome was noted' }],
  },
  {
    name: 'undo-of-undo-forgotten',
    file: 'src/run/undo.ts',
    find: 'const restorations = toRestorations(plan, journal);',
    put: "const restorations = toRestorations(plan, plan.head.command === 'undo' ? undefined : journal);",
    cost: 'Whoever has taken back the wrong run can’t go back again.',
    caughtBy: [
      { file: UNDO, name: 'undo of an undo leads back to what the first run had made of it' },
      { file: 'test/e2e/commands.test.ts', name: 'and undo of undo the other way' },
    ],
  },
  {
    name: 'no-lock',
    file: 'src/run/with-lock.ts',
    find: 'if (claim.settings.dryRun) return work(undefined);',
    put: 'if (claim.settings.waitLockMs >= 0) return work(undefined);',
    cost: 'Two runs change one account at the same time, each by what it saw before the other.',
    caughtBy: [
      { file: 'test/run/with-lock.test.ts', name: 'is refused where another run holds the account' },
    ],
  },
  {
    name: 'lock-by-number-only',
    file: 'src/run/judge-holder.ts',
    find: 'if (differ(holder.start, found.start))',
    put: 'if (holder.pid < 0)',
    cost: 'The lock of a run that was killed stands until the machine is started anew, as its number is another’s.',
    caughtBy: [
      { file: 'test/run/judge-holder.test.ts', name: 'at once where another process has its number' },
    ],
  },
  {
    name: 'foreign-lock-judged-by-number',
    file: 'src/run/judge-holder.ts',
    find: 'if (!holder || holder.host !== self.host) return',
    put: 'if (!holder) return',
    cost: 'The lock of a run on another machine is taken over while that run goes on.',
    caughtBy: [
      {
        file: 'test/run/judge-holder.test.ts',
        name: 'by the heartbeat where a lock is held on another machine',
      },
    ],
  },
  {
    name: 'stale-lock-stays',
    file: 'src/run/lock-file.ts',
    find: "if (standing.kind === 'live') return { kind: 'held', by: from, certain: standing.certain };",
    put: "if (standing.kind === 'live' || round >= 0) return { kind: 'held', by: from, certain: true };",
    cost: 'After a power cut no nightly run begins any more, until somebody notices.',
    caughtBy: [{ file: 'test/run/lock-file.test.ts', name: 'takes over a stale one' }],
  },
  {
    name: 'exit-code-always-zero',
    file: 'src/run/conclude-run.ts',
    find: 'return attention.length > 0 ? EXIT.attention : EXIT.done;',
    put: 'return EXIT.done;',
    cost: 'The job that runs every night is green while rows fail.',
    caughtBy: [
      { file: 'test/e2e/ends.test.ts', name: 'done, some rows need attention: exit code 3' },
      { file: SYNC, name: 'brings the listings in step with the sheet, and accounts for every row' },
    ],
  },
  {
    name: 'half-plan-sent',
    file: 'src/run/send-plan.ts',
    find: 'const refused = planned.stop !== undefined || ',
    put: 'const refused = ',
    cost: 'After a lookup that broke off the rows found so far are sent, and no guard rule was asked.',
    caughtBy: [{ file: 'test/run/sync.test.ts', name: 'while looking up' }],
  },
  {
    name: 'plan-failure-overlooked',
    file: 'src/run/make-plan.ts',
    find: 'whole: false, stop };',
    put: 'whole: true };',
    cost: 'On a full disk prices are changed of which no plan knows.',
    caughtBy: [{ file: 'test/run/sync.test.ts', name: 'because the plan can’t be written: nothing is sent' }],
  },
  {
    name: 'no-is-yes',
    file: 'src/run/send-plan.ts',
    find: 'if (!agreed) return',
    put: 'if (agreed === undefined) return',
    cost: 'Whoever answers no changes prices all the same.',
    caughtBy: [{ file: 'test/run/sync.test.ts', name: 'sends nothing after a no' }],
  },
  {
    name: 'dry-run-with-a-writer',
    file: 'src/run/run-job.ts',
    find: 'readOnly: settings.dryRun',
    put: 'readOnly: false',
    cost: 'One slip anywhere, and a dry run changes prices: nothing below it refuses.',
    caughtBy: [{ file: 'test/run/sync.test.ts', name: 'a dry run has a client that can only read' }],
  },
  {
    name: 'old-run-overwritten',
    file: 'src/run/run-folder.ts',
    find: 'if (holds.length === 0) return path;',
    put: 'if (holds.length >= 0) return path;',
    cost: 'A run writes over the plan of another one, which can’t be undone any more.',
    caughtBy: [
      {
        file: 'test/run/run-folder.test.ts',
        name: 'is refused where it holds another run, and left as it is',
      },
    ],
  },
  {
    name: 'others-lock-removed',
    file: 'src/run/lock-file.ts',
    find: "if (findLock(path, tools.disk)?.id !== id) return 'gone';",
    put: '',
    cost: 'Of two runs that find a stale lock one removes the lock of the other, and both change prices.',
    caughtBy: [
      { file: 'test/run/lock-file.test.ts', name: 'leaves alone what took the place of a stale lock' },
    ],
  },
  {
    name: 'undo-forgets-conflicts',
    file: 'src/run/undo.ts',
    find: "(['failed', 'skipped'])",
    put: "(['failed', 'skipped', 'conflict'])",
    cost: 'The part of an update that took effect is not taken back.',
    caughtBy: [
      {
        file: 'test/run/undo.test.ts',
        name: 'where a part of an update took effect, computed bounds included, by its undo',
      },
    ],
  },
  {
    name: 'changed-columns-go-on',
    file: 'src/run/sync.ts',
    find: 'if (!dryRun && !confirm) throw',
    put: 'if (dryRun && !confirm) throw',
    cost: 'The nightly run takes another column for the cost, and sends it.',
    caughtBy: [{ file: 'test/run/last-columns.test.ts', name: 'stops a run that nobody watches' }],
  },
  {
    name: 'key-in-plan',
    file: 'src/run/make-plan.ts',
    find: '.map(redact)',
    put: '',
    cost: 'The key stands in a plan that is kept and passed on.',
    caughtBy: [{ file: 'test/run/apply.test.ts', name: 'is given no key by a plan' }],
  },
  {
    name: 'account-without-key',
    file: 'src/run/account.ts',
    find: 'apiKey.reveal()}',
    put: 'apiKey}',
    cost: 'The runs of two sellers lock each other out, and take each other’s plans.',
    caughtBy: [{ file: 'test/run/account.test.ts', name: 'tells another key from it' }],
  },
  {
    name: 'journal-always-ended',
    file: 'src/run/journal.ts',
    find: 'let ended = false;',
    put: 'let ended = true;',
    cost: 'What a run had sent when it was killed is not taken back.',
    caughtBy: [
      {
        file: 'test/run/journal.test.ts',
        name: 'tells a run that was cut off from one that came to its end',
      },
    ],
  },
];
