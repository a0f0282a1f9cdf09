import { COMPLETION_SHELLS } from '../../domain/quote-word.ts';
import * as own from '../../settings/command-settings.ts';
import * as shared from '../../settings/settings.ts';
import { type CommandSpec, defineSwitch, FORMAT } from '../context/command-spec.ts';

/** The argument of the commands that read a sheet. */
export const SHEET = [
  'SHEET',
  'the price sheet, a CSV file; - for standard input, or a pattern with --newest',
] as const;
/** A run folder, in examples. */
const A_RUN = 'runs/2026-11-20T08-20-00Z-costs';
/** The argument of the commands that work from a run. */
const RUN = ['RUN', 'the run folder, or latest'] as const;
/** What a person says on the command line of one run, and not once for all. */
const SENDING = {
  yes: defineSwitch('--yes', 'send without asking'),
  dryRun: defineSwitch('--dry-run', 'stop before sending'),
  format: FORMAT,
} as const;

const READING = { 'Reading the sheet': shared.READING_SETTINGS };
const NOTIFY = { Notifications: shared.NOTIFY_SETTINGS };
const SERVICE = { Service: shared.SERVICE_SETTINGS };
const { newest, maxAge } = shared.FILE_SETTINGS;
/** Of the commands that read a sheet and nothing of the account. */
const READ_ALONE = {
  "The sheet's file": { newest, maxAge },
  ...READING,
  'Finding the listings': { currency: shared.MATCH_SETTINGS.currency },
};
/** Of the commands that plan from a sheet. */
const PLAN = {
  Run: shared.RUN_SETTINGS,
  "The sheet's file": shared.FILE_SETTINGS,
  ...READING,
  'Finding the listings': shared.MATCH_SETTINGS,
  Guards: shared.GUARD_SETTINGS,
};
/** The everyday flags of the commands that plan from a sheet. */
const PLANNING = [
  ...['newest', 'map', 'currency', 'match', 'missing'],
  ...['maxChange', 'maxUpdates', 'holdOver', 'allow', 'out'],
];

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    about: 'set up this folder for a price sheet, and show how to schedule it',
    args: [SHEET],
    example: ['answer two questions: address and key', 'costs.csv'],
    settings: { Answers: own.INIT_SETTINGS, ...READ_ALONE },
    everyday: ['baseUrl', 'newest', 'map', 'leaveOut', 'decimal', 'currency', 'config', 'envFile'],
    reportsNotices: true,
    makesFiles: () => true,
    run: async (context, sheet) => (await import('./init.ts')).runInit(sheet, context),
  },
  {
    name: 'sync',
    about: 'bring the listings in step with a price sheet',
    args: [SHEET],
    example: ['show the plan, ask, and send it', 'costs.csv'],
    settings: { Sending: SENDING, ...PLAN, ...NOTIFY, ...SERVICE },
    everyday: ['yes', 'dryRun', ...PLANNING],
    run: async (context, sheet) => (await import('./runs.ts')).runSync('sync', sheet, context),
  },
  {
    name: 'diff',
    about: 'show what sync would change, and send nothing',
    args: [SHEET],
    example: ['see what would change', 'costs.csv'],
    settings: {
      Screen: { format: FORMAT, exitCode: defineSwitch('--exit-code', 'exit with 10 if there are changes') },
      ...PLAN,
      ...SERVICE,
    },
    everyday: [...PLANNING, 'exitCode'],
    run: async (context, sheet) => (await import('./runs.ts')).runSync('diff', sheet, context),
  },
  {
    name: 'apply',
    about: 'send the plan of a reviewed diff, or of a sync that was cut short',
    args: [RUN],
    example: ['send the plan that you have reviewed', A_RUN],
    settings: { Apply: { ...SENDING, ...own.LATEST_JOB, ...own.APPLY_SETTINGS } },
    everyday: ['yes', 'dryRun', 'only', 'allow', 'job', 'out'],
    run: async (context, folder) => (await import('./runs.ts')).runApply(folder, context),
  },
  {
    name: 'undo',
    about: 'restore what the listings held before a run',
    args: [['RUN', 'the run folder, or latest; none with --since']],
    isOptional: true,
    example: ['take a run back', A_RUN],
    settings: { Undo: { ...SENDING, ...own.LATEST_JOB, ...own.UNDO_SETTINGS } },
    everyday: ['yes', 'dryRun', 'since', 'sku', 'field', 'allow', 'job', 'out'],
    run: async (context, folder) => (await import('./runs.ts')).runUndo(folder, context),
  },
  {
    name: 'check',
    about: 'read and validate a price sheet without the network',
    args: [SHEET],
    example: ['see how a sheet is read', 'costs.csv'],
    settings: {
      'Settling the columns': {
        saveMapping: defineSwitch(
          '--save-mapping',
          'save which column is which to pricesheet.json, for every run of this job',
        ),
      },
      ...READ_ALONE,
    },
    everyday: [
      ...['saveMapping', 'map', 'leaveOut', 'notes', 'where', 'decimal', 'delimiter'],
      ...['encoding', 'headerRow', 'currency', 'newest', 'job'],
    ],
    run: async (context, sheet) => (await import('./check.ts')).runCheck(sheet, context),
  },
  {
    name: 'export',
    about: "write the account's listings as a sheet that sync can read",
    example: ['all listings, as a sheet to begin with', '--out account.csv'],
    settings: {
      Export: { ...own.EXPORT_SETTINGS, force: defineSwitch('--force', 'overwrite an existing file') },
    },
    everyday: ['out', 'force', 'fields', 'platform', 'channel', 'status', 'sku', 'delimiter', 'decimal'],
    reportsNotices: true,
    run: async (context) => (await import('./export.ts')).runExport(context),
  },
  {
    name: 'explain',
    about: 'show what happened to one SKU in a run, and why',
    args: [RUN, ['SKU', 'the SKU, exactly as written']],
    example: ['one SKU in one run', `${A_RUN} MUG-01`],
    settings: { Run: own.LATEST_SETTINGS },
    run: async (context, folder, sku = '') => (await import('./explain.ts')).runExplain(folder, sku, context),
  },
  {
    name: 'history',
    about: 'show the nights: runs, changes, and recurring problems',
    args: [['WHAT...', own.describeActions()]],
    isOptional: true,
    actions: own.HISTORY_ACTIONS,
    example: ['when each field of a SKU changed, and by whom', 'sku MUG-01'],
    settings: {
      History: {
        ...own.HISTORY_SETTINGS,
        all: defineSwitch(
          '--all',
          'list, prune: each account in the folders or patterns that follow; list has the worst first',
        ),
      },
      Pruning: {
        ...own.KEEP_SETTINGS,
        dryRun: defineSwitch('--dry-run', 'prune: only show what would be deleted'),
      },
    },
    run: async (context, ...words) =>
      (await import('./history.ts')).runHistory(
        words.filter((word) => word !== ''),
        context,
      ),
  },
  {
    name: 'doctor',
    about: 'check all that a run needs, from the key to the service',
    example: ['check everything that a run needs'],
    settings: SERVICE,
    everyday: ['baseUrl', 'verbose', 'config', 'envFile'],
    reportsNotices: true,
    run: async (context) => (await import('./doctor.ts')).runDoctor(context),
  },
  {
    name: 'sandbox',
    about: 'start a local service to try pricesheet out',
    example: [
      'an account of 500 listings, a sheet for it, and a .env for both',
      '--listings 500 --sheet sample.csv --write-env',
    ],
    settings: {
      Sandbox: {
        ...own.SANDBOX_SETTINGS,
        writeEnv: defineSwitch('--write-env', 'write .env for this service, if there is none'),
      },
    },
    makesFiles: ({ writeEnv }) => writeEnv === true,
    reportsNotices: true,
    run: async (context) => (await import('./sandbox.ts')).runSandbox(context),
  },
  {
    name: 'list',
    about: "list the account's strategies or channels, to fill in a sheet",
    args: [['strategies|channels', 'what to list']],
    example: ['ids and names for the column "strategy"', 'strategies'],
    settings: SERVICE,
    run: async (context, what) => (await import('./list.ts')).runList(what, context),
  },
  {
    name: 'completion',
    about: 'print a script that lets a shell complete flags and values',
    args: [[COMPLETION_SHELLS.join('|'), 'the shell']],
    example: ['load it with: source <(pricesheet completion bash)', 'bash'],
    settings: {},
    reportsNotices: true,
    run: async (context, shell) =>
      (await import('../completion/render-completion.ts')).runCompletion(shell, context, COMMANDS),
  },
];
