import { type Command, CommanderError } from 'commander';
import { shellOf } from '../api/ports/shell-of.ts';
import { didYouMean } from '../domain/did-you-mean.ts';
import { UsageError } from '../domain/errors.ts';
import { toJsonText } from '../domain/json-text.ts';
import type { Redact } from '../domain/secret.ts';
import { describeError, describeErrorAsJson } from '../report/screen/describe-error.ts';
import { exitCodeOf } from '../run/job/exit-code.ts';
import { COMMANDS } from './commands/command-table.ts';
import { COMPLETE, SHELLS } from './completion/completion-scripts.ts';
import { describeUsageError } from './help/describe-usage-error.ts';
import { findTopic, TOPICS } from './help/help-topics.ts';
import { buildProgram, SEE_HELP } from './program.ts';
import type { Stdio } from './terminal/stdio.ts';
import { helpWidthOf } from './terminal/width-of.ts';
import { wrapLines } from './terminal/wrap-lines.ts';

const USAGE = 2;
/** The words that an argument takes, by the argument's name. */
const WORDS = { shell: SHELLS, topic: Object.keys(TOPICS) };

/** Runs a command line and gives its exit code. Never throws. */
export async function main(argv: readonly string[], stdio: Stdio): Promise<number> {
  const { stdout } = stdio;
  const topic = findTopic(argv);
  if (topic) {
    stdout.write((await import('./help/topics/render-topic.ts')).renderTopic(topic, helpWidthOf(stdout)));
    return 0;
  }
  if (argv[0] === COMPLETE) {
    const { complete } = await import('./completion/complete.ts');
    stdout.write(complete(argv.slice(1), { commands: COMMANDS, words: WORDS, cwd: stdio.cwd }));
    return 0;
  }
  let exitCode = 0;
  let mask: Redact = (text) => text;
  const program = buildProgram({
    stdio,
    argv,
    onMask: (found) => {
      mask = found;
    },
    onExit: (code) => {
      exitCode = code;
    },
  });
  try {
    refuseUnknownHelp(argv, program);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    const json = argv.includes('--json');
    if (!(error instanceof CommanderError)) return reportError(error, { json, mask, stdio });
    if (error.exitCode === 0) return 0;
    // commander has already described the error on standard error.
    if (json) {
      const message = describeUsageError(error.message, {
        program,
        commands: COMMANDS,
        cwd: stdio.cwd,
        shell: shellOf(stdio.env),
      });
      stdout.write(`${toJsonText(describeErrorAsJson(new UsageError([message]), USAGE), 2)}\n`);
    }
    return USAGE;
  }
}

/** Errors: `UsageError` for `help NAME` where the name is neither a command nor a topic. */
function refuseUnknownHelp([command, name]: readonly string[], { commands }: Command): void {
  if (command !== 'help' || name === undefined || name.startsWith('-')) return;
  const known = [...commands.map((each) => each.name()), 'help', ...Object.keys(TOPICS)];
  if (known.includes(name)) return;
  throw new UsageError([`Unknown command or help topic "${name}"${didYouMean(name, known)}`], {
    hint: SEE_HELP,
  });
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
