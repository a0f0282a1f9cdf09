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
  describeMinutes,
  describeRunEnd,
  describeTime,
} from './describe-run-end.ts';
import type { HistoryEntry } from './history-views.ts';
import type { ScreenStyle } from './screen-style.ts';

interface Listed {
  readonly entries: readonly HistoryEntry[];
  readonly notices: readonly string[];
  /** What there is instead, if there are no entries. */
  readonly nothing: string;
  /** The page that was written about the nights. */
  readonly html?: string | undefined;
}

/** The runs of a history as a table that fits the terminal, the newest last. */
export function renderHistory(
  { entries, notices, nothing, html }: Listed,
  { paint, width }: Pick<ScreenStyle, 'paint' | 'width'>,
): string {
  const table = renderTable(entries, fitColumns(entries, columnsOf(entries), width), width);
  const shown = entries.length === 0 ? wrapText(nothing, width) : paintLines(table, entries, paint);
  const summary = entries.length === 0 ? [] : ['', ...wrapText(summarize(entries), width)];
  const page = html === undefined ? [] : wrapText(printable(`Page: ${html}`), width);
  const said = notices.flatMap((each) => wrapText(printable(each), width));
  return `${[...shown, ...summary, ...page, ...said].join('\n')}\n`;
}

type Column = RankedColumn<HistoryEntry>;

function columnsOf(entries: readonly HistoryEntry[]): readonly Column[] {
  const jobs = new Set(entries.map(jobOf).filter((job) => job !== ''));
  const figure = (title: string, rank: number, text: (record: RunRecord) => string): Column => ({
    title,
    rank,
    align: 'right',
    text: (entry) => (entry.kind === 'run' ? text(entry.record) : ''),
  });
  return [
    { title: 'when (UTC)', text: ({ at }) => describeTime(at) },
    { title: 'command', rank: 1, text: commandOf },
    ...(jobs.size > 1 ? [{ title: 'job', text: jobOf }] : []),
    figure('SKUs', 5, ({ sheet }) => String(sheet?.figures?.skus ?? '')),
    figure('updated', 2, ({ counts, dry_run }) =>
      counts && !dry_run ? String(counts.by_status.updated ?? 0) : '',
    ),
    figure('attention', 3, describeAttention),
    figure('drift', 4, (record) => String(countDrift(record) ?? '')),
    figure('requests', 7, ({ requests }) => String(requests ? requests.reads + requests.writes : '')),
    figure('minutes', 6, describeMinutes),
    { title: 'ended', text: endOf },
  ];
}

function commandOf(entry: HistoryEntry): string {
  return entry.kind === 'run' ? describeCommand(entry.record) : entry.run.command;
}

function jobOf(entry: HistoryEntry): string {
  return (entry.kind === 'run' ? entry.record.job : entry.run.job) ?? '';
}

function endOf(entry: HistoryEntry): string {
  return entry.kind === 'run' ? describeRunEnd(entry.record) : 'not ended: still running, or killed';
}

/** A line that begins with a blank goes on with the one above it. */
function paintLines(
  [head = '', ...table]: readonly string[],
  entries: readonly HistoryEntry[],
  paint: ScreenStyle['paint'],
): readonly string[] {
  let at = -1;
  return [
    paint('dim', head),
    ...table.map((text) => {
      if (!text.startsWith(' ')) at++;
      const entry = entries[at];
      const colour = entry && colourOf(entry);
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
  return [
    count(records.length, 'run'),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unfinished > 0 ? [`${unfinished} not ended`] : []),
  ].join(', ');
}
