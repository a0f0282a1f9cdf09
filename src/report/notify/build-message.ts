import type { WebhookMessage } from '../../domain/documents/webhook.ts';
import { STATUSES } from '../../domain/status.ts';
import { conditionOf, type RunEnding } from '../tally/run-ending.ts';
import { summarizeFailure } from '../tally/summarize-stop.ts';
import { writeLetter } from '../tally/write-letter.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import type { DueMessage } from './decide-message.ts';

/** The facts of a message. */
export interface MessageFacts extends DueMessage {
  readonly ending: RunEnding;
  /** The name of this machine. */
  readonly host: string;
  /** Of pricesheet. */
  readonly version: string;
}

/** Text from the run, at a length that a chat accepts. */
const LONGEST = 1000;

/** The JSON that a webhook is sent. */
export function buildMessage(facts: MessageFacts): WebhookMessage {
  const { kind, headline, failures, since, ending, host, version } = facts;
  const { command, job, subject, path, account, exitCode, startedAt, finishedAt, report, held } = ending;
  const stop = report?.stop ?? ending.failure;
  return {
    version: 1,
    pricesheet: version,
    headline,
    state: kind,
    condition: conditionOf(ending),
    since: new Date(since).toISOString(),
    failures,
    // A diff posts none.
    command: command as WebhookMessage['command'],
    job: clip(job, LONGEST),
    subject: clip(subject, LONGEST),
    path: path === undefined ? null : clip(path, LONGEST),
    account: account ?? null,
    host,
    exit_code: exitCode,
    verdict: describeVerdict(ending),
    letter: letterOf(ending).map((sentence) => clip(sentence, LONGEST)),
    stopped: stop
      ? {
          code: stop.code,
          rules: stop.rules,
          message: clip(stop.message, LONGEST),
          hint: stop.hint === undefined ? null : clip(stop.hint, LONGEST),
        }
      : null,
    counts: report ? { attention: report.digest.attention, by_status: report.digest.byStatus } : null,
    held: held ? { rows: held.rows, command: clip(held.command, LONGEST) } : null,
    run_folder: report?.folder ?? null,
    trace: ending.trace ?? null,
    times: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
      seconds: Math.max(0, finishedAt - startedAt) / 1000,
    },
  };
}

/** Of a run that ended before there was a report, why it did. */
function letterOf({ report, failure }: RunEnding): readonly string[] {
  if (report) return writeLetter(report);
  return failure ? [summarizeFailure(failure)] : [];
}

/**
 * The message of a webhook as Slack takes it. What comes from a sheet, a service or a file name is text there and nothing
 * else: no link, no mention of anybody, and no more of it than a chat takes.
 *
 * Source: docs.slack.dev, Formatting message text.
 */
export function renderSlack(facts: MessageFacts): object {
  const lines = [`*${toText(facts.headline)}*`, ...details(facts).map((detail) => toText(detail))];
  return { text: lines.join('\n'), unfurl_links: false, unfurl_media: false };
}

function details({ ending, host }: MessageFacts): readonly string[] {
  const { command, path, exitCode, report, failure, held } = ending;
  const stop = report?.stop ?? failure;
  const went = conditionOf(ending) === 'failed' ? describeVerdict(ending) : 'finished';
  return [
    `${command} on ${host} ${went} (exit code ${exitCode})`,
    ...(stop ? [...stop.message.split('\n'), ...(stop.hint?.split('\n') ?? [])].slice(0, MAX_LINES) : []),
    // Why it was stopped is said already.
    ...(report ? writeLetter(report, { isStopSaid: true }) : []),
    describeCounts(ending) ?? '',
    held ? `Once rows are approved in its review.csv: ${held.command}` : '',
    path === undefined ? '' : `${command === 'sync' ? 'Sheet' : `Run of this ${command}`}: ${path}`,
    report ? `Run folder: ${report.folder}` : '',
  ].filter((line) => line !== '');
}

const MAX_LINES = 10;
const MAX_LINE = 500;

/** The three characters that mean something to Slack; and the sign by which some that take its messages name people. */
function toText(text: string): string {
  return clip(printable(text), MAX_LINE)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '\uff20');
}

/** How the run went, as the end of a sentence that begins with its name. */
function describeVerdict({ exitCode }: RunEnding): string {
  return VERDICTS.get(exitCode) ?? 'failed';
}

/** By exit code. */
const VERDICTS: ReadonlyMap<number, string> = new Map([
  [0, 'finished, and nothing needs attention'],
  [2, 'could not start'],
  [3, 'finished, and rows need attention'],
  [4, 'was stopped by a guard rule before the first update'],
  [5, 'was stopped: the service refused the key'],
  [6, 'stopped early: too many failures'],
  [7, 'was stopped: another run on the account holds the lock'],
  [129, 'was interrupted'],
  [130, 'was interrupted'],
  [143, 'was interrupted'],
]);

/** `updated 12, failed 3`: the statuses that there are, in their order. */
function describeCounts({ report }: RunEnding): string | undefined {
  if (!report) return undefined;
  const { byStatus } = report.digest;
  const there = STATUSES.filter((status) => byStatus[status] > 0);
  return there.length === 0 ? undefined : there.map((status) => `${status} ${byStatus[status]}`).join(', ');
}
