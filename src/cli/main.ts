import { type Command, CommanderError } from 'commander';
import { didYouMean } from '../domain/did-you-mean.ts';
import { UsageError } from '../domain/errors.ts';
import { toJsonText } from '../domain/json-text.ts';
import type { Redact } from '../domain/secret.ts';
import { exitCodeOf } from '../run/job/exit-code.ts';
import { findTopic, TOPICS } from './help/help-topics.ts';
import { buildProgram, SEE_HELP, toMessage } from './program.ts';
import { describeError, describeErrorAsJson } from './terminal/describe-error.ts';
import type { Stdio } from './terminal/stdio.ts';
import { helpWidthOf } from './terminal/width-of.ts';
import { wrapLines } from './terminal/wrap-lines.ts';

const USAGE = 2;

/** Runs a command line and gives its exit code. Never throws. */
export async function main(argv: readonly string[], stdio: Stdio): Promise<number> {
  const topic = findTopic(argv);
  if (topic) {
    stdio.stdout.write(
      (await import('./help/topics/render-topic.ts')).renderTopic(topic, helpWidthOf(stdio.stdout)),
    );
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
    // commander has said already on standard error what is wrong with the command line.
    if (json)
      printJson(
        describeErrorAsJson(new UsageError([toMessage(error.message, program, stdio)]), USAGE),
        stdio,
      );
    return USAGE;
  }
}

/** Errors: `UsageError` where help is asked for of what is neither a command nor a topic. */
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

function printJson(json: object, { stdout }: Stdio): void {
  stdout.write(`${toJsonText(json, 2)}\n`);
}
