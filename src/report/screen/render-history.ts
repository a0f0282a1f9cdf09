import type { RunRecord } from '../../domain/run-record.ts';
import { fitColumns, type RankedColumn } from '../text/fit-columns.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { wrapText } from '../text/text-width.ts';
import { count } from '../text/words.ts';
import {
  countDrift,
  describeAttention,
  describeCommand,
  describeJob,
  describeMinutes,
  describeRunEnd,
  describeTime,
} from './describe-run-end.ts';
import type { HistoryEntry, MissingView } from './history-views.ts';
import type { ScreenStyle } from './screen-style.ts';

interface Listed {
  readonly entries: readonly HistoryEntry[];
  readonly notices: readonly string[];
  /** What there is instead, if there are no entries. */
  readonly nothing: string;
  /** The page that was written about the nights. */
  readonly html?: string | undefined;
}

/** More missing runs in a row are one line. */
const MAX_SINGLE = 3;

interface Line {
  readonly entry: HistoryEntry;
  readonly when: string;
  readonly ended: string;
}

/** The runs of a history as a table that fits the terminal, the newest last. */
export function renderHistory(
  { entries, notices, nothing, html }: Listed,
  { paint, width }: Pick<ScreenStyle, 'paint' | 'width'>,
): string {
  const lines = entries.flatMap(toLines);
  const table = renderTable(lines, fitColumns(lines, columnsOf(lines), width), width);
  const shown = lines.length === 0 ? wrapText(nothing, width) : paintLines(table, lines, paint);
  const summary = lines.length === 0 ? [] : ['', ...wrapText(summarize(entries), width)];
  const page = html === undefined ? [] : wrapText(printable(`Page: ${html}`), width);
  const said = notices.flatMap((each) => wrapText(printable(each), width));
  return `${[...shown, ...summary, ...page, ...said].join('\n')}\n`;
}

function toLines(entry: HistoryEntry): readonly Line[] {
  if (entry.kind === 'missing') return toMissingLines(entry, entry.missing.expected_at);
  const when = describeTime(entry.at);
  if (entry.kind === 'run') return [{ entry, when, ended: describeRunEnd(entry.record) }];
  return [{ entry, when, ended: 'not ended: still running, or killed' }];
}

function toMissingLines(entry: HistoryEntry, times: readonly string[]): readonly Line[] {
  const [first = '', last = ''] = [times[0], times.at(-1)];
  if (times.length > MAX_SINGLE) {
    const ended = `no run: expected ${times.length} times until ${describeTime(last)}`;
    return [{ entry, when: dateOf(first), ended }];
  }
  return times.map((time) => ({
    entry,
    when: dateOf(time),
    ended: `no run: expected about ${describeTime(time).slice(-'HH:MM'.length)}`,
  }));
}

function dateOf(time: string): string {
  return time.slice(0, 'YYYY-MM-DD'.length);
}

function columnsOf(lines: readonly Line[]): readonly RankedColumn<Line>[] {
  const jobs = new Set(lines.map(({ entry }) => jobOf(entry)).filter((job) => job !== ''));
  const figure = (title: string, rank: number, text: (record: RunRecord) => string): RankedColumn<Line> => ({
    title,
    rank,
    align: 'right',
    text: ({ entry }) => (entry.kind === 'run' ? text(entry.record) : ''),
  });
  return [
    { title: 'when (UTC)', text: ({ when }) => when },
    { title: 'command', rank: 1, text: ({ entry }) => commandOf(entry) },
    ...(jobs.size > 1 ? [{ title: 'job', text: ({ entry }: Line) => jobOf(entry) }] : []),
    figure('SKUs', 5, ({ sheet }) => String(sheet?.figures?.skus ?? '')),
    figure('updated', 2, ({ counts, dry_run }) =>
      counts && !dry_run ? String(counts.by_status.updated ?? 0) : '',
    ),
    figure('attention', 3, describeAttention),
    figure('drift', 4, (record) => String(countDrift(record) ?? '')),
    figure('requests', 7, ({ requests }) => String(requests ? requests.reads + requests.writes : '')),
    figure('minutes', 6, describeMinutes),
    { title: 'ended', text: ({ ended }) => ended },
  ];
}

function commandOf(entry: HistoryEntry): string {
  if (entry.kind === 'missing') return '';
  return entry.kind === 'run' ? describeCommand(entry.record) : entry.run.command;
}

function jobOf(entry: HistoryEntry): string {
  if (entry.kind === 'run') return describeJob(entry.record);
  return entry.kind === 'missing' ? describeJob(entry.missing) : (entry.run.job ?? '');
}

/** A line that begins with a blank goes on with the one above it. */
function paintLines(
  [head = '', ...table]: readonly string[],
  lines: readonly Line[],
  paint: ScreenStyle['paint'],
): readonly string[] {
  let at = -1;
  return [
    paint('dim', head),
    ...table.map((text) => {
      if (!text.startsWith(' ')) at++;
      const line = lines[at];
      const colour = line && colourOf(line.entry);
      return colour === undefined ? text : paint(colour, text);
    }),
  ];
}

function colourOf(entry: HistoryEntry): 'red' | 'yellow' | undefined {
  if (entry.kind !== 'run') return 'red';
  const { verdict } = entry.record;
  if (verdict === 'attention') return 'yellow';
  return verdict === 'ok' ? undefined : 'red';
}

function summarize(entries: readonly HistoryEntry[]): string {
  const records = entries.flatMap((entry) => (entry.kind === 'run' ? [entry.record] : []));
  const failed = records.filter(({ verdict }) => verdict === 'failed' || verdict === 'killed').length;
  const unfinished = entries.filter(({ kind }) => kind === 'unfinished').length;
  const missing = missingOf(entries).reduce((sum, { expected_at }) => sum + expected_at.length, 0);
  return [
    count(records.length, 'run'),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unfinished > 0 ? [`${unfinished} not ended`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
  ].join(', ');
}

function missingOf(entries: readonly HistoryEntry[]): readonly MissingView[] {
  return entries.flatMap((entry) => (entry.kind === 'missing' ? [entry.missing] : []));
}
