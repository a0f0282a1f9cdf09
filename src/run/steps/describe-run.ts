import { count } from '../../domain/count.ts';
import { errorDetails, KeyRefusedError, PricesheetError, UnsettledError } from '../../domain/errors.ts';
import { EXIT, exitCodeOf } from '../../domain/exit-codes.ts';
import type { Strategy } from '../../domain/listing.ts';
import type { ConcurrencySetting, LearnedPace } from '../../domain/ports.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { Reason } from '../../domain/reasons.ts';
import { isByOthers } from '../../plan/judge-drift.ts';
import { noticePrices } from '../../report/tally/describe-prices.ts';
import type { AttentionNews, RunReport, Stop } from '../../report/tally/run-report.ts';
import { type Digest, nameUpdates } from '../../report/tally/tally-outcomes.ts';
import type { GivenFlags } from '../../report/text/format-command.ts';
import { capitalize } from '../../report/text/words.ts';
import { MAX_IN_FLIGHT } from '../../service/request-gate.ts';
import { describeAccount, nameKeyPlace } from '../job/account.ts';
import type { Job, Run, RunSettings, RunState } from '../job/run.ts';

interface Counted {
  readonly digest: Digest;
  /** What ended the run early. */
  readonly stop?: Stop | undefined;
  readonly news?: AttentionNews | undefined;
  /** What is wrong with the history. */
  readonly historyNotices?: readonly string[];
}

/** Of the fields that somebody else had changed. */
const NAMED_DRIFTS = 2;

const PARTIAL = 'Not every row could be read, so there is no results.csv and no retry.csv; nothing was sent';

/** Describes how a run as a whole went. */
export function describeRun(
  state: RunState,
  { digest, stop, news, historyNotices = [] }: Counted,
  run: Run,
): RunReport {
  const { job, tools, ports, lock } = run;
  const { command, input, settings, madeWithOtherKey } = job;
  const { service, folder, phases, startedAt } = tools;
  const pace = service.learned();
  const finishedAt = ports.clock.now();
  const times = phases.result();
  const waitedMs = 1000 * (times.find(({ phase }) => phase === 'follow')?.seconds ?? 0);
  return {
    command,
    dryRun: settings.dryRun,
    sheet: {
      path: input.sheet.path,
      sha256: input.sheet.sha256,
      rows: input.rows.sheetRows,
      // Of rows that were not read from a sheet, the sheet's name would mislead.
      job: (input.reading && input.sheet.job) ?? undefined,
      reading: input.reading,
    },
    subject: input.subject,
    takesBack: input.takesBack,
    account: describeAccount(settings.service),
    settings: settings.shown,
    given: withRetryFlags(settings.given, input.retryFlags),
    madeWithOtherKey,
    folder: folder.path,
    missingIsOk: settings.missing === 'ok',
    digest,
    strategyNames: new Map([...(input.strategyNames ?? []), ...nameStrategies(state.strategies)]),
    caveat: input.caveat,
    notices: [
      ...(input.caveat === undefined ? [] : [input.caveat]),
      ...noticeSheetToCorrect(digest.own, run),
      // What affects listings and amounts comes first: a screen may not have room for all.
      ...(input.warnings ?? []),
      ...(state.isPartial ? [PARTIAL] : []),
      ...noticeOutcomes(digest),
      ...(lock?.notices ?? []),
      ...input.notices,
      ...(state.notices ?? []),
      ...historyNotices,
      ...noticePace(pace, settings.service.concurrency, finishedAt - startedAt - waitedMs),
    ],
    knownNotices: input.knownNotices,
    stop,
    isPlanned: state.whole,
    toAgree: state.toAgree,
    declined: state.declined,
    lookup: state.lookup,
    rereadsExpected: state.rereadsExpected,
    approval: input.approval,
    drift: state.seen?.drift,
    driftedFields: state.seen?.drifts.filter(isByOthers).slice(0, NAMED_DRIFTS),
    news,
    requests: service.counts,
    pace,
    phases: times,
    startedAt,
    finishedAt,
    exitCode: decideExitCode(state, attentionOf(settings.attention, { digest, news })),
  };
}

/** A run that sends an earlier one's plan also has the flags of that one, by which a retry file is read. */
function withRetryFlags(given: GivenFlags, words: readonly string[] = []): GivenFlags {
  return { ...given, flags: [...given.flags, { words, commands: ['sync'] }] };
}

/** An undo leaves the sheet as it is, which nobody may think of before the next night. `updates`: made, or about to be. */
export function noticeSheetToCorrect(updates: number, { job: { input, settings } }: Run): readonly string[] {
  return input.isOfSheet && !settings.dryRun && updates > 0
    ? ['Correct the sheet before the next sync, or it sends again what was taken back']
    : [];
}

/** How many rows exit code 3 is about. */
function attentionOf(
  which: RunSettings['attention'],
  { digest, news }: { readonly digest: Digest; readonly news: AttentionNews | undefined },
): number {
  return { all: digest.attention, new: news?.new ?? digest.attention, ok: 0 }[which];
}

function decideExitCode({ violations, stop, declined }: RunState, attention: number): number {
  if (stop !== undefined) return exitCodeOf(stop);
  // Scripts need to know that nothing was sent, whatever else there is to report about the plan.
  if (declined) return EXIT.declined;
  if (violations.length > 0) return EXIT.guard;
  return attention > 0 ? EXIT.attention : EXIT.done;
}

/** A shorter run has nothing to gain. */
const WORTH_A_NOTICE_MS = 10_000;

/** Notices that the limit on concurrent requests or connections, and not the rate, set the pace: nothing else would show it. */
export function noticePace(
  { setting, concurrencyWanted, connectionsAccepted }: LearnedPace,
  concurrency: ConcurrencySetting,
  tookMs: number,
): readonly string[] {
  if (connectionsAccepted !== undefined)
    return [
      `The service accepted no more than ${count(connectionsAccepted, 'connection')} at once and refused others; set "concurrency": ${connectionsAccepted} in pricesheet.json`,
    ];
  if (concurrencyWanted === undefined || tookMs < WORTH_A_NOTICE_MS) return [];
  const kept = `The setting "concurrency", ${concurrency === 'auto' ? `auto (at most ${MAX_IN_FLIGHT})` : concurrency}, limited the speed`;
  if (setting === 'auto') return [`${kept}; a higher one may be faster`];
  const isEnoughAlone = concurrency !== 'auto' && concurrencyWanted <= MAX_IN_FLIGHT;
  const advice = isEnoughAlone ? 'leave it out' : `set it to ${concurrencyWanted} in pricesheet.json`;
  return [`${kept} to less than --rate ${setting}; ${advice}`];
}

/** Notices for what several updates have in common; the rows say it one by one. */
const SENTENCES: Readonly<Partial<Record<Reason, (where: string) => string>>> = {
  rounded: (where) => `Amounts finer than a cent were rounded in ${where}`,
  sku_rewritten: (where) =>
    `A spreadsheet has rewritten the SKU in ${where}, which listing_id led to its listing; the message of each says the SKU that is listed`,
  manual_without_effect: (where) =>
    `The manual price has no effect for now in ${where}: the listing is not repriceable`,
  manual_price_stays: (where) =>
    `The manual price stays after the last day of its row in ${where}, unless a row from the next day on clears it, or an undo`,
  repricing_without_minimum: (where) => `Repricing is on without a minimum price in ${where}`,
  strategy_unlisted: (where) =>
    `A replaced strategy is not in the account's list (it may have been deleted) in ${where}: undo may not be able to restore it`,
  drifted: (where) =>
    `Somebody else had changed a field since sheet and service last agreed on it, in ${where}: an update puts the sheet's value back, and --drift hold leaves such rows to a person`,
  contested: (where) =>
    `Both the sheet and somebody else changed a field since they last agreed on it in ${where}: an update puts the sheet's value there`,
  set_by_others: (where) =>
    `Somebody else, or another job, set a field between these runs, and that value comes back in ${where}; the message of each says which`,
  bounds_left_open: (where) =>
    `A strategy may compute minimum and maximum again in ${where}: a cost or a strategy is set and a bound is blank; to keep both bounds, write them into the row`,
  also_changed: (where) =>
    `Fields that were not sent changed too in ${where}; the message of each says which`,
};

/** Notices about what was sent, or would be, that stopped nothing. */
function noticeOutcomes({ noted, prices }: Digest): readonly string[] {
  const others = (Object.entries(SENTENCES) as [Reason, (where: string) => string][]).flatMap(
    ([reason, sentence]) => {
      const found = noted.get(reason);
      return found ? [sentence(nameUpdates(found))] : [];
    },
  );
  return [...noticePrices(prices), ...others];
}

/** Display names of strategies by id; a name that several strategies have gets its platform. */
export function nameStrategies(strategies: readonly Strategy[]): ReadonlyMap<string, string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { name } of strategies) (seen.has(name) ? repeated : seen).add(name);
  return new Map(
    strategies.map(({ id, name, platform }) => [id, repeated.has(name) ? `${name} (${platform})` : name]),
  );
}

/** What ended a run early: an error, or violated run rules. */
export function describeStop(
  { violations, stop: error, whole }: RunState,
  { job: { command, settings } }: Run,
): Stop | undefined {
  const { apiKey } = settings.service;
  const { shell } = settings.given;
  const stop = nameKeyPlace(error instanceof UnsettledError ? undefined : error, apiKey);
  if (stop instanceof PricesheetError)
    return {
      code: stop.code,
      rules: [],
      message: stop.message,
      hint: hintOfError(stop, { whole, command }),
    };
  if (stop !== undefined) return describeBug(stop);
  if (violations.length === 0) return undefined;
  const rules = violations.map(({ rule }) => rule);
  const messages = violations.map(({ message }) => message);
  const settle = violations.find((violation) => violation.settle !== undefined)?.settle;
  const repair = violations.find((violation) => violation.repair !== undefined)?.repair;
  return {
    code: 'guard',
    rules,
    message: messages.join(settle === undefined ? '; ' : '\n'),
    messages,
    settle,
    repair,
    isChoice: violations.some((violation) => violation.isChoice),
    readAs: Object.assign({}, ...violations.map((violation) => violation.readAs)),
    hint: hintOfRules(rules, { settle, repair, shell }),
  };
}

/** Letting a rule pass is the last resort, so a better way is named where there is one. */
function hintOfRules(
  rules: readonly string[],
  { settle, repair, shell }: Pick<Stop, 'settle' | 'repair'> & { readonly shell: Shell },
): string {
  const allow = `pass --allow ${quoteWord(rules.join(','), shell)}`;
  if (settle !== undefined && rules.includes('nothing_to_set'))
    return `See how that column would be read with: ${settle}`;
  if (settle !== undefined) return `Settle it for all runs with: ${settle} --save-mapping`;
  const meant = rules.includes('mixed_currencies')
    ? "only if every amount is in its listing's own currency"
    : 'if this is intended';
  const first = repair === undefined ? '' : `${repair} the sheet; `;
  return capitalize(`${first}${meant}, ${allow}`);
}

/** A run whose key is refused can be finished or taken back with the next key. */
function hintOfError(
  stop: PricesheetError,
  { whole, command }: Pick<RunState, 'whole'> & Pick<Job, 'command'>,
): string | undefined {
  if (!(stop instanceof KeyRefusedError)) return stop.hint;
  const isOfRun = command === 'apply' || command === 'undo';
  if (!whole && !isOfRun) return stop.hint;
  const run = whole ? 'this run' : 'that run';
  const hint = `With a new key of the same account, apply and undo of ${run} take --allow other_key`;
  return stop.hint === undefined ? hint : `${stop.hint}. ${hint}`;
}

function describeBug(error: unknown): Stop {
  return {
    code: 'bug',
    rules: [],
    message: `This is a bug in pricesheet: ${errorDetails(error)}`,
    hint: 'Please report it',
  };
}
