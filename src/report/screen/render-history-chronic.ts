import { toJsonText } from '../../domain/json-text.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { fitColumns, type RankedColumn } from '../text/fit-columns.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { wrapText } from '../text/text-width.ts';
import { count } from '../text/words.ts';
import { describeTime } from './describe-run-end.ts';
import type { ChronicView } from './history-views.ts';
import type { ScreenStyle } from './screen-style.ts';

interface Chronic {
  readonly rows: readonly ChronicView[];
  /** The last run of each job. */
  readonly runs: readonly RunRecord[];
  /** Fewer runs in a row are left out. */
  readonly nights: number;
  readonly notices: readonly string[];
}

/** Rows that need attention, or drift, again and again, for people. */
export function renderHistoryChronic(
  { rows, runs, nights, notices }: Chronic,
  { paint, width }: Pick<ScreenStyle, 'paint' | 'width'>,
): string {
  const hasJobs = new Set(rows.map(({ job }) => job)).size > 1;
  const columns: readonly RankedColumn<ChronicView>[] = [
    { title: 'since (UTC)', text: ({ since }) => (since === null ? 'unknown' : describeTime(since)) },
    { title: 'runs', align: 'right', text: (row) => String(row.nights) },
    { title: 'sku', text: ({ sku }) => sku },
    ...(hasJobs ? [{ title: 'job', rank: 1, text: ({ job }: ChronicView) => job ?? '' }] : []),
    { title: 'line', align: 'right', rank: 2, text: ({ line }) => String(line) },
    { title: 'what', text: ({ what, why }) => `${what} (${why})` },
  ];
  const [head = '', ...lines] = renderTable(rows, fitColumns(rows, columns, width), width);
  const text = conclude({ rows, runs, nights });
  return `${[
    ...(rows.length === 0 ? [] : [paint('dim', head), ...lines, '']),
    ...wrapText(text, width),
    ...notices.flatMap((notice) => wrapText(printable(notice), width)),
  ].join('\n')}\n`;
}

function conclude({ rows, runs, nights }: Pick<Chronic, 'rows' | 'runs' | 'nights'>): string {
  if (runs.length === 0) return 'The history has no run that judged every row';
  const latest =
    runs
      .map(({ started_at }) => started_at)
      .sort()
      .at(-1) ?? '';
  const when = `${runs.length === 1 ? 'the last run' : 'the last runs of their jobs'}, ${describeTime(latest)} UTC`;
  if (rows.length === 0)
    return `Nothing needs attention or drifts in ${count(nights, 'run')} in a row, as of ${when}`;
  return `${count(rows.length, 'row or field', 'rows or fields')} in at least ${count(nights, 'run')} in a row, as of ${when}`;
}

/** The same as one JSON document. */
export function renderHistoryChronicJson({ rows, runs, nights, notices }: Chronic): string {
  const as_of = runs.map(({ id, job, started_at }) => ({ run: id, job, started_at }));
  return `${toJsonText({ version: 1, exit_code: 0, nights, as_of, rows, notices }, 2)}\n`;
}
