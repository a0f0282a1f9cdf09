import { PricesheetError } from '../domain/errors.ts';
import { foreseeOutcome } from '../domain/foresee-outcome.ts';
import type { Outcome, PlanEntry } from '../domain/stages.ts';
import { needsAttention } from '../domain/status.ts';
import type { RunReport, Stop } from '../report/run-report.ts';
import { describeAccount } from './account.ts';
import { EXIT, exitCodeOf } from './exit-code.ts';
import type { Job, Surroundings } from './job.ts';
import { nameKeyPlace } from './name-key-place.ts';
import { noticeOutcomes } from './notice-outcomes.ts';
import type { Sent, Tools } from './run-state.ts';

/** Accounts for every entry of a plan, sent or not, and says how the run as a whole went. */
export function concludeRun(
  sent: Sent,
  { command, input, settings, lock, shard }: Job,
  { service, folder, startedAt }: Tools,
  { clock }: Surroundings,
): RunReport {
  const { apiKey } = settings.service;
  const stop = describeStop({ ...sent, stop: nameKeyPlace(sent.stop, apiKey) });
  const outcomes = sent.plan.entries.map((entry) => sent.settled.get(entry) ?? foresee(entry, stop));
  const attention = outcomes.filter(({ status }) => needsAttention(status, settings.missingIsOk));
  return {
    command,
    dryRun: settings.dryRun,
    sheet: {
      path: input.path,
      sha256: input.sha256,
      rows: input.rows.length,
      job: input.job,
      reading: input.reading,
    },
    shard,
    account: describeAccount(settings.service),
    settings: settings.shown,
    flags: settings.flags,
    layoutFlags: settings.layoutFlags,
    retryFlags: input.retryFlags ?? [],
    folder: folder.path,
    outcomes,
    attention,
    strategyNames: new Map(sent.strategies.map(({ id, name }) => [id, name])),
    notices: [...(lock?.notices ?? []), ...input.notices, ...noticeOutcomes(outcomes)],
    stop,
    isPlanned: sent.whole,
    declined: sent.declined,
    requests: service.counts,
    startedAt,
    finishedAt: clock.now(),
    exitCode: decideExitCode(sent, attention),
  };
}

/** An update that a stop kept from being sent is `skipped`, and so is a row that it kept from being looked up. */
function foresee(entry: PlanEntry, stop: Stop | undefined): Outcome {
  const foreseen = foreseeOutcome(entry);
  if (!stop || (foreseen.status !== 'planned' && foreseen.status !== 'skipped')) return foreseen;
  const reason = stop.rules.length > 0 ? stop.rules.join(';') : stop.code;
  return { ...foreseen, status: 'skipped', reason, message: `Not sent: ${stop.message}` };
}

function describeStop({ plan, stop }: Sent): Stop | undefined {
  if (stop instanceof PricesheetError)
    return { code: stop.code, rules: [], message: stop.message, hint: stop.hint };
  if (stop !== undefined) return describeBug(stop);
  if (plan.violations.length === 0) return undefined;
  const rules = plan.violations.map(({ rule }) => rule);
  return {
    code: 'guard',
    rules,
    message: plan.violations.map(({ message }) => message).join('; '),
    hint: `If this is meant, pass --allow ${rules.join(',')}`,
  };
}

function describeBug(error: unknown): Stop {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: 'bug',
    rules: [],
    message: `This is a bug in pricesheet: ${message}`,
    hint: 'Please report it',
  };
}

function decideExitCode({ plan, stop }: Sent, attention: readonly Outcome[]): number {
  if (stop !== undefined) return exitCodeOf(stop);
  if (plan.violations.length > 0) return EXIT.guard;
  return attention.length > 0 ? EXIT.attention : EXIT.done;
}
