import { join } from 'node:path';
import { commandLine } from './command-line.ts';
import { isLeftToApply, PASSING_STOPS } from './is-left-to-apply.ts';
import { quoteWord } from './quote-word.ts';
import type { RunReport } from './run-report.ts';

/** What can be done after a run, and the command that does it. */
export interface Step {
  readonly what: string;
  readonly command: string;
}

export interface StepOptions {
  /** The run folder as the user would name it. */
  readonly folder: string;
  /** Those of the flags that were given which `undo` needs and knows too. */
  readonly undoFlags: readonly string[];
  /** Likewise, `apply`. */
  readonly applyFlags: readonly string[];
  /** Flags that go with this run and its repetition only. */
  readonly onceFlags: readonly string[];
  /** The run that an apply was made of has sent something itself, so that there may be something to take back with it. */
  readonly isSentBefore?: boolean | undefined;
}

/** What can be done after a run, the likeliest first. */
export function nextSteps(report: RunReport, options: StepOptions): readonly Step[] {
  const steps = [
    sendStep(report),
    report.stop ? againStep(report, options) : retryStep(report, options),
    ...guardSteps(report, options),
    applyStep(report, options),
    undoStep(report, options),
    undoBeforeStep(report, options),
  ];
  return steps.filter((step) => step !== undefined);
}

function undoStep({ digest }: RunReport, { folder, undoFlags }: StepOptions): Step | undefined {
  return digest.own > 0
    ? { what: 'take it back', command: commandLine(['undo', folder, ...undoFlags]) }
    : undefined;
}

function undoBeforeStep(
  { command, digest, sheet }: RunReport,
  { isSentBefore, undoFlags }: StepOptions,
): Step | undefined {
  if (command !== 'apply' || !isSentBefore || digest.heldAlready === 0) return undefined;
  return {
    what: 'take back what the run before sent',
    command: commandLine(['undo', sheet.path, ...undoFlags]),
  };
}

function sendStep({ command, dryRun, stop, digest, sheet, layoutFlags, flags }: RunReport): Step | undefined {
  if (!dryRun || stop || digest.byStatus.planned === 0 || isGone(sheet)) return undefined;
  return {
    what: 'send it',
    command: commandLine([command === 'diff' ? 'sync' : command, sheet.path, ...layoutFlags, ...flags]),
  };
}

function retryStep({ digest, flags, retryFlags }: RunReport, { folder }: StepOptions): Step | undefined {
  if (digest.attention === digest.byStatus.skipped) return undefined;
  const retry = join(folder, 'retry.csv');
  return {
    what: `repair ${quoteWord(retry)}, then`,
    command: commandLine(['sync', retry, ...flags, ...retryFlags]),
  };
}

function againStep(
  { command, stop, sheet, layoutFlags, flags }: RunReport,
  { onceFlags }: StepOptions,
): Step | undefined {
  if (!stop || stop.isAfterAll || !PASSING_STOPS.has(stop.code) || isGone(sheet)) return undefined;
  return {
    what: 'run it again',
    command: commandLine([command, sheet.path, ...layoutFlags, ...flags, ...onceFlags]),
  };
}

/** Rules that speak of rows which can be repaired. */
const ABOUT_ROWS: ReadonlySet<string> = new Set(['max_invalid', 'max_missing']);

/** What to do where a guard rule was against the plan: repair the rows, or let the rule pass, if all of it is meant. */
function guardSteps(report: RunReport, options: StepOptions): readonly (Step | undefined)[] {
  const { command, stop, sheet, layoutFlags, flags, isPlanned, digest } = report;
  if (!stop || stop.rules.length === 0) return [];
  const again = [command, sheet.path, ...layoutFlags, ...flags];
  const apply = ['apply', options.folder, ...options.applyFlags];
  return [
    stop.rules.some((rule) => ABOUT_ROWS.has(rule)) ? retryStep(report, options) : undefined,
    isGone(sheet)
      ? undefined
      : {
          what: 'if this is meant',
          command: commandLine([...again, ...allowing(stop.rules, options.onceFlags)]),
        },
    isPlanned && digest.updates > 0 && command !== 'apply'
      ? {
          what: 'or, to send exactly this',
          command: commandLine([...apply, '--allow', stop.rules.join(',')]),
        }
      : undefined,
  ];
}

/** Flags that go with a run and its repetition, with these rules let pass beside those that are already. */
function allowing(rules: readonly string[], onceFlags: readonly string[]): readonly string[] {
  const at = onceFlags.indexOf('--allow');
  if (at === -1) return ['--allow', rules.join(','), ...onceFlags];
  return onceFlags.map((word, index) => (index === at + 1 ? [word, ...rules].join(',') : word));
}

/** A plan that was looked at, or that was cut short: `sync` would make a new one, of what the sheet says by then. */
function applyStep(report: RunReport, { folder, applyFlags }: StepOptions): Step | undefined {
  const command = commandLine(['apply', folder, ...applyFlags]);
  if (isLeftToApply(report)) return { what: 'send what is left of this plan', command };
  const { dryRun, stop, isPlanned, digest } = report;
  const ofSheet = report.command === 'sync' || report.command === 'diff';
  const isOpen = (dryRun || report.declined) && !stop && isPlanned && digest.updates > 0;
  return ofSheet && isOpen ? { what: 'send exactly this', command } : undefined;
}

/** What came through standard input is not there a second time. */
function isGone({ path }: RunReport['sheet']): boolean {
  return path === '-';
}
