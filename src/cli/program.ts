import { Command, Option } from 'commander';
import type { Redact } from '../domain/secret.ts';
import { VERSION } from '../package/version.ts';
import { printable } from '../report/text/printable.ts';
import { wrapText } from '../report/text/text-width.ts';
import { noticeSources } from '../settings/notice-sources.ts';
import type { Options } from '../settings/read-sources.ts';
import type { Setting } from '../settings/setting.ts';
import { COMMANDS, SHEET } from './commands/command-table.ts';
import { COMMON_OPTIONS, type CommandSpec } from './context/command-spec.ts';
import { formatItem, renderExamples } from './help/help-layout.ts';
import { listTopics } from './help/help-topics.ts';
import type { Stdio } from './terminal/stdio.ts';
import { helpWidthOf } from './terminal/width-of.ts';
import { wrapLines } from './terminal/wrap-lines.ts';

interface ProgramOptions {
  readonly stdio: Stdio;
  /** Gets the function that removes the key from an error, before the command runs. */
  readonly onMask: (mask: Redact) => void;
  /** Gets the exit code of the command that was run. */
  readonly onExit: (code: number) => void;
}

/** The command line as commander understands it. */
export function buildProgram({ stdio, ...listeners }: ProgramOptions): Command {
  const program = new Command('pricesheet')
    .description('Keeps marketplace listings in step with a price sheet.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command|topic]', 'show the help of a command or a topic')
    .showSuggestionAfterError(false)
    .addHelpText('after', () => renderHelpEnd(helpWidthOf(stdio.stdout)));
  prepare(program, stdio);
  for (const spec of COMMANDS)
    program.addCommand(buildCommand(spec, stdio, listeners).copyInheritedSettings(program));
  return program;
}

const ABOUT_KEY =
  'The key of the account comes from PRICESHEET_API_KEY or the file that PRICESHEET_API_KEY_FILE names.';

/** What somebody does first, in this order. */
const FIRST_STEPS = ['init', 'diff', 'sync', 'sandbox'];

function renderHelpEnd(width: number): string {
  const steps = FIRST_STEPS.flatMap((step) => COMMANDS.filter(({ name }) => name === step));
  const first = steps.map(({ name, examples }) => ({ name, examples: examples.slice(0, 1) }));
  const blocks = [listTopics(width), renderExamples(first, width), wrapText(ABOUT_KEY, width).join('\n')];
  return `\n${blocks.join('\n\n')}`;
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
      // `main` reports it.
      outputError: () => {},
    });
}

function addArguments(command: Command, { argument, second, isOptional }: CommandSpec): Command {
  const frame = (name: string): string => (isOptional ? `[${name}]` : `<${name}>`);
  for (const each of [argument, second]) if (each) command.argument(frame(each[0]), each[1]);
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
    for (const setting of Object.values(table))
      for (const option of toOptions(setting)) command.addOption(option.helpGroup(`${title}:`));
  }
  for (const [flags, about] of COMMON_OPTIONS)
    command.addOption(new Option(flags, about).helpGroup('Every command:'));
  command.helpOption('-h, --help', 'show this help');
  command.addHelpText('after', () => `\n${renderExamples([spec], helpWidthOf(stdio.stdout))}`);
  return command.action(async (...args: readonly unknown[]) => {
    const { dotenv: envFile, ...given } = command.opts<Options>();
    const options = envFile === undefined ? given : { ...given, envFile };
    const named = [spec.argument, spec.second].filter((each) => each !== undefined);
    const [argument = '', ...more] = args
      .slice(0, named.length)
      .flat()
      .map((word) => String(word ?? ''));
    const sheet = spec.argument === SHEET ? argument : undefined;
    const { createContext } = await import('./context/context.ts');
    const context = createContext(options, stdio, { sheet, makesFiles: spec.makesFiles?.(options) });
    onMask(context.mask);
    if (!context.quiet && !spec.reportsNotices)
      for (const notice of noticeSources(context.sources))
        context.printStderr(`${wrapLines(printable(notice), stdio.stderr)}\n`);
    onExit(await spec.run(context, argument, ...more));
  });
}

/** A switch that can be turned off by a flag too is two options. */
function toOptions(setting: Setting<unknown>): readonly Option[] {
  const { flag, negative } = setting;
  const option = toOption(setting);
  return negative === undefined ? [option] : [option, new Option(`--no-${flag}`, negative)];
}

function toOption({ flag, argument, about, env, fallback, fallbackText, adds }: Setting<unknown>): Option {
  const flags = argument === undefined ? `--${flag}` : `--${flag} <${argument}>`;
  const shown = fallbackText ?? (fallback === undefined ? undefined : String(fallback));
  const notes = [
    shown === undefined ? '' : `default: ${shown}`,
    env === undefined ? '' : `env: ${env}`,
  ].filter((note) => note !== '');
  const option = new Option(flags, notes.length === 0 ? about : `${about} (${notes.join(', ')})`);
  return adds
    ? option.argParser((text, before?: string) => (before === undefined ? text : `${before},${text}`))
    : option;
}
