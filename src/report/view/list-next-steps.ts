import { join } from 'node:path';
import { MAY_ARRIVE } from '../../domain/effects.ts';
import { quoteWord } from '../../domain/quote-word.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { RunReport, Stop } from '../tally/run-report.ts';
import { canApplyRest, isDecided, isKeyRefused, isRestOnDisk, TRANSIENT_STOPS } from '../tally/run-report.ts';
import { flagsFor, formatFollowing, withoutLayout } from '../text/format-command.ts';
import { rulesToAllow } from './judge-run.ts';

export interface StepOptions {
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
    ...restBeforeSteps(report),
    // A plan that was looked at needs no second one.
    ...(report.dryRun && apply.length > 0 ? [] : sendSteps(report)),
    ...undoAgainSteps(report),
    ...(report.stop
      ? againSteps(report)
      : [...repairRowsSteps(report, options), ...allowRowsSteps(report, options)]),
    ...guardSteps(report, options),
    ...(isOpen ? [] : apply),
    ...undoSteps(report, options),
  ];
}

/** The same command on the same input, with further rules allowed, and further flags. */
function again(
  { command, sheet, subject = [sheet.path], given }: RunReport,
  rules: readonly string[] = [],
  flags: readonly string[] = [],
): string {
  const added = { allow: [...given.allow, ...rules], more: [...flags, ...given.once] };
  return formatFollowing([command, ...subject], given, added);
}

/** Sends what needs attention from its file, with these rules allowed: what the run itself was allowed was its own plan. */
export function retryCommand(
  { given }: RunReport,
  { folder }: StepOptions,
  allow: readonly Reason[] = [],
): string {
  return formatFollowing(['sync', join(folder, RETRY)], withoutLayout(given), { allow });
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
  const command = formatFollowing(['apply', options.folder], report.given, { allow: newKeyRules(report) });
  if (canApplyRest(report) || (isKeyRefused(report) && isRestOnDisk(report)))
    return [{ kind: 'apply', what: onceKeyIsTaken('send the rest of this plan', report), command }];
  if (stop || !isPlanned) return [];
  if (name !== 'undo' && !dryRun && digest.byReason[ANSWER_LOST] !== undefined)
    return [{ kind: 'apply', what: 'settle updates that may still arrive', command }];
  const isOpen = (dryRun || declined) && digest.updates > 0 && !isOfRun(report);
  return isOpen ? [{ kind: 'apply', what: 'send this plan', command }] : [];
}

/**
 * The rows of a run that wait for a person, with what to do before the command that sends what is approved by then; `undefined` if there are
 * none, or no file to approve them in.
 */
export function findHeldRows(report: RunReport, options: StepOptions) {
  const { stop, isPlanned, unwritten = [], digest, command, approval, sheet, given } = report;
  const rows = digest.byStatus.held;
  if (rows === 0 || stop || !isPlanned || command === 'undo') return undefined;
  // What an apply holds is in the plan that it was made of, and so is the file.
  const isApply = command === 'apply';
  if (approval && isDecided(approval)) return undefined;
  if (isApply ? !approval && !options.isReviewedBefore : unwritten.includes(REVIEW)) return undefined;
  const [run, allow] = isApply ? [sheet.path, formerKeyRules(report)] : [options.folder, newKeyRules(report)];
  const review = approval?.path ?? join(run, REVIEW);
  return {
    rows,
    what: `write yes beside rows in ${quoteWord(review, given.shell)}, then`,
    command: formatFollowing(['apply', run, '--only', review], given, { allow }),
  };
}

/** The flags of the command that sends what the report's page has approved. */
export function approvalFlags(report: RunReport): readonly string[] {
  return flagsFor('apply', report.given, [...newKeyRules(report), ...(report.stop?.rules ?? [])]);
}

function approveSteps(report: RunReport, options: StepOptions): Steps {
  // What was approved and declined is sent by the same command, once more.
  const held = report.declined && report.approval ? undefined : findHeldRows(report, options);
  return held ? [{ kind: 'approve', what: held.what, command: held.command }] : [];
}

/** What a review file approves is no more than what the run held: what it did not send is left to an apply of all of its plan. */
function restBeforeSteps(report: RunReport): Steps {
  const { approval, dryRun, digest, sheet, given } = report;
  if (!approval || dryRun || digest.leftBefore === 0) return [];
  const command = formatFollowing(['apply', sheet.path], given, { allow: formerKeyRules(report) });
  return [{ kind: 'apply', what: 'send the rest of that plan', command }];
}

function sendSteps(report: RunReport): Steps {
  const { dryRun, declined, stop, digest, sheet, subject = [sheet.path], given } = report;
  const isOpen = dryRun || (declined && isOfRun(report));
  if (!isOpen || stop || digest.byStatus.planned === 0 || isGone(report)) return [];
  if (!isOfRun(report)) {
    const command = formatFollowing(['sync', ...subject], given);
    return [{ kind: 'send', what: 'make a new plan and send it', command }];
  }
  // An apply or an undo makes no other plan.
  const once = given.once.filter((flag) => flag !== '--dry-run');
  const command = again({ ...report, given: { ...given, once } }, formerKeyRules(report));
  return [{ kind: 'send', what: 'send it', command }];
}

function undoAgainSteps(report: RunReport): Steps {
  const { command: name, dryRun, declined, digest } = report;
  if (name !== 'undo' || dryRun || declined || isKeyRefused(report) || inDoubt(report) === 0) return [];
  const { lastArrival } = digest;
  const what = lastArrival === undefined ? 'undo again' : `after ${lastArrival} UTC, undo again`;
  return [{ kind: 'again', what, command: again(report, formerKeyRules(report)) }];
}

/** After a stop that another attempt may not meet. Of a refused key, if there is no plan yet to go on with. */
function againSteps(report: RunReport): Steps {
  const { stop, isPlanned } = report;
  if (!stop || stop.isAfterAll || isGone(report)) return [];
  if (!TRANSIENT_STOPS.has(stop.code) && (!isKeyRefused(report) || isPlanned)) return [];
  const command = again(report, formerKeyRules(report));
  return [{ kind: 'again', what: onceKeyIsTaken('run it again', report), command }];
}

function repairRowsSteps(report: RunReport, options: StepOptions): Steps {
  const { digest } = report;
  if (digest.attention === digest.byStatus.skipped + inDoubt(report)) return [];
  const what = `repair ${quoteWord(join(options.folder, RETRY), report.given.shell)}, then`;
  return [{ kind: 'repair', what, command: retryCommand(report, options) }];
}

/** First prices are often right: only a person who looks at them can say. */
function allowRowsSteps(report: RunReport, options: StepOptions): Steps {
  const groups = report.digest.issues.groups.filter(({ status }) => status === 'blocked');
  const rules = groups.flatMap(rulesToAllow);
  if (rules.length === 0 || groups.every(({ firstPrices }) => firstPrices === 0)) return [];
  const command = retryCommand(report, options, rules);
  return [{ kind: 'allow', what: 'or, if all blocked amounts are right', command }];
}

/** Rules about rows that can be repaired. */
const ABOUT_ROWS: ReadonlySet<string> = new Set(['max_invalid', 'max_missing']);

/** What to do where a guard rule was against the plan: repair the rows, or let the rule pass, if all of it is meant. */
function guardSteps(report: RunReport, options: StepOptions): Steps {
  const { command, stop, isPlanned, digest, given } = report;
  if (!stop || stop.rules.length === 0) return [];
  const isSendable = isPlanned && digest.updates > 0 && command !== 'apply';
  return [
    ...settleSteps(stop, report.sheet.job),
    ...(stop.rules.some((rule) => ABOUT_ROWS.has(rule)) ? repairRowsSteps(report, options) : []),
    ...repairSheetSteps(report),
    ...(isGone(report)
      ? []
      : [{ kind: 'allow', what: describeAllowing(stop), command: again(report, stop.rules) } as const]),
    ...(isSendable
      ? [
          {
            kind: 'allow',
            what: 'or, to send this plan',
            command: formatFollowing(['apply', options.folder], given, { allow: stop.rules }),
          } as const,
        ]
      : []),
  ];
}

function repairStep(what: string, command: string): NextStep {
  return { kind: 'repair', what, command };
}

/** A sheet that is settled goes through every night; one that is let pass goes through once. */
function settleSteps({ settle, isChoice, rules }: Stop, job: string | null | undefined): Steps {
  if (settle === undefined) return [];
  if (rules.includes('nothing_to_set'))
    return [
      repairStep(
        'if that column is meant, see how it would be read, and keep it with --save-mapping',
        settle,
      ),
    ];
  const see = repairStep('see how each column is read, and how else it can be', settle);
  const saved = `${settle} --save-mapping`;
  const all = rules.includes('sheet_note') ? 'the columns' : 'it';
  // A sheet without a name gets one, which the runs have to say, too.
  const runs = job ? 'all runs' : 'all runs with --job NAME';
  return isChoice
    ? [repairStep(`choose the rows that count, for ${runs}`, saved), see]
    : [see, repairStep(`if that is as it should be, settle ${all} for ${runs}`, saved)];
}

function describeAllowing({ rules }: Stop): string {
  if (rules.includes('mixed_currencies')) return "if every amount is in its listing's own currency";
  return rules.includes('unsettled') ? 'for this run alone' : 'if this is intended';
}

/** Of a sheet that has to be written otherwise, or read otherwise: its amounts may be in cents, for several pieces or in another currency. */
function repairSheetSteps(report: RunReport): Steps {
  const { command: name, sheet, subject = [sheet.path], given, stop } = report;
  if (!stop || isGone(report)) return [];
  const repair = stop.repair
    ? [repairStep(`${stop.repair} ${quoteWord(sheet.path, given.shell)}, then`, again(report))]
    : [];
  const known = flagsFor(name, given);
  const added = Object.entries(stop.readAs ?? {}).filter(([flag]) => !known.includes(flag));
  if (added.length === 0 || name === 'apply') return repair;
  if (!stop.rules.includes('sheet_note'))
    return [
      ...repair,
      repairStep(
        `if the amounts are in ${added.map(([, value]) => value).join(' and ')}`,
        again(report, [], added.flat()),
      ),
    ];
  const check = formatFollowing(['check', ...subject], given, { more: [...added.flat(), '--save-mapping'] });
  return [...repair, repairStep('if the line is right, read the amounts like that in all runs', check)];
}

function undoSteps(report: RunReport, options: StepOptions): Steps {
  const { command: name, digest, cut, sheet, given } = report;
  const isSent = digest.own > 0 || (cut?.sent ?? 0) > 0;
  const isBefore = name === 'apply' && options.isSentBefore === true && digest.alreadyCorrect > 0;
  const step = (what: string, run: string, allow: readonly string[]): NextStep => ({
    kind: 'undo',
    what: onceKeyIsTaken(what, report),
    command: formatFollowing(['undo', run], given, { allow }),
  });
  return [
    ...(isSent ? [step('undo this run', options.folder, newKeyRules(report))] : []),
    ...(isBefore ? [step('undo what the earlier run sent', sheet.path, formerKeyRules(report))] : []),
  ];
}
