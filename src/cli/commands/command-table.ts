import {
  APPLY_GUARD_SETTINGS,
  APPLY_RAMP_SETTINGS,
  APPLY_RUN_SETTINGS,
  APPROVAL_SETTINGS,
} from '../../settings/apply-settings.ts';
import { EXPORT_FILTERS, EXPORT_SHAPE } from '../../settings/export-settings.ts';
import { describeActions, HISTORY_ACTIONS } from '../../settings/history-actions.ts';
import { HISTORY_SETTINGS } from '../../settings/history-settings.ts';
import { KEEP_SETTINGS } from '../../settings/keep-settings.ts';
import { LATEST_JOB, LATEST_SETTINGS } from '../../settings/latest-settings.ts';
import { REHEARSE_SETTINGS } from '../../settings/rehearse-settings.ts';
import { ACCOUNT_SETTINGS, BEHAVIOUR_SETTINGS, FAULT_SETTINGS } from '../../settings/sandbox-settings.ts';
import type { Setting } from '../../settings/setting.ts';
import {
  FEE_SETTINGS,
  FILE_SETTINGS,
  GUARD_SETTINGS,
  MATCH_SETTINGS,
  NOTIFY_SETTINGS,
  RAMP_SETTINGS,
  READING_SETTINGS,
  RUN_SETTINGS,
  SERVICE_SETTINGS,
  SHARD_SETTINGS,
} from '../../settings/settings.ts';
import { UNDO_GUARD_SETTINGS, UNDO_RUN_SETTINGS, UNDO_SINCE_SETTINGS } from '../../settings/undo-settings.ts';
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
const NO_HEADER = ['--no-header', 'the sheet has no header line; same as --header-row none'] as const;
const DRY_RUN = ['--dry-run', 'stop before sending'] as const;
const FORMAT = ['--format <text|markdown>', 'format of the report on the screen (default: text)'] as const;

const SHEET_RUN: SettingGroup = ['Run', { ...RUN_SETTINGS, ...SHARD_SETTINGS }];
const MERGE_OUT: Setting<unknown> = {
  ...RUN_SETTINGS.out,
  about: 'the folder of the merged run (default: runs/<UTC time>-merged-<sheet name>)',
};
const FILE: SettingGroup = ["The sheet's file", FILE_SETTINGS];
const READING: SettingGroup = ['Reading the sheet', READING_SETTINGS];
const CHECK_FILE: SettingGroup = [
  "The sheet's file",
  { newest: FILE_SETTINGS.newest, maxAge: FILE_SETTINGS.maxAge },
];
const MATCH: SettingGroup = ['Finding the listings', MATCH_SETTINGS];
const GUARDS: SettingGroup = ['Guards', GUARD_SETTINGS];
const RAMP: SettingGroup = ['Sending in steps', RAMP_SETTINGS];
const NOTIFY: SettingGroup = ['Notifications', NOTIFY_SETTINGS];
const SERVICE: SettingGroup = ['Service', SERVICE_SETTINGS];

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'sync',
    about: 'bring the listings in step with a price sheet',
    argument: SHEET,
    example: ['costs.csv'],
    settings: [SHEET_RUN, RAMP, FILE, READING, MATCH, GUARDS, NOTIFY, SERVICE],
    switches: [YES, DRY_RUN, FORMAT, NO_HEADER],
    run: async (context, sheet) => (await import('./sync.ts')).runSync('sync', sheet, context),
  },
  {
    name: 'diff',
    about: 'show what sync would change, and send nothing',
    argument: SHEET,
    example: ['costs.csv'],
    settings: [SHEET_RUN, RAMP, FILE, READING, MATCH, GUARDS, NOTIFY, SERVICE],
    switches: [FORMAT, NO_HEADER, ['--exit-code', 'exit with 10 if there are changes']],
    run: async (context, sheet) => (await import('./sync.ts')).runSync('diff', sheet, context),
  },
  {
    name: 'apply',
    about: "send a run's plan: of a reviewed diff, or of a sync that was cut short",
    argument: RUN,
    example: [A_RUN],
    settings: [
      ['Run', { ...APPLY_RUN_SETTINGS, ...LATEST_JOB }],
      ['Sending in steps', APPLY_RAMP_SETTINGS],
      ['Approving some of it', APPROVAL_SETTINGS],
      ['Guards', APPLY_GUARD_SETTINGS],
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
    example: [A_RUN],
    settings: [
      ['Run', { ...UNDO_RUN_SETTINGS, ...LATEST_JOB }],
      ['Several runs', UNDO_SINCE_SETTINGS],
      ['Guards', UNDO_GUARD_SETTINGS],
      NOTIFY,
      SERVICE,
    ],
    switches: [YES, DRY_RUN, FORMAT],
    run: async (context, folder) => (await import('./undo.ts')).runUndo(folder, context),
  },
  {
    name: 'merge',
    about: 'merge the runs of all shards of a sheet into one run, without the network',
    argument: ['run...', 'the run folders, one per shard'],
    example: ['runs/costs-1of2', 'runs/costs-2of2'],
    settings: [['Run', { out: MERGE_OUT }]],
    run: async (context, ...runs) => (await import('./merge.ts')).runMerge(runs, context),
  },
  {
    name: 'check',
    about: 'read and validate a price sheet without the network',
    argument: SHEET,
    example: ['costs.csv'],
    settings: [
      CHECK_FILE,
      READING,
      ['Finding the listings', { currency: MATCH_SETTINGS.currency }],
      ['Guards', FEE_SETTINGS],
    ],
    switches: [
      NO_HEADER,
      ['--save-mapping', 'save which column is which to pricesheet.json, for every run of this job'],
    ],
    run: async (context, sheet) => (await import('./check.ts')).runCheck(sheet, context),
  },
  {
    name: 'export',
    about: "write the account's listings as a sheet that sync can read",
    settings: [['Which listings', EXPORT_FILTERS], ['The sheet', EXPORT_SHAPE], SERVICE],
    switches: [['--force', 'overwrite an existing file']],
    run: async (context) => (await import('./export.ts')).runExport(context),
  },
  {
    name: 'explain',
    about: 'show what happened to one SKU in a run: line, cells, match, rules, requests, outcome',
    argument: RUN,
    second: ['sku', 'the SKU, exactly as written'],
    example: [A_RUN, 'MUG-01'],
    settings: [['Run', LATEST_SETTINGS]],
    run: async (context, folder, sku = '') => (await import('./explain.ts')).runExplain(folder, sku, context),
  },
  {
    name: 'history',
    about: 'show what happened over the nights: runs, changes, and what is wrong again and again',
    argument: ['what...', describeActions()],
    isOptional: true,
    actions: HISTORY_ACTIONS,
    example: ['sku', 'MUG-01'],
    settings: [
      ['History', HISTORY_SETTINGS],
      ['Rehearsing', REHEARSE_SETTINGS],
      ['Pruning', KEEP_SETTINGS],
    ],
    switches: [
      ['--all', 'list: a line for each account in the folders or patterns that follow, the worst first'],
      ['--replace-damaged', 'rebuild: set damaged files aside, and add their runs again'],
      ['--dry-run', 'prune: only show what would be deleted'],
      ['--yes', 'prune: delete without asking'],
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
    settings: [SERVICE],
    reportsNotices: true,
    run: async (context) => (await import('./doctor.ts')).runDoctor(context),
  },
  {
    name: 'sandbox',
    about: 'start a local service to try pricesheet out',
    settings: [
      ['Account', ACCOUNT_SETTINGS],
      ['Behaviour', BEHAVIOUR_SETTINGS],
      ['Faults', FAULT_SETTINGS],
    ],
    run: async (context) => (await import('./sandbox.ts')).runSandbox(context),
  },
  {
    name: 'strategies',
    about: "list the account's repricing strategies",
    settings: [SERVICE],
    run: async (context) => (await import('./list.ts')).runStrategies(context),
  },
  {
    name: 'channels',
    about: "list the account's channels",
    settings: [SERVICE],
    run: async (context) => (await import('./list.ts')).runChannels(context),
  },
  {
    name: 'completion',
    about: 'print a script that lets a shell complete commands, flags and their values',
    argument: ['shell', SHELLS.join(', ')],
    example: ['bash'],
    settings: [],
    reportsNotices: true,
    run: async (context, shell) => (await import('./completion.ts')).runCompletion(shell, context),
  },
];
