import type { Approval } from '../../domain/documents/ledger.ts';
import { explainReason, type Reason, splitReasons } from '../../domain/reasons.ts';
import type { Status } from '../../domain/status.ts';
import { isDecided, type RunReport, type Stop } from '../tally/run-report.ts';
import { describeFresh, headlineOf } from '../tally/summarize-run.ts';
import type { IssueGroup } from '../tally/tally-issues.ts';
import { firstClause } from '../text/failure-line.ts';
import { count, nameOfSheet, nounsOf } from '../text/words.ts';

/** How a run went, in a few phrases that go together in this order. */
export type Verdict = ReturnType<typeof judgeRun>;

interface JudgeOptions {
  /** How names of files and folders are marked. */
  readonly quote: (name: string) => string;
  /** The plan was said: the input is known. */
  readonly isSaid: boolean;
}

/** The one verdict on a run, for screens, page and messages. */
export function judgeRun(report: RunReport, { quote, isSaid }: JudgeOptions) {
  const { stop, digest } = report;
  const needs = digest.attention + digest.byStatus.held > 0;
  const unapproved = describeUnapproved(report, quote);
  const kind = unapproved === undefined ? kindOf(report) : 'Nothing sent';
  const headline = unapproved ?? headlineOf(report);
  const attention = stop && !stop.isAfterAll ? '' : describeWaiting(report);
  return {
    /** `good`: nothing needs a person; `attention`: some rows do; `stopped`: the run as a whole does. */
    mood: stop ? 'stopped' : needs ? 'attention' : 'good',
    /** `Dry run`, `Done`, `Stopped` */
    kind,
    /** `costs.csv, 20 rows` */
    input: isSaid ? '' : describeInput(report, quote),
    /** `12 listings would change` */
    headline: isSaid && report.declined ? '' : headline,
    /** `4 rows need attention`; nothing after a stop, and if there was nothing to do. */
    attention,
    /** What the headline alone would hide, as a sentence. */
    caveat: isSaid ? undefined : report.caveat,
    /** Nothing was approved of the plan, so that there is only that to say. */
    isUnapproved: unapproved !== undefined,
    /** All but the input: `Done, 12 listings updated, 4 rows need attention`. */
    sentence: [kind, headline, attention].filter((part) => part !== '').join(', '),
  } as const;
}

/** Of an apply of a review file as it is if nobody has written in it, or it was not saved. */
function describeUnapproved({ approval, stop }: RunReport, quote: JudgeOptions['quote']): string | undefined {
  if (!approval || approval.approved > 0 || approval.of === 0 || stop) return undefined;
  const updates = count(approval.of, 'update');
  return isDecided(approval)
    ? `${quote(approval.path)} rejects all of ${updates}`
    : `${quote(approval.path)} as it was saved approves none of ${updates}`;
}

function kindOf({ stop, command, sheet, preview, declined, dryRun }: RunReport): string {
  if (stop?.isAfterAll) return 'Done, but a file could not be written';
  if (stop) return dryRun && stop.rules.length > 0 ? 'Would be stopped' : 'Stopped';
  if (command === 'undo' && sheet.rows === 0) return 'Nothing to undo';
  if (preview) return 'Plan';
  if (declined) return 'Nothing sent';
  return dryRun ? 'Dry run' : 'Done';
}

function describeInput({ command, sheet, takesBack }: RunReport, quote: JudgeOptions['quote']): string {
  if (takesBack !== undefined)
    return `takes back the undo of ${quote(takesBack)}, ${count(sheet.rows, 'row')}`;
  const isOfRun = command === 'undo' || command === 'apply';
  const what = isOfRun ? `${command} of ${quote(sheet.path)}` : quote(nameOfSheet(sheet.path));
  return `${what}, ${count(sheet.rows, 'row')}`;
}

/** What is left for a person, who may have looked at held rows and approved others. */
function describeWaiting({ digest, approval, sheet }: RunReport): string {
  if (digest.attention + digest.byStatus.held === 0)
    return digest.updates > 0 ? 'nothing needs attention' : '';
  const nouns = nounsOf({ outcomes: digest.outcomes, rows: sheet.rows });
  const { held } = digest.byStatus;
  const say = (number: number, one: string, many: string): readonly string[] =>
    number === 0 ? [] : [`${count(number, ...nouns)} ${number === 1 ? one : many}`];
  return [
    ...say(digest.attention, 'needs attention', 'need attention'),
    ...(approval
      ? say(held, `was ${nameUnsent(approval)}`, `were ${nameUnsent(approval)}`)
      : say(held, 'waits for a person', 'wait for a person')),
  ].join(', ');
}

/** What the rows of a plan are that a review file does not approve. */
export function nameUnsent(approval: Approval): string {
  return isDecided(approval) ? 'rejected' : 'not approved';
}

/** Why a run did not do all that it was to do, or what it leaves to a person: the first that is said of it. */
export function describeReason({ stop, dryRun, digest, sheet, news }: RunReport): string {
  if (stop) return reasonOfStop(stop, dryRun);
  const [one, many] = nounsOf({ outcomes: digest.outcomes, rows: sheet.rows });
  const what = count(digest.attention, `${one} needs`, `${many} need`);
  return `${what} attention${news ? `, ${describeFresh(news)}` : ''}`;
}

/** The rules, and what the first of them found first; or the message of the error. */
export function reasonOfStop({ rules, message, messages = [] }: Stop, dryRun = false): string {
  if (rules.length === 0) return message;
  return `${dryRun ? 'Would be stopped' : 'Stopped'} by ${rules.join(', ')}: ${firstOf(messages[0] ?? message)}`;
}

/** Of a list below a title its first entry, and how many others there are. */
function firstOf(text: string): string {
  const [title = '', first, ...others] = text.split('\n  ');
  if (first === undefined) return title;
  const [, hidden] = /^and (\d+) more$/.exec(others.at(-1) ?? '') ?? [];
  const more = others.length + (hidden === undefined ? 0 : Number(hidden) - 1);
  return `${firstClause(first)}${more === 0 ? '' : `, and ${more} more`}`;
}

type Command = RunReport['command'];

/** Short advice for rows of a kind, for the command that was run: by their reason if there is one for that, or else by their status. */
export function advise(group: IssueGroup, command: Command): string {
  const { status, reason } = group;
  const advice = new Map<string, string | undefined>(Object.entries({ ...ADVICE, ...OF_COMMAND[command] }));
  const ofStatus = status === 'blocked' ? adviseOnRules(group, command) : advice.get(status);
  return advice.get(reason) ?? ofStatus ?? '';
}

/** An apply asks no rule of a row again. */
function adviseOnRules(group: IssueGroup, command: Command): string {
  const rules = rulesToAllow(group);
  if (rules.length === 0) return 'fix the amounts in retry.csv';
  return `${command === 'apply' ? 'fix the rows, or sync again with' : 'fix the amounts, or pass'} --allow ${rules}`;
}

/** What lets blocked rows pass as they are; none if all of them have to be repaired. */
export function rulesToAllow({ reason, also, total }: IssueGroup): readonly Reason[] {
  const isAllowed = (rule: Reason): boolean => explainReason(rule).retry !== 'repaired';
  const rules = [...splitReasons(reason), ...also.keys()];
  const ofAll = rules.filter((rule) => (also.get(rule) ?? total) === total);
  return ofAll.every(isAllowed) ? rules.filter(isAllowed) : [];
}

type Advice = Readonly<Partial<Record<Status | Reason, string>>>;

const ADVICE: Advice = {
  strategy_refused: 'the strategy is gone: choose another one',
  duplicate_disagrees: 'choose the rows that count',
  held_though_unsent: 'already as planned: to restore the old values, sync retry.csv',
  sku_damaged: 'a spreadsheet has changed these SKUs: type them in again',
  may_arrive: 'wait, then check again',
  invalid: 'fix the cells',
  not_found: 'check the SKUs, or pass --missing ok',
  ambiguous: 'delete the wrong rows in retry.csv, or pass --match all',
  conflict: 'check what somebody else changed',
  failed: "see the service's message",
  unconfirmed: 'outcome unknown: check these listings',
  skipped: 'not sent: sync them again',
};

/** An undo reads no sheet. */
const OF_COMMAND: Readonly<Partial<Record<Command, Advice>>> = {
  apply: {
    ambiguous: 'delete the wrong rows in retry.csv, then sync',
    skipped: 'not sent: apply the rest of that plan',
  },
  undo: {
    may_arrive: 'wait, then undo again',
    answer_lost: 'outcome unknown: undo again',
    not_found: 'check that the key belongs to the same account',
    skipped: 'not sent: undo again',
  },
};
