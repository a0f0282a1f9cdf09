import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { askAbout } from '../domain/did-you-mean.ts';
import { UsageError } from '../domain/errors.ts';
import { nearestNames } from '../domain/nearest-names.ts';
import type { Redact } from '../domain/secret.ts';
import { VERSION } from '../package/version.ts';
import { formatCommand } from '../report/text/format-command.ts';
import { printable } from '../report/text/printable.ts';
import { printableLines } from '../report/text/printable-lines.ts';
import { wrapText } from '../report/text/text-width.ts';
import { SHELLS } from './completion/shells.ts';
import { formatItem } from './help/help-layout.ts';
import { listTopics } from './help/help-topics.ts';
import { APPLY_GUARD_SETTINGS, APPLY_RUN_SETTINGS } from './settings/apply-settings.ts';
import { COMMON_OPTIONS, type CommandSpec, type SettingGroup } from './settings/command-spec.ts';
import { EXPORT_FILTERS, EXPORT_SHAPE } from './settings/export-settings.ts';
import { isFile } from './settings/is-file.ts';
import { noticeSources } from './settings/notice-sources.ts';
import type { Options } from './settings/read-sources.ts';
import { ACCOUNT_SETTINGS, BEHAVIOUR_SETTINGS, FAULT_SETTINGS } from './settings/sandbox-settings.ts';
import type { Setting } from './settings/setting.ts';
import {
  GUARD_SETTINGS,
  MATCH_SETTINGS,
  READING_SETTINGS,
  RUN_SETTINGS,
  SERVICE_SETTINGS,
  SHARD_SETTINGS,
  TELL_SETTINGS,
} from './settings/settings.ts';
import { UNDO_GUARD_SETTINGS, UNDO_RUN_SETTINGS } from './settings/undo-settings.ts';
import type { Stdio } from './terminal/stdio.ts';
import { helpWidthOf } from './terminal/width-of.ts';
import { wrapLines } from './terminal/wrap-lines.ts';

const SHEET = ['sheet', 'the price sheet, a CSV file; - for standard input'] as const;
/** A run folder, in examples. */
const A_RUN = 'runs/2026-11-20T08-20-00Z-costs';
const YES = ['--yes', 'send without asking'] as const;
const NO_HEADER = ['--no-header', 'the sheet has no header line, as --header-row none'] as const;
const DRY_RUN = ['--dry-run', 'stop before sending'] as const;
const FORMAT = ['--format <text|markdown>', 'how the run is told (default: text)'] as const;

const SHEET_RUN: SettingGroup = ['Run', { ...RUN_SETTINGS, ...SHARD_SETTINGS }];
const MERGE_OUT: Setting<unknown> = {
  ...RUN_SETTINGS.out,
  about: 'the folder of the merged run (default: runs/<UTC time>-merged-<sheet name>)',
};
const READING: SettingGroup = ['Reading the sheet', READING_SETTINGS];
const MATCH: SettingGroup = ['Finding the listings', MATCH_SETTINGS];
const GUARDS: SettingGroup = ['Guards', GUARD_SETTINGS];
const TELL: SettingGroup = ['Telling others', TELL_SETTINGS];
const SERVICE: SettingGroup = ['Service', SERVICE_SETTINGS];

const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'sync',
    about: 'bring the listings in step with a price sheet',
    argument: SHEET,
    example: ['costs.csv'],
    settings: [SHEET_RUN, READING, MATCH, GUARDS, TELL, SERVICE],
    switches: [YES, DRY_RUN, FORMAT, NO_HEADER],
    run: async (context, sheet) => (await import('./commands/sync.ts')).runSync('sync', sheet, context),
  },
  {
    name: 'diff',
    about: 'show what sync would change, and send nothing',
    argument: SHEET,
    example: ['costs.csv'],
    settings: [SHEET_RUN, READING, MATCH, GUARDS, TELL, SERVICE],
    switches: [FORMAT, NO_HEADER, ['--exit-code', 'exit with 10 where there are changes']],
    run: async (context, sheet) => (await import('./commands/sync.ts')).runSync('diff', sheet, context),
  },
  {
    name: 'apply',
    about: "send a run's plan: of a diff that was looked at, or of a sync that was cut short",
    argument: ['run', 'the run folder'],
    example: [A_RUN],
    settings: [['Run', APPLY_RUN_SETTINGS], ['Guards', APPLY_GUARD_SETTINGS], TELL, SERVICE],
    switches: [YES, DRY_RUN, FORMAT],
    run: async (context, folder) => (await import('./commands/apply.ts')).runApply(folder, context),
  },
  {
    name: 'undo',
    about: 'give the listings back what they held before a run',
    argument: ['run', 'the run folder'],
    example: [A_RUN],
    settings: [['Run', UNDO_RUN_SETTINGS], ['Guards', UNDO_GUARD_SETTINGS], TELL, SERVICE],
    switches: [YES, DRY_RUN, FORMAT],
    run: async (context, folder) => (await import('./commands/undo.ts')).runUndo(folder, context),
  },
  {
    name: 'merge',
    about: 'join the runs of all shards of a sheet into one run, without the network',
    argument: ['run...', 'the run folders, one of each shard'],
    example: ['runs/costs-1of2', 'runs/costs-2of2'],
    settings: [['Run', { out: MERGE_OUT }]],
    run: async (context, ...runs) => (await import('./commands/merge.ts')).runMerge(runs, context),
  },
  {
    name: 'check',
    about: 'read and validate a price sheet without the network',
    argument: SHEET,
    example: ['costs.csv'],
    settings: [READING, ['Finding the listings', { currency: MATCH_SETTINGS.currency }]],
    switches: [
      NO_HEADER,
      ['--save-mapping', 'keep the columns in pricesheet.json, for every run of this job'],
    ],
    run: async (context, sheet) => (await import('./commands/check.ts')).runCheck(sheet, context),
  },
  {
    name: 'export',
    about: "write the account's listings as a sheet that sync takes back",
    settings: [['Which listings', EXPORT_FILTERS], ['The sheet', EXPORT_SHAPE], SERVICE],
    switches: [['--force', 'write over a file that is there']],
    run: async (context) => (await import('./commands/export.ts')).runExport(context),
  },
  {
    name: 'explain',
    about: "tell one SKU's way through a run: line, cells, match, rules, requests, outcome",
    argument: ['run', 'the run folder'],
    second: ['sku', 'the SKU, as it is written'],
    example: [A_RUN, 'MUG-01'],
    settings: [],
    run: async (context, folder, sku = '') =>
      (await import('./commands/explain.ts')).runExplain(folder, sku, context),
  },
  {
    name: 'doctor',
    about: 'look at settings, key, proxy, certificates, folders, lock and service, and change nothing',
    settings: [SERVICE],
    tellsNotices: true,
    run: async (context) => (await import('./commands/doctor.ts')).runDoctor(context),
  },
  {
    name: 'sandbox',
    about: 'start a local service to try things on',
    settings: [
      ['Account', ACCOUNT_SETTINGS],
      ['Behaviour', BEHAVIOUR_SETTINGS],
      ['Faults', FAULT_SETTINGS],
    ],
    run: async (context) => (await import('./commands/sandbox.ts')).runSandbox(context),
  },
  {
    name: 'strategies',
    about: "list the account's repricing strategies",
    settings: [SERVICE],
    run: async (context) => (await import('./commands/list.ts')).runStrategies(context),
  },
  {
    name: 'channels',
    about: "list the account's channels",
    settings: [SERVICE],
    run: async (context) => (await import('./commands/list.ts')).runChannels(context),
  },
  {
    name: 'completion',
    about: 'print a script that completes commands, flags and their values in a shell',
    argument: ['shell', SHELLS.join(', ')],
    example: ['bash'],
    settings: [],
    tellsNotices: true,
    run: async (context, shell) =>
      (await import('./commands/completion.ts')).runCompletion(shell, COMMANDS, context),
  },
];

/** What to do about a command line that can't be understood. */
export const SEE_HELP = 'Run it with --help to see what there is.';

interface ProgramOptions {
  readonly stdio: Stdio;
  /** Only what it names is made in full: of the other commands nobody sees more than what they are for. */
  readonly argv: readonly string[];
  /** Gets what takes the key out of an error, before the command is run. */
  readonly onMask: (mask: Redact) => void;
  /** Gets the exit code of the command that was run. */
  readonly onExit: (code: number) => void;
}

/** The command line as commander understands it. */
export function buildProgram({ stdio, argv, ...listeners }: ProgramOptions): Command {
  const program = new Command('pricesheet')
    .description('Keeps marketplace listings in step with a price sheet.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command or a topic')
    .showSuggestionAfterError(false)
    .showHelpAfterError(SEE_HELP)
    .addHelpText('after', () => renderHelpEnd(helpWidthOf(stdio.stdout)));
  prepare(program, stdio);
  for (const spec of COMMANDS) {
    const command = argv.includes(spec.name) ? buildCommand(spec, stdio, listeners) : describeCommand(spec);
    program.addCommand(command.copyInheritedSettings(program));
  }
  return program;
}

const ABOUT_KEY =
  'The key of the account comes from PRICESHEET_API_KEY or the file that PRICESHEET_API_KEY_FILE names.';

function renderHelpEnd(width: number): string {
  return `\n${listTopics(width)}\n\n${wrapText(ABOUT_KEY, width).join('\n')}`;
}

function prepare(program: Command, stdio: Stdio): Command {
  const { stdout, stderr } = stdio;
  return program
    .exitOverride()
    .configureHelp({ formatItem })
    .configureOutput({
      getOutHelpWidth: () => helpWidthOf(stdout),
      getErrHelpWidth: () => helpWidthOf(stderr),
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) =>
        write(`${wrapLines(printableLines(toMessage(text.trimEnd(), program, stdio)), stderr)}\n`),
    });
}

/** What commander says is wrong, said as we say it, and what may be meant instead. */
export function toMessage(text: string, program: Command, stdio: Pick<Stdio, 'cwd'>): string {
  const [first = '', ...rest] = hideValue(text)
    .replace(/^error: /, '')
    .replace(
      /^(too many arguments for '.*')\. Expected (\d+) .* but got (\d+)\.$/s,
      '$1: it takes $2, and there are $3',
    );
  return first.toUpperCase() + rest.join('') + suggest(text, program, stdio);
}

const UNKNOWN = /^error: unknown (option|command) '(?:--)?([^'=]*)/;
const MISSING_ARGUMENT = /^error: missing required argument /;

/** What may be meant instead, or an example of what is missing. */
function suggest(text: string, program: Command, { cwd }: Pick<Stdio, 'cwd'>): string {
  if (MISSING_ARGUMENT.test(text)) return exampleOf(program.args[0]);
  const [, what, word = ''] = UNKNOWN.exec(text) ?? [];
  if (what === undefined) return '';
  if (what === 'option') return suggestFlag(word, program);
  // A sheet in the place of the command.
  if (isFile(resolve(cwd, word))) return askAbout([formatCommand(['sync', word])]);
  return askAbout(nearOrLonger(word, [...program.commands.map((command) => command.name()), 'help']));
}

function exampleOf(name: string | undefined): string {
  const spec = COMMANDS.find((each) => each.name === name);
  return spec?.example ? `, as in "${formatCommand([spec.name, ...spec.example])}"` : '';
}

/** Among the flags of the commands that are named: of the others hardly any is known. */
function suggestFlag(word: string, { commands }: Command): string {
  const flags = commands.flatMap(({ options }) => options.flatMap(({ long }) => long?.slice(2) ?? []));
  if (flags.includes(word)) return '; it stands behind the command';
  return askAbout(nearOrLonger(word, flags).map((flag) => `--${flag}`));
}

const MIN_BEGINNING = 3;
/** More than that are a list, and no help. */
const MAX_LONGER = 8;

/** What a word is the beginning of, since other programs take a flag by that, else what it is misspelt for. */
function nearOrLonger(word: string, known: readonly string[]): readonly string[] {
  const longer = word.length < MIN_BEGINNING ? [] : known.filter((name) => name.startsWith(word));
  if (longer.length === 0) return nearestNames(word, known);
  const names = [...new Set(longer)].sort();
  return names.length > MAX_LONGER ? [] : names;
}

/** An unknown flag is named without its value: somebody may have tried to give the key by a flag. */
function hideValue(text: string): string {
  return text.replace(/'(--[\w-]*|-\w).*'/s, "'$1'");
}

/** A command as the list of commands shows it. */
function describeCommand(spec: CommandSpec): Command {
  return addArguments(new Command(spec.name).description(spec.about).option(...COMMON_OPTIONS[0]), spec);
}

function addArguments(command: Command, { argument, second }: CommandSpec): Command {
  for (const each of [argument, second]) if (each) command.argument(`<${each[0]}>`, each[1]);
  return command;
}

function buildCommand(
  spec: CommandSpec,
  stdio: Stdio,
  { onMask, onExit }: Pick<ProgramOptions, 'onMask' | 'onExit'>,
): Command {
  const command = new Command(spec.name).description(spec.about).allowExcessArguments(false);
  addArguments(command, spec);
  for (const [flags, about] of spec.switches ?? []) command.option(flags, about);
  for (const [title, table] of spec.settings) {
    for (const setting of Object.values(table)) command.addOption(toOption(setting).helpGroup(`${title}:`));
  }
  for (const [flags, about] of COMMON_OPTIONS)
    command.addOption(new Option(flags, about).helpGroup('Every command:'));
  command.helpOption('-h, --help', 'show this help');
  return command.action(async (...args: readonly unknown[]) => {
    const options = toOptions(command.opts<Options>());
    const named = [spec.argument, spec.second].filter((each) => each !== undefined);
    const [argument = '', ...more] = args.slice(0, named.length).flat().map(String);
    const sheet = spec.argument === SHEET ? argument : undefined;
    const { createContext } = await import('./settings/context.ts');
    const context = createContext(options, stdio, sheet);
    onMask(context.mask);
    if (!context.quiet && !spec.tellsNotices)
      for (const notice of noticeSources(context.sources))
        context.tell(`${wrapLines(printable(notice), stdio.stderr)}\n`);
    onExit(await spec.run(context, argument, ...more));
  });
}

/** Flags of two names become one option. */
function toOptions({ header, dotenv, ...given }: Options): Options {
  const { envFile = dotenv } = given;
  if (dotenv !== undefined && dotenv !== envFile)
    throw new UsageError(['--dotenv and --env-file name two files; pass one of them']);
  return {
    ...(header === false ? { headerRow: 'none' } : {}),
    ...given,
    ...(envFile === undefined ? {} : { envFile }),
  };
}

function toOption({ flag, argument, about, env, fallback, fallbackText }: Setting<unknown>): Option {
  const flags = argument === undefined ? `--${flag}` : `--${flag} <${argument}>`;
  const shown = fallbackText ?? (fallback === undefined ? undefined : String(fallback));
  const notes = [
    shown === undefined ? '' : `default: ${shown}`,
    env === undefined ? '' : `env: ${env}`,
  ].filter((note) => note !== '');
  return new Option(flags, notes.length === 0 ? about : `${about} (${notes.join(', ')})`);
}
