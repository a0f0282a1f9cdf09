import { join } from 'node:path';
import { MAY_ARRIVE } from '../../domain/effects.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { RunReport, Stop } from '../tally/run-report.ts';
import { canApplyRest, canApplyRestWithNewKey, isKeyRefused, TRANSIENT_STOPS } from '../tally/run-report.ts';
import { formatCommand } from '../text/format-command.ts';

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

type Steps = readonly NextStep[];

const RETRY = 'retry.csv';
const REVIEW = 'review.csv';

/** The next steps after a run, the most likely first. */
export function listNextSteps(report: RunReport, options: StepOptions): Steps {
  const apply = applySteps(report, options);
  const isOpen = report.dryRun || report.declined;
  return [
    ...(isOpen ? apply : []),
    ...approveSteps(report, options),
    ...restBeforeSteps(report, options),
    // A plan that was looked at needs no second one.
    ...(report.dryRun && apply.length > 0 ? [] : sendSteps(report, options)),
    ...undoAgainSteps(report, options),
    ...(report.stop ? againSteps(report, options) : repairRowsSteps(report, options)),
    ...guardSteps(report, options),
    ...(isOpen ? [] : apply),
    ...undoSteps(report, options),
  ];
}

/** The same command on the same input. Of a sync that is not the same run: `name`. */
function again(
  { command, sheet, subject = [sheet.path], layoutFlags, flags }: RunReport,
  { shell }: StepFlags,
  onceFlags: readonly string[],
  name: string = command,
): string {
  return formatCommand([name, ...subject, ...layoutFlags, ...flags, ...onceFlags], shell);
}

function applyOf(run: string, rules: readonly string[], { applyFlags, shell }: StepFlags): string {
  return formatCommand(['apply', run, ...applyFlags, ...allowing(rules, [])], shell);
}

function undoOf(run: string, rules: readonly string[], { undoFlags, shell }: StepFlags): string {
  return formatCommand(['undo', run, ...undoFlags, ...allowing(rules, [])], shell);
}

/** Sends what needs attention from its file, with more rules allowed. */
export function retryCommand(
  { flags, retryFlags }: RunReport,
  { folder, onceFlags, shell }: StepOptions,
  rules: readonly Reason[] = [],
): string {
  const allow = allowing(rules, allowedAgain(onceFlags));
  return formatCommand(['sync', join(folder, RETRY), ...flags, ...retryFlags, ...allow], shell);
}

/** The flags of a run with these rules added to its --allow. */
function allowing(rules: readonly string[], onceFlags: readonly string[]): readonly string[] {
  if (rules.length === 0) return onceFlags;
  const at = onceFlags.indexOf('--allow');
  if (at === -1) return ['--allow', rules.join(','), ...onceFlags];
  const all = new Set([...(onceFlags[at + 1] ?? '').split(','), ...rules]);
  return onceFlags.map((word, index) => (index === at + 1 ? [...all].join(',') : word));
}

/** The rules that were allowed, for a sync of rows of the same sheet: it has no key of an earlier run to ask about. */
function allowedAgain(onceFlags: readonly string[]): readonly string[] {
  const at = onceFlags.indexOf('--allow');
  const rules = at === -1 ? [] : (onceFlags[at + 1] ?? '').split(',').filter((rule) => rule !== 'other_key');
  return rules.length === 0 ? [] : ['--allow', rules.join(',')];
}

/** The rule that a command on the run at hand needs once there is another key: that run was made with the refused one. */
function newKeyRules(report: RunReport): readonly string[] {
  return isKeyRefused(report) ? ['other_key'] : [];
}

/** Likewise, a command on the run that an apply or an undo was made of. */
function formerKeyRules(report: RunReport): readonly string[] {
  return isOfRun(report) && (report.madeWithOtherKey || isKeyRefused(report)) ? ['other_key'] : [];
}

function isOfRun({ command }: RunReport): boolean {
  return command === 'apply' || command === 'undo';
}

function onceKeyIsTaken(what: string, report: RunReport): string {
  return isKeyRefused(report) ? `once the key is fixed, ${what}` : what;
}

/** Standard input can't be read a second time. */
function isGone({ sheet: { path } }: RunReport): boolean {
  return path === '-';
}

/** Rows with an unknown outcome: reading their listings again settles them. */
function inDoubt({ digest: { byReason } }: RunReport): number {
  return (byReason[MAY_ARRIVE] ?? 0) + (byReason[ANSWER_LOST] ?? 0);
}

const ANSWER_LOST = 'answer_lost' satisfies Reason;

/** A plan that was looked at, or that was cut short: `sync` would make a new one, of what the sheet says by then. */
function applySteps(report: RunReport, options: StepOptions): Steps {
  const { command: name, dryRun, declined, stop, isPlanned, digest } = report;
  const command = applyOf(options.folder, newKeyRules(report), options);
  if (canApplyRest(report) || canApplyRestWithNewKey(report))
    return [{ kind: 'apply', what: onceKeyIsTaken('send the rest of this plan', report), command }];
  if (stop || !isPlanned) return [];
  if (name !== 'undo' && !dryRun && digest.byReason[ANSWER_LOST] !== undefined)
    return [{ kind: 'apply', what: 'settle updates that may still arrive', command }];
  const isOpen = (dryRun || declined) && digest.updates > 0 && !isOfRun(report);
  return isOpen ? [{ kind: 'apply', what: 'send this plan', command }] : [];
}

/** Rows that are sent once a person approves them. */
export interface HeldRows {
  readonly rows: number;
  /** What to do before the command. */
  readonly what: string;
  /** Sends what is approved by then. */
  readonly command: string;
}

/** The rows of a run that wait for a person; `undefined` if there are none, or no file to approve them in. */
export function findHeldRows(report: RunReport, options: StepOptions): HeldRows | undefined {
  const { stop, isPlanned, unwritten = [], digest, command, approval, sheet } = report;
  const rows = digest.byStatus.held;
  if (rows === 0 || stop || !isPlanned || command === 'undo') return undefined;
  // What an apply holds is in the plan that it was made of, and so is the file.
  const isApply = command === 'apply';
  if (isApply ? !approval && !options.isReviewedBefore : unwritten.includes(REVIEW)) return undefined;
  const [run, rules] = isApply ? [sheet.path, formerKeyRules(report)] : [options.folder, newKeyRules(report)];
  const { applyFlags, shell } = options;
  const review = approval?.path ?? join(run, REVIEW);
  return {
    rows,
    what: `write yes beside rows in ${quoteWord(review, shell)}, then`,
    command: formatCommand(['apply', run, '--only', review, ...applyFlags, ...allowing(rules, [])], shell),
  };
}

/** The flags of the command that sends what the report's page has approved. */
export function approvalFlags(report: RunReport, { applyFlags }: StepFlags): readonly string[] {
  return [...applyFlags, ...allowing([...newKeyRules(report), ...(report.stop?.rules ?? [])], [])];
}

function approveSteps(report: RunReport, options: StepOptions): Steps {
  // What was approved and declined is sent by the same command, once more.
  const held = report.declined && report.approval ? undefined : findHeldRows(report, options);
  return held ? [{ kind: 'approve', what: held.what, command: held.command }] : [];
}

/** What a review file approves is no more than what the run held: what it did not send is left to an apply of all of its plan. */
function restBeforeSteps(report: RunReport, options: StepOptions): Steps {
  const { approval, dryRun, digest, sheet } = report;
  if (!approval || dryRun || digest.leftBefore === 0) return [];
  const { applyFlags, onceFlags, shell } = options;
  const allow = allowing(formerKeyRules(report), allowedAgain(onceFlags));
  const command = formatCommand(['apply', sheet.path, ...applyFlags, ...allow], shell);
  return [{ kind: 'apply', what: 'send the rest of that plan', command }];
}

function sendSteps(report: RunReport, options: StepOptions): Steps {
  const { dryRun, declined, stop, digest } = report;
  const { onceFlags } = options;
  const isOpen = dryRun || (declined && isOfRun(report));
  if (!isOpen || stop || digest.byStatus.planned === 0 || isGone(report)) return [];
  if (!isOfRun(report)) {
    const command = again(report, options, allowedAgain(onceFlags), 'sync');
    return [{ kind: 'send', what: 'make a new plan and send it', command }];
  }
  // An apply or an undo makes no other plan.
  const sending = onceFlags.filter((flag) => flag !== '--dry-run');
  const command = again(report, options, allowing(formerKeyRules(report), sending));
  return [{ kind: 'send', what: 'send it', command }];
}

function undoAgainSteps(report: RunReport, options: StepOptions): Steps {
  const { command: name, dryRun, declined, digest } = report;
  if (name !== 'undo' || dryRun || declined || isKeyRefused(report) || inDoubt(report) === 0) return [];
  const { lastArrival } = digest;
  const what = lastArrival === undefined ? 'undo again' : `after ${lastArrival} UTC, undo again`;
  return [{ kind: 'again', what, command: again(report, options, allowing(formerKeyRules(report), [])) }];
}

/** After a stop that another attempt may not meet. Of a refused key, if there is no plan yet to go on with. */
function againSteps(report: RunReport, options: StepOptions): Steps {
  const { stop, isPlanned } = report;
  if (!stop || stop.isAfterAll || isGone(report)) return [];
  if (!TRANSIENT_STOPS.has(stop.code) && (!isKeyRefused(report) || isPlanned)) return [];
  const command = again(report, options, allowing(formerKeyRules(report), options.onceFlags));
  return [{ kind: 'again', what: onceKeyIsTaken('run it again', report), command }];
}

function repairRowsSteps(report: RunReport, options: StepOptions): Steps {
  const { digest } = report;
  if (digest.attention === digest.byStatus.skipped + inDoubt(report)) return [];
  const what = `repair ${quoteWord(join(options.folder, RETRY), options.shell)}, then`;
  return [{ kind: 'repair', what, command: retryCommand(report, options) }];
}

/** Rules about rows that can be repaired. */
const ABOUT_ROWS: ReadonlySet<string> = new Set(['max_invalid', 'max_missing']);

/** What to do where a guard rule was against the plan: repair the rows, or let the rule pass, if all of it is meant. */
function guardSteps(report: RunReport, options: StepOptions): Steps {
  const { command, stop, isPlanned, digest } = report;
  if (!stop || stop.rules.length === 0) return [];
  const allow = allowing(stop.rules, options.onceFlags);
  const isSendable = isPlanned && digest.updates > 0 && command !== 'apply';
  return [
    ...settleSteps(stop, report.sheet.job),
    ...(stop.rules.some((rule) => ABOUT_ROWS.has(rule)) ? repairRowsSteps(report, options) : []),
    ...repairSheetSteps(report, options),
    ...(isGone(report)
      ? []
      : [{ kind: 'allow', what: describeAllowing(stop), command: again(report, options, allow) } as const]),
    ...(isSendable
      ? [
          {
            kind: 'allow',
            what: 'or, to send this plan',
            command: applyOf(options.folder, stop.rules, options),
          } as const,
        ]
      : []),
  ];
}

/** A sheet that is settled goes through every night; one that is let pass goes through once. */
function settleSteps({ settle, isChoice, rules }: Stop, job: string | null | undefined): Steps {
  if (settle === undefined) return [];
  const step = (what: string, command: string): NextStep => ({ kind: 'repair', what, command });
  if (rules.includes('nothing_to_set'))
    return [
      step('if that column is meant, see how it would be read, and keep it with --save-mapping', settle),
    ];
  const see = step('see how each column is read, and how else it can be', settle);
  const saved = `${settle} --save-mapping`;
  const all = rules.includes('sheet_note') ? 'the columns' : 'it';
  // A sheet without a name gets one, which the runs have to say, too.
  const runs = job ? 'all runs' : 'all runs with --job NAME';
  return isChoice
    ? [step(`choose the rows that count, for ${runs}`, saved), see]
    : [see, step(`if that is as it should be, settle ${all} for ${runs}`, saved)];
}

function describeAllowing({ rules }: Stop): string {
  if (rules.includes('mixed_currencies')) return "if every amount is in its listing's own currency";
  return rules.includes('unsettled') ? 'for this run alone' : 'if this is intended';
}

/** Of a sheet that has to be written otherwise, or read otherwise: its amounts may be in cents, for several pieces or in another currency. */
function repairSheetSteps(report: RunReport, options: StepOptions): Steps {
  const { command: name, sheet, subject = [sheet.path], layoutFlags, flags, stop } = report;
  const { onceFlags, shell } = options;
  if (!stop || isGone(report)) return [];
  const step = (what: string, command: string): NextStep => ({ kind: 'repair', what, command });
  const repair = stop.repair
    ? [step(`${stop.repair} ${quoteWord(sheet.path, shell)}, then`, again(report, options, onceFlags))]
    : [];
  const added = Object.entries(stop.readAs ?? {}).filter(([flag]) => !flags.includes(flag));
  if (added.length === 0 || name === 'apply') return repair;
  if (!stop.rules.includes('sheet_note'))
    return [
      ...repair,
      step('if the amounts are in cents', again(report, options, [...added.flat(), ...onceFlags])),
    ];
  const check = ['check', ...subject, ...layoutFlags, ...added.flat(), '--save-mapping'];
  return [
    ...repair,
    step('if the line is right, read the amounts like that in all runs', formatCommand(check, shell)),
  ];
}

function undoSteps(report: RunReport, options: StepOptions): Steps {
  const { command: name, digest, cut, sheet } = report;
  const isSent = digest.own > 0 || (cut?.sent ?? 0) > 0;
  const isBefore = name === 'apply' && options.isSentBefore === true && digest.alreadyCorrect > 0;
  const step = (what: string, command: string): NextStep => ({
    kind: 'undo',
    what: onceKeyIsTaken(what, report),
    command,
  });
  return [
    ...(isSent ? [step('undo this run', undoOf(options.folder, newKeyRules(report), options))] : []),
    ...(isBefore
      ? [step('undo what the earlier run sent', undoOf(sheet.path, formerKeyRules(report), options))]
      : []),
  ];
}
