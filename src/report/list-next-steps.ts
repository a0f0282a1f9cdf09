import { join } from 'node:path';
import { MAY_ARRIVE } from '../domain/may-arrive.ts';
import { commandLine } from './command-line.ts';
import { isKeyRefused, isLeftForNewKey, isLeftToApply, PASSING_STOPS } from './is-left-to-apply.ts';
import { quoteWord } from './quote-word.ts';
import type { RunReport } from './run-report.ts';

/** Flags of a run that the commands after it need, each kind as far as that command knows it. */
export interface StepFlags {
  /** Those of the flags that were given which `undo` needs and knows too. */
  readonly undoFlags: readonly string[];
  /** Likewise, `apply`. */
  readonly applyFlags: readonly string[];
  /** Flags that go with this run and its repetition only. */
  readonly onceFlags: readonly string[];
}

export interface StepOptions extends StepFlags {
  /** The run folder as the user would name it. */
  readonly folder: string;
  /** The run that an apply was made of has sent something itself, so that there may be something to take back with it. */
  readonly isSentBefore?: boolean | undefined;
}

/** Something to do after a run: in words, and as a command for a shell. */
export interface NextStep {
  readonly kind: 'send' | 'again' | 'repair' | 'allow' | 'apply' | 'undo';
  readonly what: string;
  readonly command: string;
}

/** What there is to do after a run, in the order in which a person would think of it. */
export function listNextSteps(report: RunReport, options: StepOptions): readonly NextStep[] {
  const apply = applyStep(report, options);
  const steps = [
    // What was looked at is sent by this; the other one makes a new plan.
    report.dryRun ? apply : undefined,
    sendStep(report),
    onceMoreStep(report),
    report.stop ? againStep(report, options) : retryStep(report, options),
    ...guardSteps(report, options),
    report.dryRun ? undefined : apply,
    undoStep(report, options),
    undoBeforeStep(report, options),
  ];
  return steps.filter((step) => step !== undefined);
}

function undoStep(report: RunReport, { folder, undoFlags }: StepOptions): NextStep | undefined {
  const { digest, cut } = report;
  if (digest.own === 0 && !cut?.sent) return undefined;
  return {
    kind: 'undo',
    what: onceKeyIsTaken('take it back', report),
    command: commandLine(['undo', folder, ...undoFlags, ...newKeyFlags(report)]),
  };
}

function undoBeforeStep(report: RunReport, { isSentBefore, undoFlags }: StepOptions): NextStep | undefined {
  const { command: name, digest, sheet } = report;
  if (name !== 'apply' || !isSentBefore || digest.heldAlready === 0) return undefined;
  const command = commandLine(['undo', sheet.path, ...undoFlags, ...newKeyFlags(report)]);
  return { kind: 'undo', what: onceKeyIsTaken('take back what the run before sent', report), command };
}

/** A key that was refused is replaced, and the run was made with the old one. */
function newKeyFlags(report: RunReport): readonly string[] {
  return isKeyRefused(report) ? ['--allow', 'other_key'] : [];
}

function onceKeyIsTaken(what: string, report: RunReport): string {
  return isKeyRefused(report) ? `once the key is right, ${what}` : what;
}

function sendStep({
  command: name,
  dryRun,
  stop,
  digest,
  sheet,
  layoutFlags,
  flags,
}: RunReport): NextStep | undefined {
  if (!dryRun || stop || digest.byStatus.planned === 0 || isGone(sheet)) return undefined;
  const command = commandLine([name === 'diff' ? 'sync' : name, sheet.path, ...layoutFlags, ...flags]);
  // An apply or an undo makes no other plan.
  const what = name === 'diff' || name === 'sync' ? 'plan anew from the sheet and send' : 'send it';
  return { kind: 'send', what, command };
}

function retryStep({ digest, flags, retryFlags }: RunReport, { folder }: StepOptions): NextStep | undefined {
  const { skipped } = digest.byStatus;
  if (digest.attention === skipped + inDoubt(digest)) return undefined;
  const retry = join(folder, 'retry.csv');
  const command = commandLine(['sync', retry, ...flags, ...retryFlags]);
  return { kind: 'repair', what: `repair ${quoteWord(retry)}, then`, command };
}

/** Rows of an undo that there is nothing to repair in: time will tell. */
function inDoubt({ byReason }: RunReport['digest']): number {
  return byReason[MAY_ARRIVE] ?? 0;
}

function onceMoreStep({ command: name, dryRun, digest, sheet, flags }: RunReport): NextStep | undefined {
  if (name !== 'undo' || dryRun || inDoubt(digest) === 0) return undefined;
  const command = commandLine([name, sheet.path, ...flags]);
  return { kind: 'again', what: 'after the time that the messages say, undo once more', command };
}

function againStep(
  { command: name, stop, sheet, layoutFlags, flags }: RunReport,
  { onceFlags }: StepOptions,
): NextStep | undefined {
  if (!stop || stop.isAfterAll || !PASSING_STOPS.has(stop.code) || isGone(sheet)) return undefined;
  const command = commandLine([name, sheet.path, ...layoutFlags, ...flags, ...onceFlags]);
  return { kind: 'again', what: 'run it again', command };
}

/** Rules that speak of rows which can be repaired. */
const ABOUT_ROWS: ReadonlySet<string> = new Set(['max_invalid', 'max_missing']);

/** What to do where a guard rule was against the plan: repair the rows, or let the rule pass, if all of it is meant. */
function guardSteps(report: RunReport, options: StepOptions): readonly (NextStep | undefined)[] {
  const { command, stop, sheet, layoutFlags, flags, isPlanned, digest } = report;
  if (!stop || stop.rules.length === 0) return [];
  const again = [command, sheet.path, ...layoutFlags, ...flags];
  const apply = ['apply', options.folder, ...options.applyFlags];
  const isMixed = stop.rules.includes('mixed_currencies');
  return [
    stop.rules.some((rule) => ABOUT_ROWS.has(rule)) ? retryStep(report, options) : undefined,
    isMixed ? currencyStep(report, options) : undefined,
    isGone(sheet)
      ? undefined
      : {
          kind: 'allow',
          what: isMixed ? "or, if every amount is in its listing's own currency" : 'if this is meant',
          command: commandLine([...again, ...allowing(stop.rules, options.onceFlags)]),
        },
    isPlanned && digest.updates > 0 && command !== 'apply'
      ? {
          kind: 'allow',
          what: 'or, to send this plan',
          command: commandLine([...apply, '--allow', stop.rules.join(',')]),
        }
      : undefined,
  ];
}

function currencyStep(
  { command: name, sheet, layoutFlags, flags }: RunReport,
  { onceFlags }: StepOptions,
): NextStep | undefined {
  if (isGone(sheet) || name === 'apply') return undefined;
  const command = commandLine([name, sheet.path, ...layoutFlags, ...flags, ...onceFlags]);
  return { kind: 'repair', what: `add a column "currency" to ${quoteWord(sheet.path)}, then`, command };
}

/** Flags that go with a run and its repetition, with these rules let pass beside those that are already. */
function allowing(rules: readonly string[], onceFlags: readonly string[]): readonly string[] {
  const at = onceFlags.indexOf('--allow');
  if (at === -1) return ['--allow', rules.join(','), ...onceFlags];
  return onceFlags.map((word, index) => (index === at + 1 ? [word, ...rules].join(',') : word));
}

/** The way that needs no second look, though the listings get one. */
export const SEND_PLAN = 'send this plan';

/** A plan that was looked at, or that was cut short: `sync` would make a new one, of what the sheet says by then. */
function applyStep(report: RunReport, { folder, applyFlags }: StepOptions): NextStep | undefined {
  const command = commandLine(['apply', folder, ...applyFlags, ...newKeyFlags(report)]);
  if (isLeftToApply(report) || isLeftForNewKey(report))
    return { kind: 'apply', what: onceKeyIsTaken('send what is left of this plan', report), command };
  const { dryRun, stop, isPlanned, digest } = report;
  const ofSheet = report.command === 'sync' || report.command === 'diff';
  const isOpen = (dryRun || report.declined) && !stop && isPlanned && digest.updates > 0;
  return ofSheet && isOpen ? { kind: 'apply', what: SEND_PLAN, command } : undefined;
}

/** What came through standard input is not there a second time. */
function isGone({ path }: RunReport['sheet']): boolean {
  return path === '-';
}
