import { EXIT, exitCodeOf } from '../domain/exit-codes.ts';
import { toJsonText } from '../domain/json-text.ts';
import { VERSION } from '../package/version.ts';
import { describeError, describeErrorAsJson } from '../report/screen/describe-error.ts';
import { printable } from '../report/text/printable.ts';
import { renderReason } from '../report/text/reason-line.ts';
import { noticeSources } from '../settings/notice-sources.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import { COMMANDS, SHEET } from './commands/command-table.ts';
import type { Context } from './context/context.ts';
import { nameFolder } from './process-stdio.ts';
import type { Stdio } from './terminal/stdio.ts';
import { helpWidthOf, wrapLines } from './terminal/stdio.ts';

/** Runs a command line and gives its exit code. Never throws. */
export async function main(argv: readonly string[], stdio: Stdio): Promise<number> {
  let context: Context | undefined;
  try {
    const line = parseCommandLine(argv, stdio);
    if (line.kind !== 'run') {
      // Nothing was asked for: what there is to ask for is no answer, and no data.
      const isAsked = argv.length > 0;
      (isAsked ? stdio.stdout : stdio.stderr).write(await renderAnswer(line, helpWidthOf(stdio.stdout)));
      return isAsked ? EXIT.done : EXIT.usage;
    }
    const { spec, options, args } = line;
    const [argument = '', ...more] = args;
    const sheet = spec.args?.[0] === SHEET ? argument : undefined;
    const { createContext } = await import('./context/context.ts');
    context = createContext(options, stdio, { sheet, makesFiles: spec.makesFiles?.(options) });
    if (!spec.reportsNotices)
      for (const notice of noticeSources(context.sources, context))
        context.note(context.quiet ? context.named(notice) : printable(notice));
    return await spec.run(context, argument, ...more);
  } catch (error) {
    return reportError(error, { json: argv.includes('--json'), context, stdio });
  }
}

async function renderAnswer(line: Exclude<CommandLine, { kind: 'run' }>, width: number): Promise<string> {
  if (line.kind === 'version') return `${VERSION}\n`;
  const { renderHelp } = await import('./help/render-help.ts');
  return renderHelp(line.spec, { commands: COMMANDS, width, isAll: line.isAll });
}

interface Reporting {
  readonly json: boolean;
  /** `undefined` if it was not known yet which command is meant. */
  readonly context: Context | undefined;
  readonly stdio: Stdio;
}

/** What went wrong and what to do: line by line at a terminal, elsewhere in the one line that says why a command fails. */
function reportError(error: unknown, { json, context, stdio }: Reporting): number {
  const { stdout, stderr } = stdio;
  const exitCode = exitCodeOf(error);
  const reason = describeError(error, context?.mask);
  if (stderr.isTTY) stderr.write(`${wrapLines(reason, stderr)}\n`);
  else if (context) context.fail(exitCode, reason, { isAlone: true });
  else {
    const name = nameFolder({ cwd: () => stdio.cwd });
    stderr.write(`${renderReason(name, reason, { exitCode, isAlone: true }).text}\n`);
  }
  const document = `${toJsonText(describeErrorAsJson(error, exitCode), 2)}\n`;
  if (json) stdout.write(context?.mask(document) ?? document);
  return exitCode;
}
