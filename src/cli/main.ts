import { toJsonText } from '../domain/json-text.ts';
import type { Redact } from '../domain/secret.ts';
import { VERSION } from '../package/version.ts';
import { describeError, describeErrorAsJson } from '../report/screen/describe-error.ts';
import { printable } from '../report/text/printable.ts';
import { EXIT, exitCodeOf } from '../run/job/exit-code.ts';
import { noticeSources } from '../settings/notice-sources.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import { COMMANDS, SHEET } from './commands/command-table.ts';
import { COMPLETE, SHELLS } from './completion/completion-scripts.ts';
import { findTopic, TOPICS } from './help/help-topics.ts';
import type { Stdio } from './terminal/stdio.ts';
import { helpWidthOf } from './terminal/width-of.ts';
import { wrapLines } from './terminal/wrap-lines.ts';

/** The words that an argument takes, by the argument's name. */
const WORDS = { SHELL: SHELLS, topic: Object.keys(TOPICS) };

/** Runs a command line and gives its exit code. Never throws. */
export async function main(argv: readonly string[], stdio: Stdio): Promise<number> {
  const { stdout } = stdio;
  const topic = findTopic(argv);
  if (topic) {
    stdout.write((await import('./help/render-topic.ts')).renderTopic(topic, helpWidthOf(stdout)));
    return EXIT.done;
  }
  if (argv[0] === COMPLETE) {
    const { complete } = await import('./completion/complete.ts');
    stdout.write(complete(argv.slice(1), { commands: COMMANDS, words: WORDS, cwd: stdio.cwd }));
    return EXIT.done;
  }
  let mask: Redact = (text) => text;
  try {
    const line = parseCommandLine(argv, stdio);
    if (line.kind === 'run')
      return await runCommand(line, stdio, (found) => {
        mask = found;
      });
    // Nothing was asked for: what there is to ask for is no answer, and no data.
    const isAsked = argv.length > 0;
    (isAsked ? stdout : stdio.stderr).write(await renderAnswer(line, helpWidthOf(stdout)));
    return isAsked ? EXIT.done : EXIT.usage;
  } catch (error) {
    return reportError(error, { json: argv.includes('--json'), mask, stdio });
  }
}

async function renderAnswer(line: Exclude<CommandLine, { kind: 'run' }>, width: number): Promise<string> {
  if (line.kind === 'version') return `${VERSION}\n`;
  const { renderHelp } = await import('./help/render-help.ts');
  return renderHelp(line.spec, { commands: COMMANDS, width, isAll: line.isAll });
}

/** `onMask` gets the function that removes the key from an error, before the command runs. Errors: those of the command. */
async function runCommand(
  { spec, options, args }: Extract<CommandLine, { kind: 'run' }>,
  stdio: Stdio,
  onMask: (mask: Redact) => void,
): Promise<number> {
  const [argument = '', ...more] = args;
  const sheet = spec.args?.[0] === SHEET ? argument : undefined;
  const { createContext } = await import('./context/context.ts');
  const context = createContext(options, stdio, { sheet, makesFiles: spec.makesFiles?.(options) });
  onMask(context.mask);
  if (!context.quiet && !spec.reportsNotices)
    for (const notice of noticeSources(context.sources))
      context.printStderr(`${wrapLines(printable(notice), stdio.stderr)}\n`);
  return spec.run(context, argument, ...more);
}

interface Reporting {
  readonly json: boolean;
  readonly mask: Redact;
  readonly stdio: Stdio;
}

function reportError(error: unknown, { json, mask, stdio }: Reporting): number {
  const exitCode = exitCodeOf(error);
  if (json) stdio.stdout.write(mask(`${toJsonText(describeErrorAsJson(error, exitCode), 2)}\n`));
  stdio.stderr.write(`${wrapLines(describeError(error, mask), stdio.stderr)}\n`);
  return exitCode;
}
