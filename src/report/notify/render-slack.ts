import { writeLetter } from '../tally/write-letter.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { count } from '../text/words.ts';
import { describeCounts, describeVerdict, type MessageFacts } from './build-message.ts';
import type { MessageKind } from './decide-notification.ts';

const TITLES: Readonly<Record<MessageKind, string>> = {
  first_failure: 'First failure',
  still_failing: 'Still failing',
  recovered: 'Recovered',
  waiting: 'Waiting for approval',
};

/**
 * The message of a webhook as Slack takes it. What comes from a sheet, a service or a file name is text there and nothing
 * else: no link, no mention of anybody, and no more of it than a chat takes.
 *
 * Source: docs.slack.dev, Formatting message text.
 */
export function renderSlack(facts: MessageFacts): object {
  const lines = [
    `*${TITLES[facts.kind]}*: ${toText(headline(facts))}`,
    ...details(facts).map((detail) => toText(detail)),
  ];
  return { text: lines.join('\n'), unfurl_links: false, unfurl_media: false };
}

function headline({ ending, host }: MessageFacts): string {
  const { command, job, sheetFolder, exitCode } = ending;
  const place = sheetFolder === undefined ? '' : ` in "${clip(sheetFolder, MAX_NAME)}"`;
  return `${command} of "${clip(job, MAX_NAME)}"${place} on ${host} ${describeVerdict(ending)} (exit code ${exitCode})`;
}

/** A name that is longer hides what is said of it. */
const MAX_NAME = 100;

function details({ kind, failing, ending }: MessageFacts): readonly string[] {
  const stop = ending.report?.stop ?? ending.failure;
  const since = `${new Date(failing.since).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const runs = count(failing.failures, 'run');
  const isFailing = kind === 'first_failure' || kind === 'still_failing';
  return [
    ...(stop ? [...stop.message.split('\n'), ...(stop.hint?.split('\n') ?? [])].slice(0, MAX_LINES) : []),
    // Why it was stopped is said already.
    ...(ending.report ? writeLetter(ending.report, { isStopSaid: true }) : []),
    describeCounts(ending) ?? '',
    ...(kind === 'recovered' ? [`It had been failing since ${since}, ${runs} in a row`] : []),
    ...(isFailing && failing.failures > 1 ? [`Failing since ${since}, ${runs} in a row`] : []),
    ending.held ? `Once rows are approved in its review.csv: ${ending.held.command}` : '',
    ending.report ? `Run folder: ${ending.report.folder}` : '',
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
