import { type Command, CommanderError } from 'commander';
import { shellOf } from '../api/ports/shell-of.ts';
import { toJsonText } from '../domain/json-text.ts';
import type { Redact } from '../domain/secret.ts';
import { describeError, describeErrorAsJson } from '../report/screen/describe-error.ts';
import { exitCodeOf } from '../run/job/exit-code.ts';
import { COMMANDS } from './commands/command-table.ts';
import { COMPLETE, SHELLS } from './completion/completion-scripts.ts';
import { findTopic, TOPICS } from './help/help-topics.ts';
import { refuseUnknownHelp, toUsageError } from './help/usage-error.ts';
import { buildProgram } from './program.ts';
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
    stdout.write((await import('./help/render-topic.ts')).renderTopic(topic, helpWidthOf(stdout)));
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
    onMask: (found) => {
      mask = found;
    },
    onExit: (code) => {
      exitCode = code;
    },
  });
  try {
    refuseUnknownHelp(argv, program);
    await runCommand(program, argv, stdio);
    return exitCode;
  } catch (error) {
    // commander has shown what was asked for, or all commands where nothing was.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    return reportError(error, { json: argv.includes('--json'), mask, stdio });
  }
}

/** Errors: `UsageError` for a command line that can't be understood; further those of the command. */
async function runCommand(program: Command, argv: readonly string[], stdio: Stdio): Promise<void> {
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0 || error.code === 'commander.help')
      throw error;
    throw toUsageError(error, { program, commands: COMMANDS, cwd: stdio.cwd, shell: shellOf(stdio.env) });
  }
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
