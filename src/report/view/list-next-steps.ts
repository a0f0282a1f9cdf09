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

type Steps = Generator<NextStep, void>;

function step(kind: NextStep['kind'], what: string, command: string): NextStep {
  return { kind, what, command };
}

const RETRY = 'retry.csv';
const REVIEW = 'review.csv';

/** The next steps after a run, the most likely first. */
export function listNextSteps(report: RunReport, options: StepOptions): readonly NextStep[] {
  return [...nextSteps(report, options)];
}

function* nextSteps(report: RunReport, options: StepOptions): Steps {
  const apply = [...applySteps(report, options)];
  const isOpen = report.dryRun || report.declined;
  if (isOpen) yield* apply;
  yield* approveSteps(report, options);
  yield* restBeforeSteps(report);
  // A plan that was looked at needs no second one.
  if (!report.dryRun || apply.length === 0) yield* sendSteps(report);
  yield* undoAgainSteps(report);
  if (!report.stop) {
    yield* repairRowsSteps(report, options);
    yield* allowRowsSteps(report, options);
  } else {
    yield* againSteps(report);
    yield* guardSteps(report, report.stop, options);
  }
  if (!isOpen) yield* apply;
  yield* undoSteps(report, options);
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
function* applySteps(report: RunReport, options: StepOptions): Steps {
  const { command: name, dryRun, declined, stop, isPlanned, digest } = report;
  const command = formatFollowing(['apply', options.folder], report.given, { allow: newKeyRules(report) });
  if (canApplyRest(report) || (isKeyRefused(report) && isRestOnDisk(report)))
    yield step('apply', onceKeyIsTaken('send the rest of this plan', report), command);
  else if (stop || !isPlanned) return;
  else if (name !== 'undo' && !dryRun && digest.byReason[ANSWER_LOST] !== undefined)
    yield step('apply', 'settle updates that may still arrive', command);
  else if ((dryRun || declined) && digest.updates > 0 && !isOfRun(report))
    yield step('apply', 'send this plan', command);
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

function* approveSteps(report: RunReport, options: StepOptions): Steps {
  // What was approved and declined is sent by the same command, once more.
  const held = report.declined && report.approval ? undefined : findHeldRows(report, options);
  if (held) yield step('approve', held.what, held.command);
}

/** What a review file approves is no more than what the run held: what it did not send is left to an apply of all of its plan. */
function* restBeforeSteps(report: RunReport): Steps {
  const { approval, dryRun, digest, sheet, given } = report;
  if (!approval || dryRun || digest.leftBefore === 0) return;
  const command = formatFollowing(['apply', sheet.path], given, { allow: formerKeyRules(report) });
  yield step('apply', 'send the rest of that plan', command);
}

function* sendSteps(report: RunReport): Steps {
  const { dryRun, declined, stop, digest, sheet, subject = [sheet.path], given } = report;
  const isOpen = dryRun || (declined && isOfRun(report));
  if (!isOpen || stop || digest.byStatus.planned === 0 || isGone(report)) return;
  // An apply or an undo makes no other plan.
  const once = given.once.filter((flag) => flag !== '--dry-run');
  yield isOfRun(report)
    ? step('send', 'send it', again({ ...report, given: { ...given, once } }, formerKeyRules(report)))
    : step('send', 'make a new plan and send it', formatFollowing(['sync', ...subject], given));
}

function* undoAgainSteps(report: RunReport): Steps {
  const { command: name, dryRun, declined, digest } = report;
  if (name !== 'undo' || dryRun || declined || isKeyRefused(report) || inDoubt(report) === 0) return;
  const { lastArrival } = digest;
  const what = lastArrival === undefined ? 'undo again' : `after ${lastArrival} UTC, undo again`;
  yield step('again', what, again(report, formerKeyRules(report)));
}

/** After a stop that another attempt may not meet. Of a refused key, if there is no plan yet to go on with. */
function* againSteps(report: RunReport): Steps {
  const { stop, isPlanned } = report;
  if (!stop || stop.isAfterAll || isGone(report)) return;
  if (!TRANSIENT_STOPS.has(stop.code) && (!isKeyRefused(report) || isPlanned)) return;
  const command = again(report, formerKeyRules(report));
  yield step('again', onceKeyIsTaken('run it again', report), command);
}

function* repairRowsSteps(report: RunReport, options: StepOptions): Steps {
  const { digest } = report;
  if (digest.attention === digest.byStatus.skipped + inDoubt(report)) return;
  const what = `repair ${quoteWord(join(options.folder, RETRY), report.given.shell)}, then`;
  yield step('repair', what, retryCommand(report, options));
}

/** First prices are often right: only a person who looks at them can say. */
function* allowRowsSteps(report: RunReport, options: StepOptions): Steps {
  const groups = report.digest.issues.groups.filter(({ status }) => status === 'blocked');
  const rules = groups.flatMap(rulesToAllow);
  if (rules.length === 0 || groups.every(({ firstPrices }) => firstPrices === 0)) return;
  const command = retryCommand(report, options, rules);
  yield step('allow', 'or, if all blocked amounts are right', command);
}

/** Rules about rows that can be repaired. */
const ABOUT_ROWS: ReadonlySet<string> = new Set(['max_invalid', 'max_missing']);

/** What to do where a guard rule was against the plan: repair the rows, or let the rule pass, if all of it is meant. */
function* guardSteps(report: RunReport, stop: Stop, options: StepOptions): Steps {
  const { command: name, isPlanned, digest, given } = report;
  const { rules } = stop;
  if (rules.length === 0) return;
  yield* settleSteps(stop, report.sheet.job);
  if (rules.some((rule) => ABOUT_ROWS.has(rule))) yield* repairRowsSteps(report, options);
  if (!isGone(report)) {
    yield* repairSheetSteps(report, stop);
    yield step('allow', describeAllowing(stop), again(report, rules));
  }
  if (!isPlanned || digest.updates === 0 || name === 'apply') return;
  const command = formatFollowing(['apply', options.folder], given, { allow: rules });
  yield step('allow', 'or, to send this plan', command);
}

/** A sheet that is settled goes through every night; one that is let pass goes through once. */
function* settleSteps({ settle, isChoice, rules }: Stop, job: string | null | undefined): Steps {
  if (settle === undefined) return;
  const ifMeant = 'if that column is meant, see how it would be read, and keep it with --save-mapping';
  if (rules.includes('nothing_to_set')) return yield step('repair', ifMeant, settle);
  const see = step('repair', 'see how each column is read, and how else it can be', settle);
  const all = rules.includes('sheet_note') ? 'the columns' : 'it';
  // A sheet without a name gets one, which the runs have to say, too.
  const runs = job ? 'all runs' : 'all runs with --job NAME';
  const what = isChoice
    ? `choose the rows that count, for ${runs}`
    : `if that is as it should be, settle ${all} for ${runs}`;
  const save = step('repair', what, `${settle} --save-mapping`);
  yield* isChoice ? [save, see] : [see, save];
}

function describeAllowing({ rules }: Stop): string {
  if (rules.includes('mixed_currencies')) return "if every amount is in its listing's own currency";
  return rules.includes('unsettled') ? 'for this run alone' : 'if this is intended';
}

/** Of a sheet that has to be written otherwise, or read otherwise: its amounts may be in cents, for several pieces or in another currency. */
function* repairSheetSteps(report: RunReport, stop: Stop): Steps {
  const { command: name, sheet, subject = [sheet.path], given } = report;
  if (stop.repair)
    yield step('repair', `${stop.repair} ${quoteWord(sheet.path, given.shell)}, then`, again(report));
  const known = flagsFor(name, given);
  const added = Object.entries(stop.readAs ?? {}).filter(([flag]) => !known.includes(flag));
  if (added.length === 0 || name === 'apply') return;
  const more = added.flat();
  const amounts = added.map(([, value]) => value).join(' and ');
  yield stop.rules.includes('sheet_note')
    ? step(
        'repair',
        'if the line is right, read the amounts like that in all runs',
        formatFollowing(['check', ...subject], given, { more: [...more, '--save-mapping'] }),
      )
    : step('repair', `if the amounts are in ${amounts}`, again(report, [], more));
}

function* undoSteps(report: RunReport, options: StepOptions): Steps {
  const { command: name, digest, cut, sheet, given } = report;
  const undo = (what: string, run: string, allow: readonly string[]): NextStep =>
    step('undo', onceKeyIsTaken(what, report), formatFollowing(['undo', run], given, { allow }));
  if (digest.own > 0 || (cut?.sent ?? 0) > 0)
    yield undo('undo this run', options.folder, newKeyRules(report));
  if (name === 'apply' && options.isSentBefore && digest.alreadyCorrect > 0)
    yield undo('undo what the earlier run sent', sheet.path, formerKeyRules(report));
}
