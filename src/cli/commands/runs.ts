import * as systemDisk from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../api/caller/machine.ts';
import { systemPorts } from '../../api/caller/system-ports.ts';
import { applyRun, type OpenHost, syncSheet, undoRun } from '../../api/stories/runs.ts';
import { UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/exit-codes.ts';
import type { Redact } from '../../domain/secret.ts';
import { renderForcedExit } from '../../report/screen/describe-run-end.ts';
import { renderRunMarkdown } from '../../report/screen/render-run-markdown.ts';
import { renderQuestion, renderRunScreen } from '../../report/screen/render-run-screen.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { markdownCode, printable } from '../../report/text/printable.ts';
import type { ScreenStyle } from '../../report/text/screen-style.ts';
import { describeReason } from '../../report/view/judge-run.ts';
import { type RunView, type ViewOptions, viewRun } from '../../report/view/run-view.ts';
import { readPlanHead } from '../../run/folder/plan-file.ts';
import { displayPath, RUN_FILES } from '../../run/folder/run-folder.ts';
import type { HostEvent } from '../../run/job/run.ts';
import { lookAtApplied } from '../../run/page/report-page.ts';
import { renderSummary } from '../../run/steps/conclude.ts';
import { givenFlagsOf } from '../../settings/given-flags.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { FORMAT } from '../context/command-spec.ts';
import type { Context } from '../context/context.ts';
import { ask } from '../terminal/ask.ts';
import { createProgress } from '../terminal/create-progress.ts';
import { rowsOf, type Stdio, widthOf } from '../terminal/stdio.ts';
import { FORCED_EXIT, watchSignals } from '../terminal/watch-signals.ts';

/** `sync` and `diff`. */
export async function runSync(command: 'sync' | 'diff', sheet: string, context: Context): Promise<number> {
  const { exitCode, digest } = await syncSheet({ command, sheet }, context, openTerminalHost(context));
  // With --exit-code whether there are changes.
  const { planned, held } = digest.byStatus;
  const isAsked = context.options['exitCode'] === true;
  return isAsked && exitCode === EXIT.done && planned + held > 0 ? EXIT.changes : exitCode;
}

export async function runApply(run: string, context: Context): Promise<number> {
  const { exitCode } = await applyRun(run, context, openTerminalHost(context));
  return exitCode;
}

export async function runUndo(run: string, context: Context): Promise<number> {
  const { exitCode } = await undoRun(run, context, openTerminalHost(context));
  return exitCode;
}

/** A run at a command line: it shows how far it has come, asks before it sends, and shows its report. */
function openTerminalHost(context: Context): OpenHost {
  return ({ apiKey: { redact }, dryRun }) => {
    const { stdio, quiet, printStderr, note } = context;
    const { stderr, cwd } = stdio;
    const isTerminal = stderr.isTTY === true;
    const { format } = readSettings({ format: FORMAT }, context.sources).values;
    const terminal = dryRun ? undefined : findTerminal(context);
    let folder: string | undefined;
    let asked: RunReport | undefined;
    const shown = () => (asked ? undefined : redact(printable(displayPath(folder ?? '', cwd))));
    const progress =
      quiet || !isTerminal
        ? undefined
        : createProgress({ stream: stderr, clock: systemClock, folder: shown });
    const warnings: string[] = [];
    /** Where a screen is shown, they are among its notices, and come after why the run failed. */
    const sayWarnings = (): void => {
      const said = quiet ? warnings.splice(0) : [];
      for (const each of said) note(context.named(redact(printable(each))));
    };
    const watch = watchSignals({
      onFirst: (name) =>
        note(
          `${isTerminal ? '\n' : ''}${name}: stopping. No new request is sent; waiting for answers to the requests already sent${isTerminal ? '. Press Ctrl-C again to stop at once' : ''}`,
        ),
      onSecond: (name) => {
        const leaving = {
          signal: name,
          folder: folder && displayPath(folder, cwd),
          isPlanned: folder !== undefined && !dryRun && isToApply(folder),
          given: givenFlagsOf(context.options, context.shell),
        };
        const text = redact(renderForcedExit(leaving));
        if (isTerminal) printStderr(text);
        else context.fail(FORCED_EXIT, text, { isAlone: true });
      },
    });
    const onEvent = (event: HostEvent): void => {
      if (event.event === 'folder') ({ folder } = event);
      if (event.event === 'progress') progress?.onProgress(event);
      if (event.event === 'requests') progress?.onRequests(event.requests);
      if (event.event === 'wait' && !quiet) note(printable(event.message));
      if (event.event === 'warning') warnings.push(event.message);
    };
    const confirm =
      terminal &&
      (async (preview: RunReport): Promise<boolean> => {
        asked = preview;
        progress?.pause();
        const view = viewAt(preview, context);
        printStderr(`${redact(renderRunScreen(view, styleOf(context, stderr)))}\n`);
        await stdio.discardTyped?.(terminal);
        return ask(redact(renderQuestion(view)), { stdin: terminal, stderr }, watch.signal);
      });
    return {
      host: { ports: systemPorts(stdio, watch.signal), onEvent, confirm },
      show: (report) => {
        progress?.stop();
        if (report.exitCode === EXIT.done) sayWarnings();
        warnings.length = 0;
        show(report, { context, format, asked, redact });
      },
      close: () => {
        progress?.stop();
        sayWarnings();
        watch.stop();
        if (terminal !== stdio.stdin) terminal?.destroy();
      },
    };
  };
}

interface ShowOptions {
  readonly context: Context;
  readonly format: 'text' | 'markdown';
  /** The plan that was on the terminal. */
  readonly asked: RunReport | undefined;
  readonly redact: Redact;
}

function show(report: RunReport, { context, format, asked, redact }: ShowOptions): void {
  const { json, quiet, print, stdio } = context;
  const view = viewAt(report, context, { asked });
  const isSaid = context.fail(report.exitCode, redact(describeReason(report)));
  // Of a list only the first entry is said.
  const isAll = isSaid && view.stop?.lines.length === 1 && !view.stop.lines[0]?.text.includes('\n');
  const stop = view.stop && isAll ? { ...view.stop, title: '', lines: [] } : view.stop;
  const render = (): string =>
    format === 'markdown'
      ? renderRunMarkdown(viewAt(report, context, { quote: (name) => markdownCode(name) }))
      : renderRunScreen({ ...view, stop }, styleOf(context, stdio.stdout));
  if (json) print(redact(renderSummary(report, systemDisk)));
  else if (!quiet || report.exitCode !== 0) print(redact(render()));
}

function viewAt(
  report: RunReport,
  context: Context,
  options: Pick<ViewOptions, 'asked' | 'quote'> = {},
): RunView {
  const { stdio, verbose } = context;
  return viewRun(report, {
    ...options,
    verbose,
    folder: displayPath(report.folder, stdio.cwd),
    ...lookAtApplied(report, { cwd: stdio.cwd, disk: systemDisk }),
  });
}

function styleOf({ paint, glyphs }: Context, stream: Stdio['stdout']): ScreenStyle {
  return { paint, glyphs, width: widthOf(stream), rows: rowsOf(stream) };
}

/** Where there is a journal, sending has begun, whatever can be read of the plan. */
function isToApply(folder: string): boolean {
  if (systemDisk.existsSync(join(folder, RUN_FILES.outcomes))) return true;
  const head = readPlanHead(join(folder, RUN_FILES.plan), systemDisk);
  return head?.whole === true && head.violations.length === 0;
}

/**
 * The terminal on which to ask, also if the sheet comes through standard input. A job without a terminal is not asked:
 * starting it is the consent.
 *
 * Errors: `UsageError` if a person is at a terminal but cannot be asked.
 */
function findTerminal({ stdio, options }: Context): Stdio['stdin'] | undefined {
  if (options['yes'] === true) return undefined;
  const isStdinTerminal = stdio.isStdinTerminal?.() ?? stdio.stdin.isTTY === true;
  if (!stdio.stderr.isTTY) {
    if (!stdio.stdout.isTTY && !isStdinTerminal) return undefined;
    throw cannotAsk('standard error, where the question is asked, is not a terminal');
  }
  if (isStdinTerminal) return stdio.stdin;
  const terminal = stdio.openTerminal?.();
  if (terminal) return terminal;
  throw cannotAsk('standard input is not a terminal');
}

function cannotAsk(why: string): UsageError {
  return new UsageError([`Cannot ask whether to send: ${why}`], {
    hint: 'Pass --yes to send without being asked, or --dry-run to send nothing',
  });
}
