import { conditionOf } from '../tally/run-ending.ts';
import { writeLetter } from '../tally/write-letter.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { describeCounts, describeVerdict, type MessageFacts } from './build-message.ts';

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
