import { isByOthers } from '../../plan/judge-drift.ts';
import type { AttentionNews } from '../../report/tally/attention-news.ts';
import type { RunReport, Stop } from '../../report/tally/run-report.ts';
import type { Digest } from '../../report/tally/tally-outcomes.ts';
import { describeAccount } from '../job/account.ts';
import { EXIT, exitCodeOf } from '../job/exit-code.ts';
import type { RunSettings } from '../job/job.ts';
import { nameStrategies } from '../job/name-strategies.ts';
import type { Run } from '../job/run.ts';
import type { Sent } from '../job/run-state.ts';
import { noticeOutcomes } from './notice-outcomes.ts';
import { noticePace } from './notice-pace.ts';

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
  sent: Sent,
  { digest, stop, news, historyNotices = [] }: Counted,
  run: Run,
): RunReport {
  const { job, tools, ports } = run;
  const { command, input, settings, lock, madeWithOtherKey } = job;
  const { service, folder, phases, startedAt } = tools;
  const pace = service.learned();
  const { concurrency } = settings.service;
  const finishedAt = ports.clock.now();
  const times = phases.result();
  const waitedMs = times.find(({ phase }) => phase === 'follow')?.ms ?? 0;
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
    subject: input.subject,
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
      ...historyNotices,
      ...noticePace(pace, { concurrency, tookMs: finishedAt - startedAt - waitedMs }),
    ],
    stop,
    isPlanned: sent.whole,
    toAgree: sent.toAgree,
    declined: sent.declined,
    lookup: sent.lookup,
    rereadsExpected: sent.rereadsExpected,
    approval: input.approval,
    drift: sent.seen?.drift,
    driftedFields: sent.seen?.drifts.filter(isByOthers).slice(0, NAMED_DRIFTS),
    news,
    requests: service.counts,
    pace,
    phases: times,
    trace: settings.trace,
    startedAt,
    finishedAt,
    exitCode: decideExitCode(sent, attentionOf(settings.attention, { digest, news })),
  };
}

/** How many rows exit code 3 is about. */
function attentionOf(
  which: RunSettings['attention'],
  { digest, news }: { readonly digest: Digest; readonly news: AttentionNews | undefined },
): number {
  return { all: digest.attention, new: news?.fresh ?? digest.attention, ok: 0 }[which];
}

function decideExitCode({ violations, stop, declined }: Sent, attention: number): number {
  if (stop !== undefined) return exitCodeOf(stop);
  // Scripts need to know that nothing was sent, whatever else there is to report about the plan.
  if (declined) return EXIT.declined;
  if (violations.length > 0) return EXIT.guard;
  return attention > 0 ? EXIT.attention : EXIT.done;
}
