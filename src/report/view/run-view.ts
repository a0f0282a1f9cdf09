import { join } from 'node:path';
import { describeValue } from '../../domain/fields.ts';
import { FOLLOW_UPS, type FollowUpCounts } from '../../domain/follow-up.ts';
import type { Reason } from '../../domain/reasons.ts';
import { type Change, rowOf, skuOf } from '../../domain/stages.ts';
import { needsAttention, STATUSES, type Status } from '../../domain/status.ts';
import { countForced } from '../tally/describe-prices.ts';
import { describePhases, describeSending, ownSeconds } from '../tally/phase-time.ts';
import type { RunReport, Stop } from '../tally/run-report.ts';
import { effectiveRate } from '../tally/run-report.ts';
import { describeFresh, isOpen, nameFresh, summarizeRun, summarizeStop } from '../tally/summarize-run.ts';
import { type IssueGroup, repeatsStop } from '../tally/tally-issues.ts';
import { type Digest, nameUpdates } from '../tally/tally-outcomes.ts';
import { count, describeEntries, nounsOf } from '../text/words.ts';
import { advise, judgeRun, nameUnsent } from './judge-run.ts';
import { listNextSteps, type NextStep, type StepOptions } from './list-next-steps.ts';

/**
 * Everything that a person reads about a run, as plain data: screen, Markdown, page and message lay it out, and decide and count
 * nothing themselves.
 */
export type RunView = ReturnType<typeof viewRun>;
export type StopView = NonNullable<RunView['stop']>;
export type ChangesView = NonNullable<RunView['changes']>;
export type AttentionView = NonNullable<RunView['attention']>;
export type GroupView = AttentionView['groups'][number];
export type NoticesView = NonNullable<RunView['notices']>;

/** A label, and what is said of it. */
export type Fact = readonly [label: string, text: string];

/** One reason why a run stopped, with its code for scripts. */
export interface StopLine {
  readonly text: string;
  readonly code: string | undefined;
}

export interface ViewOptions extends StepOptions {
  /** How names from outside are marked within sentences. */
  readonly quote?: (name: string) => string;
  /** The plan that a person was asked about: what was on the screen with it is not said again. */
  readonly asked?: RunReport | undefined;
  /** With --verbose, and on the page: notices that were said of the last run too, and the requests. */
  readonly verbose?: boolean | undefined;
}

/** Describes a run for people. */
export function viewRun(report: RunReport, options: ViewOptions) {
  const { digest, sheet, preview, stop } = report;
  const { asked, quote = (name) => name } = options;
  const steps = preview ? [] : listNextSteps(report, options);
  const isSaid = asked !== undefined;
  const entries = { outcomes: digest.outcomes, rows: sheet.rows };
  const attention = viewAttention(report, isSaid);
  return {
    verdict: judgeRun(report, { quote, isSaid }),
    /** Nothing was sent, or nothing yet. */
    isOpen: isOpen(report),
    stop: stop && viewStop(stop, steps),
    counts: countRows(report, { isSaid, isListed: attention !== undefined }),
    /** Explains why there are more entries than rows. */
    entries: isSaid ? undefined : describeEntries(entries),
    /** What a row is called: an entry, if some row has several. */
    nouns: nounsOf(entries),
    changes: isSaid ? undefined : viewChanges(report),
    attention,
    /** The file with a line for each row; not before the question is answered. */
    file: fileOfRows(report),
    notices: viewNotices(report, options),
    /** Why it was stopped, as a sentence of the summary. */
    why: stop && summarizeStop(stop, report),
    /** What happened, in a few sentences. */
    summary: summarizeRun(report, quote),
    account: `${report.account.base_url}, key fingerprint ${report.account.key_fingerprint}`,
    /** Manual prices, how long sending takes, the requests: as far as there is something to say. */
    facts: [...listFacts(report, options)],
    /** Where it lies. */
    where: findWhere(report, options),
    /** What the answer to the question decides; the last line is the question. */
    question: preview && [...askWhetherToSend(report)],
    steps,
  } as const;
}

function viewStop(stop: Stop, steps: readonly NextStep[]) {
  const { rules, settle, hint } = stop;
  const isStep = settle !== undefined || steps.some(({ kind }) => kind === 'allow');
  const title: string =
    rules.length === 0 ? '' : rules.length === 1 ? 'Refused by a guard rule' : 'Refused by guard rules';
  return {
    /** What the lines are; nothing where they are an error's message. */
    title,
    lines: linesOf(stop),
    /** Left out if a next step says the same. */
    hint: isStep ? undefined : hint,
  } as const;
}

/** In other messages than these a line break is somebody else's. */
function linesOf({ code, rules, message, messages = [] }: Stop): readonly StopLine[] {
  if (rules.length > 0 && messages.length === rules.length)
    return rules.flatMap((rule, at) => toLines((messages[at] ?? '').split('\n'), rule));
  const lines = code === 'bug' || code === 'guard' ? message.split('\n') : [message];
  return toLines(lines, rules.length > 0 ? rules.join(', ') : code);
}

function toLines(lines: readonly string[], code: string): readonly StopLine[] {
  return lines.map((text, at) => ({ text, code: at === 0 ? code : undefined }));
}

/** What a status is called, if people need another word than scripts. Nobody has compared a row that sets nothing. */
export function nameStatuses({
  digest: { byStatus, byReason },
  approval,
}: RunReport): Readonly<Partial<Record<Status, string>>> {
  const setsNothing = byReason.nothing_to_set === byStatus.unchanged;
  return {
    unchanged: setsNothing ? 'with nothing to set' : 'already up to date',
    ...(approval && { held: nameUnsent(approval) }),
  };
}

/**
 * How many rows ended how. `updated` rows are what this run sent and saw; a row that was so already is up to date, also if another run sent it.
 * Once the plan was said, only what became of its updates. `isListed`: rows that need attention are named.
 */
function countRows(
  report: RunReport,
  { isSaid, isListed }: { readonly isSaid: boolean; readonly isListed: boolean },
) {
  const { digest, missingIsOk, dryRun, stop } = report;
  const { byStatus, alreadyCorrect, updates, open } = digest;
  const { failedByStop, skippedByStop } = digest.issuesOfUpdates;
  const made = byStatus.updated - alreadyCorrect;
  const counts: Readonly<Record<Status, number>> = isSaid
    ? { ...NONE, unchanged: updates - open - made, failed: failedByStop, skipped: skippedByStop }
    : { ...byStatus, updated: made, unchanged: byStatus.unchanged + alreadyCorrect };
  const headline: Status | undefined =
    report.cut || isSaid ? undefined : isOpen(report) ? 'planned' : 'updated';
  const names = { ...nameStatuses(report), skipped: stop && (dryRun ? 'would be stopped' : 'not sent') };
  return STATUSES.filter((status) => counts[status] > 0).map((status) => ({
    status,
    /** For people: the status, or what it means. */
    name: names[status] ?? status,
    count: counts[status],
    needsAttention: needsAttention(status, missingIsOk),
    /** The headline has this number, or these rows are listed as needing attention. */
    isSaid:
      status === headline ||
      (isListed && needsAttention(status, missingIsOk) && !(stop && status === 'skipped')),
  }));
}

const NONE = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;

/** Nothing is known to be wrong with cells whose columns are not settled. */
function isUnsettled({ stop }: RunReport): boolean {
  return stop?.rules.includes('unsettled') === true;
}

function viewChanges(report: RunReport) {
  const { digest, stop } = report;
  const { changes, byStatus, own, firstChanges } = digest;
  if (changes.total === 0) return undefined;
  // Of a run that a guard rule stopped, these are the changes that it was not to make.
  const isRefused = stop !== undefined && stop.rules.length > 0;
  const isMade = byStatus.planned === 0 && own > 0 && !isRefused;
  return {
    title: isMade ? 'Changes made' : 'Changes',
    digest: changes,
    /** The first of them, one by one. */
    first: firstChanges.map(({ outcome, change }) => ({
      line: rowOf(outcome.entry).line,
      sku: skuOf(outcome.entry),
      change,
      before: nameValue(change, 'before', report),
      after: nameValue(change, 'after', report),
    })),
    firstAmounts: digest.firstAmounts,
    /** The file that has all of them. */
    file: fileOfRows(report),
  } as const;
}

function nameValue(change: Change, side: 'before' | 'after', { strategyNames }: RunReport): string {
  const value = change[side];
  if (change.field !== 'strategy' || value === null) return describeValue(change.field, value);
  const name = strategyNames.get(String(value)) ?? String(value);
  // A strategy may have the same name as the word for "none": quotes mark the name.
  return name === describeValue('strategy', null) ? `"${name}"` : name;
}

const RESULTS = 'results.csv';
const PAGE = 'report.html';
const SUMMARY = 'summary.json';

function fileOfRows({ preview, unwritten = [] }: RunReport): string | undefined {
  return preview || unwritten.includes(RESULTS) ? undefined : RESULTS;
}

function hasPage({ preview, unwritten = [] }: RunReport): boolean {
  return preview ? preview.hasPage : !unwritten.includes(PAGE);
}

function viewAttention(report: RunReport, isSaid: boolean) {
  const { digest, sheet, command, stop, news, preview } = report;
  // What the plan left to a person has nothing to do with the question whether to send the rest of it.
  const issues = isSaid ? digest.issuesOfUpdates : preview ? digest.ownIssues : digest.issues;
  const { grouped, slipped, slippedBy, failedByStop, first, groups } = issues;
  const carried = preview ? digest.issues.grouped - grouped : 0;
  // Rows that only the stop left over are counted with the stop.
  if (grouped + slipped + carried === 0 || isUnsettled(report)) return undefined;
  const nouns = nounsOf({ outcomes: digest.outcomes, rows: sheet.rows });
  const known = stop || isSaid || carried > 0 ? undefined : news;
  const remark = known ? `, ${describeFresh(known)}` : carried > 0 && grouped === 0 ? `, ${CARRIED}` : '';
  return {
    title: `Needs attention: ${count(grouped + slipped + failedByStop + carried, ...nouns)}${remark}`,
    /** Names the rows that are new, among others. */
    fresh: known && nameFresh(known),
    /** The first rows, and whether these are all, and few enough to be shown one by one. */
    rows: first,
    isWhole: grouped <= FEW_ROWS && grouped === first.reduce((sum, { entries }) => sum + entries, 0),
    /** The most severe first. */
    groups: groups.map((group) => ({
      ...group,
      reasons: nameReasons(group),
      advice: advise(group, command),
      remark: describeFirstPrices(group),
    })),
    /** Rows with one common cause, which is named already. */
    others: [
      ...(carried > 0 && grouped > 0 ? [`${carried} ${CARRIED}`] : []),
      ...(slipped === 0 ? [] : [`${slipped} blocked (max_change), all for the reason above: ${slippedBy}`]),
      ...(failedByStop === 0 ? [] : [`${failedByStop} failed for the same reason the run stopped`]),
    ],
    file: fileOfRows(report),
  } as const;
}

/** `max_change, 3 also below_cost`. */
function nameReasons({ reason, also, total }: IssueGroup): string {
  const others = [...also].map(([other, number]) => (number === total ? other : `${number} also ${other}`));
  return [reason, ...others].join(', ');
}

function describeFirstPrices({ firstPrices: number }: IssueGroup): string | undefined {
  if (number === 0) return undefined;
  return `${number} ${number === 1 ? 'sets' : 'set'} a first price, which is compared with the current price`;
}

const CARRIED = 'known from the run that is applied';
const FEW_ROWS = 12;

/** Notices of unwritten files come first and are always shown; the last of them may be why the run was stopped. */
function viewNotices(report: RunReport, { asked, verbose = false }: ViewOptions) {
  const { notices, caveat, knownNotices = [], stop, unwritten = [], preview } = report;
  const said = [
    caveat,
    ...(asked?.notices ?? []),
    ...(asked?.toAgree ?? []),
    ...(verbose ? [] : knownNotices),
  ];
  const texts = notices.filter((notice) => !said.includes(notice) && !repeatsStop(notice, stop));
  if (texts.length === 0) return undefined;
  const file = hasPage(report) ? 'the report' : preview || unwritten.includes(SUMMARY) ? undefined : SUMMARY;
  /** `kept`: that many of the first are always shown. `file`: has all of them. */
  return { texts, kept: unwritten.length, file } as const;
}

/** Requests that went through at once, in a time that nobody waits for, are not worth a line. */
const WORTH_A_LINE_SECONDS = 30;

function* listFacts(report: RunReport, { verbose = false, asked }: ViewOptions): Generator<Fact> {
  const { digest, requests, phases, pace, startedAt, finishedAt, preview } = report;
  const { reads, writes, retries, throttled } = requests;
  if (digest.followUp) yield ['Follow-up', describeFollowUps(digest.followUp)];
  const sending = asked ? undefined : describeCost(report);
  if (sending !== undefined) yield ['Sending', sending];
  const seconds = ownSeconds(phases) || (finishedAt - startedAt) / 1000;
  const isWorthALine = verbose || retries + throttled > 0 || seconds >= WORTH_A_LINE_SECONDS;
  if (preview || !isWorthALine) return;
  const went = describePhases(phases, pace.setting);
  const refused = throttled === 0 ? '' : `, ${throttled} refused over the rate limit (429)`;
  const made = `${count(reads, 'read')}, ${count(writes, 'write')}, ${count(retries, 'retry', 'retries')}${refused}`;
  yield ['Requests', `${made}, in ${seconds.toFixed(1)} s${went === undefined ? '' : `, ${went}`}`];
}

/** What was seen of manual prices, in the words of results.csv: `12 manual prices reflected, 3 pending, 1 no_effect`. */
function describeFollowUps(counts: FollowUpCounts): string {
  return FOLLOW_UPS.filter((kind) => counts[kind] > 0)
    .map((kind, at) => `${at === 0 ? count(counts[kind], 'manual price') : counts[kind]} ${kind}`)
    .join(', ');
}

/** How long sending takes, while nothing is sent. */
function describeCost({ rereadsExpected, stop, digest, pace }: RunReport): string | undefined {
  const writes = digest.byStatus.planned;
  // The expectation covers all updates: once some were sent, the rest is unknown.
  const rereads = writes === digest.updates ? rereadsExpected : undefined;
  if (stop || writes === 0) return undefined;
  const { mostPerSecond } = pace;
  return describeSending({ writes, rereads, ratePerSecond: effectiveRate(pace), mostPerSecond });
}

function findWhere(report: RunReport, { asked, folder }: ViewOptions): Fact | undefined {
  if (asked && report.declined) return undefined;
  // The report was named with the plan.
  if (hasPage(report) && !(asked && hasPage(asked))) return ['Report', join(folder, PAGE)];
  return report.preview ? undefined : ['Folder', folder];
}

function* askWhetherToSend({ digest, account, given, sheet, toAgree = [] }: RunReport): Generator<string> {
  const forced = countForced(digest.prices);
  // Prices follow their bounds at once, in whatever direction.
  if (forced !== '') yield `Prices that have to move at once: ${forced}`;
  const allowed = given.allow.map((rule) => nameAllowed(rule, digest));
  if (allowed.length > 0) yield `Allowed: ${allowed.join('; ')}`;
  yield* toAgree;
  yield `Account: ${account.base_url}, key fingerprint ${account.key_fingerprint}`;
  const job = sheet.job === undefined ? [] : [`job "${sheet.job}"`];
  const amounts = digest.currencies.length === 0 ? [] : [`amounts in ${digest.currencies.join(' and ')}`];
  const facts = [...job, ...amounts].join(', ');
  yield `Send ${count(digest.byStatus.planned, 'update')} to this account${facts && ` (${facts})`}?`;
}

/** `below_cost in 1 update, line 7 (CUP-02)`; a rule that no update is against by its name alone. */
function nameAllowed(rule: string, { noted }: Digest): string {
  const found = noted.get(rule as Reason);
  return found ? `${rule} in ${nameUpdates(found)}` : rule;
}
