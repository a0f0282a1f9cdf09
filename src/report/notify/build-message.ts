import { formatNumber } from '../../domain/count.ts';
import type { WebhookMessage } from '../../domain/documents/notifications.ts';
import { EXIT, FIRST_SIGNAL, verdictOf } from '../../domain/exit-codes.ts';
import { summarizeFailure } from '../tally/summarize-run.ts';
import { clip, printable } from '../text/printable.ts';
import { uncapitalize } from '../text/words.ts';
import type { RunView } from '../view/run-view.ts';
import type { DueMessage, RunEnding } from './decide-message.ts';

/** The facts of a message. */
export interface MessageFacts extends DueMessage {
  readonly ending: RunEnding;
  /** Of its report. */
  readonly view: RunView | undefined;
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
    // It has an exit code, so that it was not killed.
    condition: verdictOf(exitCode) as WebhookMessage['condition'],
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
    verdict: clip(sentenceOf(facts), LONGEST),
    summary: sentencesOf(facts).map((sentence) => clip(sentence, LONGEST)),
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
    times: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
      seconds: Math.max(0, finishedAt - startedAt) / 1000,
    },
  };
}

/** How the run went in a sentence; one that ended before there was a report could not start, or was interrupted. */
function sentenceOf({ view, ending: { exitCode } }: MessageFacts): string {
  if (view) return view.verdict.sentence;
  if (exitCode === EXIT.done) return 'Done';
  if (exitCode === EXIT.failed) return 'Failed';
  return exitCode < FIRST_SIGNAL ? 'Could not start' : 'Interrupted';
}

function sentencesOf({ view, ending: { failure } }: MessageFacts): readonly string[] {
  if (view) return view.why === undefined ? view.summary : [view.why, ...view.summary];
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

function details(facts: MessageFacts): readonly string[] {
  const { ending, view, host } = facts;
  const { command, path, exitCode, report, failure, held } = ending;
  const stop = report?.stop ?? failure;
  return [
    `${command} on ${host}, exit code ${exitCode}: ${uncapitalize(sentenceOf(facts))}`,
    ...(stop ? [...stop.message.split('\n'), ...(stop.hint?.split('\n') ?? [])].slice(0, MAX_LINES) : []),
    ...(view?.summary ?? []),
    (view?.counts ?? []).map(({ count, name }) => `${formatNumber(count)} ${name}`).join(', '),
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
