import * as own from '../../settings/command-settings.ts';
import * as shared from '../../settings/settings.ts';
import { SHELLS } from '../completion/completion-scripts.ts';
import type { CommandSpec, SettingGroup } from '../context/command-spec.ts';

/** The argument of the commands that read a sheet. */
export const SHEET = [
  'sheet',
  'the price sheet, a CSV file; - for standard input, or a pattern with --newest',
] as const;
/** A run folder, in examples. */
const A_RUN = 'runs/2026-11-20T08-20-00Z-costs';
/** The argument of the commands that work from a run. */
const RUN = ['run', 'the run folder, or latest'] as const;
const YES = ['--yes', 'send without asking'] as const;
const DRY_RUN = ['--dry-run', 'stop before sending'] as const;
const FORMAT = ['--format <text|markdown>', 'format of the report on the screen (default: text)'] as const;

const SHEET_RUN: SettingGroup = ['Run', shared.RUN_SETTINGS];
const FILE: SettingGroup = ["The sheet's file", shared.FILE_SETTINGS];
const READING: SettingGroup = ['Reading the sheet', shared.READING_SETTINGS];
const CHECK_FILE: SettingGroup = [
  "The sheet's file",
  { newest: shared.FILE_SETTINGS.newest, maxAge: shared.FILE_SETTINGS.maxAge },
];
const MATCH: SettingGroup = ['Finding the listings', shared.MATCH_SETTINGS];
const GUARDS: SettingGroup = ['Guards', shared.GUARD_SETTINGS];
const NOTIFY: SettingGroup = ['Notifications', shared.NOTIFY_SETTINGS];
const SERVICE: SettingGroup = ['Service', shared.SERVICE_SETTINGS];

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    about:
      'set up this folder for a price sheet: ask, write .env and pricesheet.json, check them, show how to schedule it',
    argument: SHEET,
    isOptional: true,
    examples: [
      ['answer three questions: address, key, price sheet'],
      ['without a terminal', 'costs.csv --base-url https://shop.example/v1 --key-file key.txt'],
      ['for a new file every night', 'drop/costs-*.csv --newest'],
    ],
    settings: [
      ['Answers', own.INIT_SETTINGS],
      CHECK_FILE,
      READING,
      ['Finding the listings', { currency: shared.MATCH_SETTINGS.currency }],
    ],
    reportsNotices: true,
    makesFiles: () => true,
    run: async (context, sheet) => (await import('./init.ts')).runInit(sheet, context),
  },
  {
    name: 'sync',
    about: 'bring the listings in step with a price sheet',
    argument: SHEET,
    examples: [
      ['show the plan, ask, and send it', 'costs.csv'],
      ['every night: say nothing if all went well', 'costs.csv --quiet --max-updates 20%'],
      ['the newest file of a folder', 'drop/costs-*.csv --newest --max-age 30h'],
    ],
    settings: [SHEET_RUN, FILE, READING, MATCH, GUARDS, NOTIFY, SERVICE],
    switches: [YES, DRY_RUN, FORMAT],
    run: async (context, sheet) => (await import('./sync.ts')).runSync('sync', sheet, context),
  },
  {
    name: 'diff',
    about: 'show what sync would change, and send nothing',
    argument: SHEET,
    examples: [
      ['see what would change', 'costs.csv'],
      ['in a script: exit code 10 if there are changes', 'costs.csv --quiet --exit-code'],
      ['see which moves would be held for a person', 'costs.csv --hold-over 10%'],
    ],
    settings: [SHEET_RUN, FILE, READING, MATCH, GUARDS, SERVICE],
    switches: [FORMAT, ['--exit-code', 'exit with 10 if there are changes']],
    run: async (context, sheet) => (await import('./sync.ts')).runSync('diff', sheet, context),
  },
  {
    name: 'apply',
    about: "send a run's plan: of a reviewed diff, or of a sync that was cut short",
    argument: RUN,
    examples: [
      ['send the plan that you have reviewed', A_RUN],
      ['send only what its review file approves', 'latest --only review.csv'],
      ['see what is left of a run that was cut short', 'latest --dry-run'],
    ],
    settings: [
      ['Run', { ...own.APPLY_RUN_SETTINGS, ...own.LATEST_JOB }],
      ['Approving some of it', own.APPROVAL_SETTINGS],
      ['Guards', own.APPLY_GUARD_SETTINGS],
      NOTIFY,
      SERVICE,
    ],
    switches: [YES, DRY_RUN, FORMAT],
    run: async (context, folder) => (await import('./apply.ts')).runApply(folder, context),
  },
  {
    name: 'undo',
    about: 'restore what the listings held before a run',
    argument: ['run', 'the run folder, or latest; none with --since'],
    isOptional: true,
    examples: [
      ['take a run back', A_RUN],
      ['see what that would change', 'latest --dry-run'],
      ['restore the costs of 24 hours ago', '--since 24h --field cost'],
    ],
    settings: [
      ['Run', { ...own.UNDO_RUN_SETTINGS, ...own.LATEST_JOB }],
      ['Several runs', own.UNDO_SINCE_SETTINGS],
      ['Guards', own.UNDO_GUARD_SETTINGS],
      NOTIFY,
      SERVICE,
    ],
    switches: [YES, DRY_RUN, FORMAT],
    run: async (context, folder) => (await import('./undo.ts')).runUndo(folder, context),
  },
  {
    name: 'check',
    about: 'read and validate a price sheet without the network',
    argument: SHEET,
    examples: [
      ['see how a sheet is read', 'costs.csv'],
      ['say which column is which', 'costs.csv --map sku=Material,cost=E'],
      ['keep that for every run of this sheet', 'costs.csv --save-mapping'],
    ],
    settings: [
      CHECK_FILE,
      READING,
      ['Finding the listings', { currency: shared.MATCH_SETTINGS.currency }],
      ['Guards', shared.FEE_SETTINGS],
    ],
    switches: [
      ['--save-mapping', 'save which column is which to pricesheet.json, for every run of this job'],
    ],
    run: async (context, sheet) => (await import('./check.ts')).runCheck(sheet, context),
  },
  {
    name: 'export',
    about: "write the account's listings as a sheet that sync can read",
    examples: [
      ['all listings, as a sheet to begin with', '--out account.csv'],
      ['costs of the active listings on Amazon', '--platform amazon --status active --fields cost'],
    ],
    settings: [['Which listings', own.EXPORT_FILTERS], ['The sheet', own.EXPORT_SHAPE], SERVICE],
    switches: [['--force', 'overwrite an existing file']],
    run: async (context) => (await import('./export.ts')).runExport(context),
  },
  {
    name: 'explain',
    about: 'show what happened to one SKU in a run: line, cells, match, rules, requests, outcome',
    argument: RUN,
    second: ['sku', 'the SKU, exactly as written'],
    examples: [
      ['one SKU in one run', `${A_RUN} MUG-01`],
      ['in the last run of one job', 'latest MUG-01 --job costs'],
    ],
    settings: [['Run', own.LATEST_SETTINGS]],
    run: async (context, folder, sku = '') => (await import('./explain.ts')).runExplain(folder, sku, context),
  },
  {
    name: 'history',
    about: 'show what happened over the nights: runs, changes, and what is wrong again and again',
    argument: ['what...', own.describeActions()],
    isOptional: true,
    actions: own.HISTORY_ACTIONS,
    examples: [
      ['when each field of a SKU changed, and by whom', 'sku MUG-01'],
      ['the runs of the last week that failed', 'list --since 7d --failed'],
      ['delete run folders that are older than three months', 'prune --keep-within 90d'],
    ],
    settings: [
      ['History', own.HISTORY_SETTINGS],
      ['Pruning', own.KEEP_SETTINGS],
    ],
    switches: [
      ['--all', 'list, prune: each account in the folders or patterns that follow; list has the worst first'],
      ['--dry-run', 'prune: only show what would be deleted'],
    ],
    run: async (context, ...words) =>
      (await import('./history.ts')).runHistory(
        words.filter((word) => word !== ''),
        context,
      ),
  },
  {
    name: 'doctor',
    about: 'check settings, key, proxy, certificates, folders, lock and service, and change nothing',
    examples: [
      ['check everything that a run needs'],
      ['show the default settings too', '--verbose'],
      ['with the settings of another account', '--dotenv other.env'],
    ],
    settings: [SERVICE],
    reportsNotices: true,
    run: async (context) => (await import('./doctor.ts')).runDoctor(context),
  },
  {
    name: 'sandbox',
    about: 'start a local service to try pricesheet out',
    examples: [
      [
        'an account of 500 listings, a sheet for it, and a .env for both',
        '--listings 500 --sheet sample.csv --write-env',
      ],
      ['busy: 429 above 5 requests a second', '--rate-limit 5'],
      ['slow and unreliable, always on the same port', '--latency 20-200 --error-rate 10 --port 4010'],
    ],
    settings: [
      ['Account', own.ACCOUNT_SETTINGS],
      ['Behaviour', own.BEHAVIOUR_SETTINGS],
      ['Faults', own.FAULT_SETTINGS],
    ],
    switches: [
      [
        '--write-env',
        'write .env for this service, if there is none or only one that this flag has written; then the port stays the same from start to start',
      ],
    ],
    makesFiles: ({ writeEnv }) => writeEnv === true,
    run: async (context) => (await import('./sandbox.ts')).runSandbox(context),
  },
  {
    name: 'list',
    about: "list the account's strategies or channels, to fill in a sheet",
    argument: ['strategies|channels', 'what to list'],
    actions: [
      { name: 'strategies', words: [], about: "the account's repricing strategies" },
      { name: 'channels', words: [], about: "the account's channels" },
    ],
    examples: [
      ['ids and names for the column "strategy"', 'strategies'],
      ['for a script', 'channels --json'],
    ],
    settings: [SERVICE],
    run: async (context, what) => (await import('./list.ts')).runList(what, context),
  },
  {
    name: 'completion',
    about: 'print a script that lets a shell complete commands, flags and their values',
    argument: ['shell', SHELLS.join(', ')],
    examples: [
      ['load it with: source <(pricesheet completion bash)', 'bash'],
      ['save it as ~/.config/fish/completions/pricesheet.fish', 'fish'],
    ],
    settings: [],
    reportsNotices: true,
    run: async (context, shell) => (await import('./completion.ts')).runCompletion(shell, context),
  },
];
