import { toCents } from '../../domain/cents.ts';
import type { ChangeKind } from '../../domain/change-kind.ts';
import { CHANGE_KINDS } from '../../domain/change-kind.ts';
import { describeValue } from '../../domain/describe-value.ts';
import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { AttentionRecord, RunRecord, SheetRecord } from '../../domain/run-record.ts';
import { STATUSES } from '../../domain/status.ts';
import { fitColumns, type RankedColumn } from '../text/fit-columns.ts';
import { formatDuration } from '../text/format-numbers.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { count, nameOfSheet } from '../text/words.ts';
import { describeApproved } from './describe-approved.ts';
import {
  describeCommand,
  describeRequests,
  describeRunEnd,
  describeTime,
  durationOf,
} from './describe-run-end.ts';
import type { AttentionView, DriftView, RunView } from './history-views.ts';
import { type Part, renderParts, roomOfParts } from './render-parts.ts';
import type { ScreenStyle } from './screen-style.ts';

/** One run of the history in full, for people. */
export function renderHistoryRun(
  view: RunView,
  { paint, glyphs, width }: Pick<ScreenStyle, 'paint' | 'glyphs' | 'width'>,
): string {
  const room = roomOfParts(width);
  const parts = [...describeRun(view), ...describeWork(view.record), ...describeRows(view, { glyphs, room })];
  return `${[paint('bold', printable(view.record.id)), ...renderParts(parts, room)].join('\n')}\n`;
}

function describeRun({ record, folder, report, notices }: RunView): readonly Part[] {
  const { sheet, account, by, stopped, started_at, settings } = record;
  const of = sheet ? ` of ${nameOfSheet(sheet.path)}` : '';
  const who = [by.user, by.host === null ? null : `on ${by.host}`].filter((each) => each !== null).join(' ');
  return [
    ['Run', [`${describeCommand(record)}${of}`]],
    ['Began', [`${describeTime(started_at)} UTC, took ${formatDuration(durationOf(record))}`]],
    ['Ended', [describeRunEnd(record), ...(stopped ? [stopped.message] : [])]],
    ['By', [...(who === '' ? [] : [who]), ...(by.ci === null ? [] : [by.ci])]],
    ['Approved', record.approval ? describeApproved(record.approval) : []],
    ['Job', record.job === null ? [] : [record.job]],
    ['Account', account ? [`${account.base_url}, key fingerprint ${account.key_fingerprint}`] : []],
    ['Sheet', sheet ? describeSheet(sheet) : []],
    ['Settings', Object.entries(settings).map(describeSetting)],
    ['Folder', describeFolder(record, folder)],
    ['Report', report === null ? [] : [report]],
    ['Note', notices],
  ];
}

/** As on a command line. */
function describeSetting([flag, value]: readonly [string, string | null]): string {
  if (value === 'false') return `--no-${flag}`;
  return value === null || value === 'true' ? `--${flag}` : `--${flag} ${value}`;
}

function describeFolder({ folder: was }: RunRecord, folder: string | null): readonly string[] {
  if (was === null) return ['none: it ended before it had one'];
  return [folder ?? `${was} is gone`];
}

function describeSheet({ rows, sha256, figures, columns }: SheetRecord): readonly string[] {
  const modified = figures?.modified ?? null;
  const facts = [
    count(rows, 'row'),
    ...(figures ? [count(figures.skus, 'SKU'), count(figures.size, 'byte')] : []),
    ...(modified === null ? [] : [`modified ${describeTime(modified)} UTC`]),
  ];
  const named = Object.entries(columns).map(([field, header]) => `${field} from "${header}"`);
  return [
    facts.join(', '),
    `SHA-256 ${sha256}`,
    ...(named.length === 0 ? [] : [`columns: ${named.join(', ')}`]),
    ...describeMedians(figures),
  ];
}

function describeMedians(figures: SheetRecord['figures']): readonly string[] {
  const medians = MONEY_FIELDS.flatMap((field) => {
    const cents = figures?.medians[field];
    return cents === undefined ? [] : [`${field} ${describeValue(field, toCents(Math.round(cents)))}`];
  });
  return medians.length === 0 ? [] : [`medians: ${medians.join(', ')}`];
}

function describeWork({ counts, changes, requests, drift }: RunRecord): readonly Part[] {
  const statuses = STATUSES.filter((status) => (counts?.by_status[status] ?? 0) > 0);
  return [
    [
      'Rows',
      statuses.length === 0
        ? []
        : [statuses.map((status) => `${counts?.by_status[status]} ${status}`).join(', ')],
    ],
    ['Changes', describeChanges(changes)],
    ['Requests', requests ? [describeRequests(requests)] : []],
    [
      'Drift',
      drift ? [`${drift.drifted} drifted, ${drift.contested} contested, ${drift.recomputed} recomputed`] : [],
    ],
  ];
}

function describeChanges(changes: RunRecord['changes']): readonly string[] {
  const fields = FIELDS.flatMap((field): readonly [Field, Partial<Record<ChangeKind, number>>][] => {
    const kinds = changes[field];
    return kinds ? [[field, kinds]] : [];
  });
  return fields.map(([field, kinds]) => {
    const each = CHANGE_KINDS.flatMap((kind) =>
      kinds[kind] === undefined ? [] : [`${kinds[kind]} ${kind}`],
    );
    return `${field}: ${each.join(', ')}`;
  });
}

const MAX_ROWS = 20;

interface RowStyle extends Pick<ScreenStyle, 'glyphs'> {
  readonly room: number;
}

function describeRows({ drift, attention, record }: RunView, style: RowStyle): readonly Part[] {
  const { news } = record;
  const phrases = news && attention.length > 0 ? describeNews(news) : [];
  return [
    ['Drifted', firstOf(drift, (shown) => renderDrift(shown, style))],
    [
      'Attention',
      [
        ...(phrases.length > 0 ? [phrases.join(', ')] : []),
        ...firstOf(attention, (shown) => renderRows(shown, style)),
      ],
    ],
  ];
}

function describeNews({ fresh, still, since, well }: AttentionRecord): readonly string[] {
  return [
    fresh > 0 ? `${fresh} new` : 'none new',
    ...(still > 0 ? [`${still} as before, the first since ${describeTime(since ?? '')} UTC`] : []),
    ...(well > 0 ? [`${well} well again`] : []),
  ];
}

function firstOf<T>(
  items: readonly T[],
  render: (shown: readonly T[]) => readonly string[],
): readonly string[] {
  const rest = items.length - MAX_ROWS;
  return [
    ...render(items.slice(0, MAX_ROWS)),
    ...(rest > 0 ? [`and ${rest} more; history show --json has all`] : []),
  ];
}

function renderDrift(drift: readonly DriftView[], { glyphs, room }: RowStyle): readonly string[] {
  const columns: readonly RankedColumn<DriftView>[] = [
    { title: 'line', align: 'right', rank: 3, text: ({ line }) => String(line) },
    { title: 'sku', text: ({ sku }) => sku },
    { title: 'runs', align: 'right', rank: 1, text: ({ nights }) => String(nights) },
    {
      title: 'what',
      text: ({ field, agreed, live, verdict, overwritten }) =>
        `${field} ${describeValue(field, agreed)} ${glyphs.arrow} ${describeValue(field, live)}, ${verdict}, ${overwritten ? 'overwritten' : 'left as it is'}`,
    },
  ];
  return renderTable(drift, fitColumns(drift, columns, room), room);
}

function renderRows(rows: readonly AttentionView[], { room }: RowStyle): readonly string[] {
  const columns: readonly RankedColumn<AttentionView>[] = [
    { title: 'line', align: 'right', rank: 3, text: ({ line }) => String(line) },
    { title: 'sku', text: ({ sku }) => sku },
    { title: 'since (UTC)', rank: 2, text: ({ since }) => describeTime(since) },
    { title: 'runs', align: 'right', rank: 1, text: ({ nights }) => String(nights) },
    { title: 'what', text: ({ status, reason }) => `${status} (${reason})` },
  ];
  return renderTable(rows, fitColumns(rows, columns, room), room);
}

/** The same as one JSON document. */
export function renderHistoryRunJson({ record, folder, report, ...rows }: RunView): string {
  const document = { version: 1, exit_code: 0, run: record, folder_now: folder, report_now: report, ...rows };
  return `${toJsonText(document, 2)}\n`;
}
