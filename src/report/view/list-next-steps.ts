import { join } from 'node:path';
import { MAY_ARRIVE } from '../../domain/effects.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { RunReport } from '../tally/run-report.ts';
import { canApplyRest, canApplyRestWithNewKey, isKeyRefused, TRANSIENT_STOPS } from '../tally/run-report.ts';
import { formatCommand } from '../text/format-command.ts';
import {
  allowedAgain,
  allowing,
  findHeldRows,
  formerKeyRules,
  newKeyRules,
  withoutDryRun,
} from './held-rows.ts';

/** What the commands after a run are written of: its flags, each kind as far as that command knows it, and for which shell. */
export interface StepFlags {
  readonly shell: Shell;
  /** The given flags that `undo` needs and accepts. */
  readonly undoFlags: readonly string[];
  /** Likewise, `apply`. */
  readonly applyFlags: readonly string[];
  /** Flags that go with this run and its repetition only. */
  readonly onceFlags: readonly string[];
}

export interface StepOptions extends StepFlags {
  /** The run folder as the user would name it. */
  readonly folder: string;
  /** The run that is applied has sent updates itself, which can be undone with it. */
  readonly isSentBefore?: boolean | undefined;
  /** It has left a review file. */
  readonly isReviewedBefore?: boolean | undefined;
}

/** A next step after a run: in words, and as a shell command. */
export interface NextStep {
  readonly kind: 'send' | 'again' | 'repair' | 'allow' | 'apply' | 'approve' | 'undo';
  readonly what: string;
  readonly command: string;
}

/** The next steps after a run, the most likely first. */
export function listNextSteps(report: RunReport, options: StepOptions): readonly NextStep[] {
  const apply = applyStep(report, options);
  const isOpen = report.dryRun || report.declined;
  const steps = [
    isOpen ? apply : undefined,
    approveStep(report, options),
    restBeforeStep(report, options),
    // A plan that was looked at needs no second one.
    report.dryRun && apply ? undefined : sendStep(report, options),
    onceMoreStep(report, options),
    onceKeyStep(report, options),
    report.stop ? againStep(report, options) : retryStep(report, options),
    ...guardSteps(report, options),
    isOpen ? undefined : apply,
    undoStep(report, options),
    undoBeforeStep(report, options),
  ];
  return steps.filter((step) => step !== undefined);
}

function approveStep(report: RunReport, options: StepOptions): NextStep | undefined {
  const held = findHeldRows(report, options);
  return (
    held && { kind: 'approve', what: describeApproving(held.review, options.shell), command: held.command }
  );
}

/** What to do in a review file before the command that sends what it approves. */
export function describeApproving(review: string, shell: Shell): string {
  return `write yes beside rows in ${quoteWord(review, shell)}, then`;
}

function undoStep(report: RunReport, { folder, undoFlags, shell }: StepOptions): NextStep | undefined {
  const { digest, cut } = report;
  if (digest.own === 0 && !cut?.sent) return undefined;
  return {
    kind: 'undo',
    what: onceKeyIsTaken('undo this run', report),
    command: formatCommand(['undo', folder, ...undoFlags, ...allowing(newKeyRules(report), [])], shell),
  };
}

function undoBeforeStep(
  report: RunReport,
  { isSentBefore, undoFlags, shell }: StepOptions,
): NextStep | undefined {
  const { command: name, digest, sheet } = report;
  if (name !== 'apply' || !isSentBefore || digest.alreadyCorrect === 0) return undefined;
  const command = formatCommand(
    ['undo', sheet.path, ...undoFlags, ...allowing(formerKeyRules(report), [])],
    shell,
  );
  return { kind: 'undo', what: onceKeyIsTaken('undo what the earlier run sent', report), command };
}

function onceKeyIsTaken(what: string, report: RunReport): string {
  return isKeyRefused(report) ? `once the key is fixed, ${what}` : what;
}

function sendStep(report: RunReport, { onceFlags, shell }: StepOptions): NextStep | undefined {
  const { command: name, dryRun, declined, stop, digest, sheet, layoutFlags, flags } = report;
  const ofSheet = name === 'diff' || name === 'sync';
  const isOpen = dryRun || (declined && !ofSheet);
  if (!isOpen || stop || digest.byStatus.planned === 0 || isGone(sheet)) return undefined;
  const again = [...subjectOf(report), ...layoutFlags, ...flags];
  if (ofSheet)
    return {
      kind: 'send',
      what: 'make a new plan and send it',
      command: formatCommand(['sync', ...again, ...allowedAgain(onceFlags)], shell),
    };
  // An apply or an undo makes no other plan.
  const allow = allowing(formerKeyRules(report), withoutDryRun(onceFlags));
  return { kind: 'send', what: 'send it', command: formatCommand([name, ...again, ...allow], shell) };
}

function retryStep(report: RunReport, options: StepOptions): NextStep | undefined {
  const { digest } = report;
  if (digest.attention === digest.byStatus.skipped + inDoubt(digest)) return undefined;
  const what = `repair ${quoteWord(join(options.folder, RETRY), options.shell)}, then`;
  return { kind: 'repair', what, command: retryCommand(report, options) };
}

const RETRY = 'retry.csv';

/** Sends what needs attention from its file, with more rules allowed. */
export function retryCommand(
  { flags, retryFlags }: RunReport,
  { folder, onceFlags, shell }: StepOptions,
  rules: readonly Reason[] = [],
): string {
  const allow = allowing(rules, allowedAgain(onceFlags));
  return formatCommand(['sync', join(folder, RETRY), ...flags, ...retryFlags, ...allow], shell);
}

/** Rows with an unknown outcome: reading their listings again settles them. */
function inDoubt({ byReason }: RunReport['digest']): number {
  return (byReason[MAY_ARRIVE] ?? 0) + (byReason[ANSWER_LOST] ?? 0);
}

const ANSWER_LOST = 'answer_lost' satisfies Reason;

function onceMoreStep(report: RunReport, { shell }: StepOptions): NextStep | undefined {
  const { command: name, dryRun, declined, digest, flags } = report;
  if (name !== 'undo' || dryRun || declined || isKeyRefused(report) || inDoubt(digest) === 0)
    return undefined;
  const command = formatCommand(
    [name, ...subjectOf(report), ...flags, ...allowing(formerKeyRules(report), [])],
    shell,
  );
  const { lastArrival } = digest;
  const what = lastArrival === undefined ? 'undo again' : `after ${lastArrival} UTC, undo again`;
  return { kind: 'again', what, command };
}

/** What the command was given to read, as it is given again. */
function subjectOf({ subject, sheet }: RunReport): readonly string[] {
  return subject ?? [sheet.path];
}

/** The key was refused before there was a plan, so that all there is to do is the same command. */
function onceKeyStep(report: RunReport, { onceFlags, shell }: StepOptions): NextStep | undefined {
  const { command: name, isPlanned, sheet, layoutFlags, flags } = report;
  if (!isKeyRefused(report) || isPlanned || isGone(sheet)) return undefined;
  const allow = allowing(formerKeyRules(report), onceFlags);
  const command = formatCommand([name, ...subjectOf(report), ...layoutFlags, ...flags, ...allow], shell);
  return { kind: 'again', what: onceKeyIsTaken('run it again', report), command };
}

function againStep(report: RunReport, { onceFlags, shell }: StepOptions): NextStep | undefined {
  const { command: name, stop, sheet, layoutFlags, flags } = report;
  if (!stop || stop.isAfterAll || !TRANSIENT_STOPS.has(stop.code) || isGone(sheet)) return undefined;
  const allow = allowing(formerKeyRules(report), onceFlags);
  const command = formatCommand([name, ...subjectOf(report), ...layoutFlags, ...flags, ...allow], shell);
  return { kind: 'again', what: 'run it again', command };
}

/** Rules about rows that can be repaired. */
const ABOUT_ROWS: ReadonlySet<string> = new Set(['max_invalid', 'max_missing']);

/** What to do where a guard rule was against the plan: repair the rows, or let the rule pass, if all of it is meant. */
function guardSteps(report: RunReport, options: StepOptions): readonly (NextStep | undefined)[] {
  const { command, stop, sheet, layoutFlags, flags, isPlanned, digest } = report;
  if (!stop || stop.rules.length === 0) return [];
  const again = [command, sheet.path, ...layoutFlags, ...flags];
  const apply = ['apply', options.folder, ...options.applyFlags];
  return [
    ...settleSteps(stop),
    stop.rules.some((rule) => ABOUT_ROWS.has(rule)) ? retryStep(report, options) : undefined,
    repairStep(report, options),
    flagsStep(report, options),
    isGone(sheet)
      ? undefined
      : {
          kind: 'allow',
          what: describeAllowing(stop),
          command: formatCommand([...again, ...allowing(stop.rules, options.onceFlags)], options.shell),
        },
    isPlanned && digest.updates > 0 && command !== 'apply'
      ? {
          kind: 'allow',
          what: 'or, to send this plan',
          command: formatCommand([...apply, '--allow', stop.rules.join(',')], options.shell),
        }
      : undefined,
  ];
}

/** A sheet that is settled goes through every night; one that is let pass goes through once. */
function settleSteps({ settle, isChoice, rules }: NonNullable<RunReport['stop']>): readonly NextStep[] {
  if (settle === undefined) return [];
  if (rules.includes('nothing_to_set'))
    return [
      {
        kind: 'repair',
        what: 'if that column is meant, see how it would be read, and keep it with --save-mapping',
        command: settle,
      },
    ];
  const see: NextStep = {
    kind: 'repair',
    what: 'see how each column is read, and how else it can be',
    command: settle,
  };
  const command = `${settle} --save-mapping`;
  return isChoice
    ? [{ kind: 'repair', what: 'choose the rows that count, for all runs', command }, see]
    : [see, { kind: 'repair', what: 'if that is as it should be, settle it for all runs', command }];
}

function describeAllowing({ rules }: NonNullable<RunReport['stop']>): string {
  if (rules.includes('mixed_currencies')) return "if every amount is in its listing's own currency";
  return rules.includes('unsettled') ? 'for this run alone' : 'if this is intended';
}

function repairStep(report: RunReport, { onceFlags, shell }: StepOptions): NextStep | undefined {
  const { command: name, sheet, layoutFlags, flags, stop } = report;
  if (!stop?.repair || isGone(sheet)) return undefined;
  const command = formatCommand([name, ...subjectOf(report), ...layoutFlags, ...flags, ...onceFlags], shell);
  return { kind: 'repair', what: `${stop.repair} ${quoteWord(sheet.path, shell)}, then`, command };
}

/** The amounts may be in cents, for several pieces or in another currency. */
function flagsStep(report: RunReport, { onceFlags, shell }: StepOptions): NextStep | undefined {
  const { command: name, sheet, layoutFlags, flags, stop } = report;
  const added = Object.entries(stop?.readAs ?? {}).filter(([flag]) => !flags.includes(flag));
  if (added.length === 0 || isGone(sheet) || name === 'apply') return undefined;
  if (stop?.rules.includes('sheet_note')) {
    const check = ['check', ...subjectOf(report), ...layoutFlags, ...added.flat(), '--save-mapping'];
    return {
      kind: 'repair',
      what: 'if the line is right, read the amounts like that in all runs',
      command: formatCommand(check, shell),
    };
  }
  const command = formatCommand(
    [name, ...subjectOf(report), ...layoutFlags, ...flags, ...added.flat(), ...onceFlags],
    shell,
  );
  return { kind: 'repair', what: 'if the amounts are in cents', command };
}

/** The label for sending a reviewed plan. */
const SEND_PLAN = 'send this plan';

/** What a review file approves is no more than what the run held: what it did not send is left to an apply of all of its plan. */
function restBeforeStep(
  report: RunReport,
  { applyFlags, onceFlags, shell }: StepOptions,
): NextStep | undefined {
  const { approval, dryRun, digest, sheet } = report;
  if (!approval || dryRun || digest.leftBefore === 0) return undefined;
  const allow = allowing(formerKeyRules(report), allowedAgain(onceFlags));
  const command = formatCommand(['apply', sheet.path, ...applyFlags, ...allow], shell);
  return { kind: 'apply', what: 'send the rest of that plan', command };
}

/** A plan that was looked at, or that was cut short: `sync` would make a new one, of what the sheet says by then. */
function applyStep(report: RunReport, { folder, applyFlags, shell }: StepOptions): NextStep | undefined {
  const command = formatCommand(
    ['apply', folder, ...applyFlags, ...allowing(newKeyRules(report), [])],
    shell,
  );
  if (canApplyRest(report) || canApplyRestWithNewKey(report))
    return { kind: 'apply', what: onceKeyIsTaken('send the rest of this plan', report), command };
  const { dryRun, stop, isPlanned, digest } = report;
  if (
    report.command !== 'undo' &&
    !dryRun &&
    !stop &&
    isPlanned &&
    digest.byReason[ANSWER_LOST] !== undefined
  )
    return { kind: 'apply', what: 'settle updates that may still arrive', command };
  const ofSheet = report.command === 'sync' || report.command === 'diff';
  const isOpen = (dryRun || report.declined) && !stop && isPlanned && digest.updates > 0;
  return ofSheet && isOpen ? { kind: 'apply', what: SEND_PLAN, command } : undefined;
}

/** Standard input can't be read a second time. */
function isGone({ path }: RunReport['sheet']): boolean {
  return path === '-';
}
