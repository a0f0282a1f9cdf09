import { wrapText } from '../../report/text/render-table.ts';
import { negativeOf, type Setting, type SettingTable, variableOf } from '../../settings/setting.ts';
import {
  type CommandSpec,
  everydayOf,
  formatExample,
  groupsOf,
  type SettingGroups,
} from '../context/command-spec.ts';

const INDENT = '  ';
const BELOW = ' '.repeat(6);
/** With less room than that beside its name, what a flag means is easier to read below it. */
const LEAST_BESIDE = 40;
/** Short names leave enough room beside them at any width. */
const NARROW_COLUMN = 16;

interface HelpOptions {
  readonly commands: readonly CommandSpec[];
  /** Units: columns. */
  readonly width: number;
  /** With every flag and setting, instead of those for every day. */
  readonly isAll: boolean;
}

/** The help of a command, or of the program. */
export function renderHelp(spec: CommandSpec | undefined, { commands, width, isAll }: HelpOptions): string {
  const blocks = spec ? helpOfCommand(spec, width, isAll) : helpOfProgram(commands, width, isAll);
  return `${blocks.join('\n\n')}\n`;
}

function helpOfCommand(spec: CommandSpec, width: number, isAll: boolean): readonly string[] {
  const { name, about, args = [], isOptional } = spec;
  const words = args.map(([arg]) => (isOptional ? `[${arg}]` : arg));
  return [
    wrap(`Usage: ${['pricesheet', name, ...words].join(' ')} [flags]`, width),
    wrap(about.charAt(0).toUpperCase() + about.slice(1), width),
    ...(args.length === 0 ? [] : [layOut(args, width)]),
    `Example:\n${renderExample(spec, width)}`,
    ...(isAll
      ? [...renderGroups(groupsOf(spec), width), wrap(PLACES, width)]
      : [`Flags:\n${layOut(everydayOf(spec).map(toShortItem), width)}`]),
  ];
}

const ABOUT_KEY =
  'The key of the account comes from PRICESHEET_API_KEY or the file that PRICESHEET_API_KEY_FILE names.';

const PAGES =
  'README.md and docs/ beside the program have the columns of a sheet, the guards, the exit codes, and schedules.';

/** What somebody does first, in this order. */
const FIRST_STEPS = ['init', 'diff', 'sync'];

function helpOfProgram(commands: readonly CommandSpec[], width: number, isAll: boolean): readonly string[] {
  const steps = FIRST_STEPS.flatMap((step) => commands.filter(({ name }) => name === step));
  const list = [...commands, HELP].map(({ name, about }) => [name, about] as const);
  return [
    wrap('Usage: pricesheet COMMAND [flags]', width),
    wrap('Keeps marketplace listings in step with a price sheet.', width),
    `Commands:\n${layOut(list, width)}`,
    ...(isAll
      ? [...renderGroups(gatherGroups(commands), width), wrap(PLACES, width)]
      : [`Examples:\n${steps.map((step) => renderExample(step, width)).join('\n')}`]),
    wrap(FLAGS, width),
    wrap(ABOUT_KEY, width),
    wrap(PAGES, width),
  ];
}

const FLAGS = 'Flags: --help-all (every flag and setting), --version';

const HELP = { name: 'help', about: 'show the help of a command' } as const;

/** Every setting of every command once, under the title that it has first. */
function gatherGroups(commands: readonly CommandSpec[]): SettingGroups {
  const seen = new Set<string>();
  const groups: Record<string, SettingTable> = {};
  for (const [title, table] of commands.flatMap((spec) => Object.entries(groupsOf(spec))))
    for (const [name, setting] of Object.entries(table)) {
      if (seen.has(setting.key)) continue;
      seen.add(setting.key);
      groups[title] = { ...groups[title], [name]: setting };
    }
  return groups;
}

const PLACES =
  'Without dashes: a setting without a flag. "env" is the environment variable of a setting; in pricesheet.json each has the name of its flag without the dashes.';

function renderGroups(groups: SettingGroups, width: number): readonly string[] {
  return Object.entries(groups).map(
    ([title, table]) =>
      `${wrap(`${title}:`, width)}\n${layOut(Object.values(table).flatMap(toItems), width)}`,
  );
}

type Item = readonly [name: string, meaning: string];

/** A switch that can be turned off by a flag too is two items. */
function toItems(setting: Setting<unknown>): readonly Item[] {
  const { flag, negative } = setting;
  const variable = variableOf(setting);
  const notes = [...noteDefault(setting), ...(variable === undefined ? [] : [`env: ${variable}`])];
  const item = [
    writeFlag(setting),
    setting.about + (notes.length === 0 ? '' : ` (${notes.join(', ')})`),
  ] as const;
  return negative === undefined || flag === undefined ? [item] : [item, [negativeOf(flag), negative]];
}

/** The first clause of what it means, and its default. */
function toShortItem(setting: Setting<unknown>): Item {
  const [clause = ''] = setting.about.split(/; | \(default/);
  const notes = noteDefault(setting);
  return [writeFlag(setting), clause + (notes.length === 0 ? '' : ` (${notes.join(', ')})`)];
}

function noteDefault({ fallback, fallbackText }: Setting<unknown>): readonly string[] {
  const shown = fallbackText ?? (fallback === undefined || fallback === false ? undefined : String(fallback));
  return shown === undefined ? [] : [`default: ${shown}`];
}

function writeFlag({ key, flag = key, argument }: Setting<unknown>): string {
  return argument === undefined ? flag : `${flag} <${argument}>`;
}

function wrap(text: string, width: number): string {
  return wrapText(text, width).join('\n');
}

/** What people use a command for, with the whole command line. */
function renderExample(spec: CommandSpec, width: number): string {
  const about = wrapText(spec.example[0], width - INDENT.length).map((line) => INDENT + line);
  return [...about, BELOW + formatExample(spec, 'posix')].join('\n');
}

/** Names and what they mean: beside them where there is room, or else below. */
function layOut(items: readonly Item[], width: number): string {
  const widest = Math.max(...items.map(([name]) => name.length));
  const column = INDENT.length + widest + INDENT.length;
  const isBeside = width - column >= LEAST_BESIDE || column <= NARROW_COLUMN;
  const lines = items.flatMap(([name, meaning]) => {
    const wrapped = wrapText(meaning, width - (isBeside ? column : BELOW.length));
    if (!isBeside) return [INDENT + name, ...wrapped.map((line) => BELOW + line)];
    return wrapped.map((line, at) => INDENT + (at === 0 ? name : '').padEnd(widest) + INDENT + line);
  });
  return lines.join('\n');
}
