import { errorDetails } from '../../domain/error-details.ts';
import { KeyRefusedError, PricesheetError } from '../../domain/errors.ts';
import { foreseeOutcome } from '../../domain/foresee-outcome.ts';
import { joinReasons } from '../../domain/reasons.ts';
import type { Redact } from '../../domain/secret.ts';
import type { Outcome, PlanEntry } from '../../domain/stages.ts';
import type { RunReport, Stop } from '../../report/tally/run-report.ts';
import { type Digest, OutcomeTally } from '../../report/tally/tally-outcomes.ts';
import { describeAccount } from '../job/account.ts';
import { EXIT, exitCodeOf } from '../job/exit-code.ts';
import type { Job } from '../job/job.ts';
import { nameKeyPlace } from '../job/name-key-place.ts';
import { nameStrategies } from '../job/name-strategies.ts';
import type { Run } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';
import { noticeOutcomes } from './notice-outcomes.ts';
import { noticePace } from './notice-pace.ts';

/** The outcomes of a run, one for every entry of its plan, sent or not. */
export interface RunAccount {
  readonly count: number;
  /** Number of updates that were sent. */
  readonly sent: number;
  /** Some rows have no outcome. */
  readonly isPartial: boolean;
  newTally(): OutcomeTally;
  /** In the order of the sheet; all of them, or those at the given positions. */
  outcomes(positions?: Float64Array): Iterable<Outcome>;
  /** The outcomes of updates. */
  updates(): Iterable<Outcome>;
}

export function openAccount(sent: Sent, { job, tools }: Pick<Run, 'job' | 'tools'>): RunAccount {
  const { command, settings } = job;
  const { entries } = tools;
  const { apiKey } = settings.service;
  const stop = describeStop({ ...sent, command, stop: nameKeyPlace(sent.stop, apiKey) });
  function* conclude(numbered: Iterable<readonly [number, PlanEntry]>): Generator<Outcome> {
    for (const [n, entry] of numbered) {
      const settlement = sent.settled.get(n);
      yield withoutKey(settlement ? { ...settlement, entry } : foresee(entry, stop), apiKey.redact);
    }
  }
  return {
    count: entries.count,
    sent: [...sent.settled.values()].filter(({ attempts }) => attempts > 0).length,
    isPartial: sent.isPartial === true,
    newTally: () => new OutcomeTally({ missingIsOk: settings.missingIsOk, stop }),
    // Each can be iterated more than once.
    outcomes: (positions) => ({ [Symbol.iterator]: () => conclude(entries.entries(positions)) }),
    updates: () => ({ [Symbol.iterator]: () => conclude(entries.updates()) }),
  };
}

/** A message may quote a cell or a flag that contains the key by mistake. */
function withoutKey(outcome: Outcome, redact: Redact): Outcome {
  const message = redact(outcome.message);
  return message === outcome.message ? outcome : { ...outcome, message };
}

const PARTIAL = 'Not every row could be read, so there is no results.csv and no retry.csv; nothing was sent';

/** Describes how a run as a whole went. */
export function describeRun(sent: Sent, digest: Digest, { job, tools, ports }: Run): RunReport {
  const { command, input, settings, lock, shard, madeWithOtherKey } = job;
  const { service, folder, startedAt } = tools;
  const { apiKey } = settings.service;
  const pace = service.learned();
  const { concurrency } = settings.service;
  const finishedAt = ports.clock.now();
  return {
    command,
    dryRun: settings.dryRun,
    sheet: {
      path: input.path,
      sha256: input.sha256,
      rows: input.rows.sheetRows,
      job: input.job,
      reading: input.reading,
    },
    shard,
    account: describeAccount(settings.service),
    settings: settings.shown,
    flags: settings.flags,
    layoutFlags: settings.layoutFlags,
    retryFlags: input.retryFlags ?? [],
    madeWithOtherKey,
    folder: folder.path,
    missingIsOk: settings.missingIsOk,
    digest,
    strategyNames: new Map([...(input.strategyNames ?? []), ...nameStrategies(sent.strategies)]),
    notices: [
      // What affects listings and amounts comes first: a screen may not have room for all.
      ...(input.warnings ?? []),
      ...(sent.isPartial ? [PARTIAL] : []),
      ...noticeOutcomes(digest),
      ...(lock?.notices ?? []),
      ...input.notices,
      ...(sent.notices ?? []),
      ...noticePace(pace, { concurrency, tookMs: finishedAt - startedAt }),
    ],
    stop: describeStop({ ...sent, command, stop: nameKeyPlace(sent.stop, apiKey) }),
    isPlanned: sent.whole,
    toAgree: sent.toAgree,
    declined: sent.declined,
    lookup: sent.lookup,
    rereadsExpected: sent.rereadsExpected,
    requests: service.counts,
    pace,
    startedAt,
    finishedAt,
    exitCode: decideExitCode(sent, digest),
  };
}

/** A stop makes updates that it kept from being sent `skipped`, and rows that it kept from being looked up too. */
function foresee(entry: PlanEntry, stop: Stop | undefined): Outcome {
  const foreseen = foreseeOutcome(entry);
  if (!stop || (foreseen.status !== 'planned' && foreseen.status !== 'skipped')) return foreseen;
  const reason = stop.code === 'guard' ? joinReasons(stop.rules) : stop.code;
  return { ...foreseen, status: 'skipped', reason, message: `Not sent: ${stop.message}` };
}

type Ended = Sent & Pick<Job, 'command'>;

function describeStop({ violations, stop, whole, command }: Ended): Stop | undefined {
  if (stop instanceof PricesheetError)
    return { code: stop.code, rules: [], message: stop.message, hint: hintOfError(stop, { whole, command }) };
  if (stop !== undefined) return describeBug(stop);
  if (violations.length === 0) return undefined;
  const rules = violations.map(({ rule }) => rule);
  const messages = violations.map(({ message }) => message);
  return {
    code: 'guard',
    rules,
    message: messages.join('; '),
    messages,
    hint: hintOfRules(rules),
  };
}

function hintOfRules(rules: readonly string[]): string {
  const allow = `pass --allow ${rules.join(',')}`;
  if (!rules.includes('mixed_currencies')) return `If this is intended, ${allow}`;
  return `Only if every amount is in its listing's own currency, ${allow}`;
}

/** A run whose key is refused can be finished or taken back with the next key. */
function hintOfError(
  stop: PricesheetError,
  { whole, command }: Pick<Ended, 'whole' | 'command'>,
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

function decideExitCode({ violations, stop, declined }: Sent, { attention }: Digest): number {
  if (stop !== undefined) return exitCodeOf(stop);
  // Scripts need to know that nothing was sent, whatever else there is to report about the plan.
  if (declined) return EXIT.declined;
  if (violations.length > 0) return EXIT.guard;
  return attention > 0 ? EXIT.attention : EXIT.done;
}
