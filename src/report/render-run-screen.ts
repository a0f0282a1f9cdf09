import { describeValue } from '../domain/describe-value.ts';
import { type Change, type Outcome, rowOf } from '../domain/stages.ts';
import { clip } from './clip.ts';
import { describeLookup } from './describe-lookup.ts';
import { describeMove } from './describe-move.ts';
import { describeInput, describeVerdict } from './describe-verdict.ts';
import { listNextSteps, type StepOptions } from './list-next-steps.ts';
import { paceOf } from './pace-of.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { printableLines } from './printable-lines.ts';
import { renderCounts } from './render-counts.ts';
import { renderTable } from './render-table.ts';
import type { RunReport } from './run-report.ts';
import { MOST_SHOWN } from './tally-outcomes.ts';
import { toScreen } from './to-screen.ts';
import { count } from './words.ts';

interface ScreenOptions extends StepOptions {
  readonly paint: Paint;
  /** Of the terminal; none where the lines are not to be wrapped. */
  readonly width?: number | undefined;
}

interface Look extends Pick<ScreenOptions, 'paint' | 'width'> {
  /** Where all is that is too much to be shown. */
  readonly where?: string | undefined;
}

/** A run that has ended, for people: verdict, changes, counts, what needs attention, and what to do next. */
export function renderRunScreen(report: RunReport, options: ScreenOptions): string {
  const { paint } = options;
  const verdict = [paint('bold', printable(describeVerdict(report))), ...stopLines(report, paint)];
  const closing = closingLines(report, options);
  // Whoever said no has seen it all a moment ago.
  if (report.declined) return toScreen([verdict, closing]);
  return toScreen([verdict, ...planBlocks(report, options), closing]);
}

/** A plan for the person who is about to be asked whether to send it. */
export function renderPreview(report: RunReport, look: Look): string {
  const verdict = `Plan: ${describeInput(report)}, ${count(report.digest.byStatus.planned, 'update')}`;
  return toScreen([
    [look.paint('bold', printable(verdict))],
    ...planBlocks(report, { ...look, where: 'in results.csv as soon as you answer' }),
  ]);
}

/** What a person is asked before a plan is sent. */
export function renderQuestion(report: RunReport): string {
  return `Send ${count(report.digest.byStatus.planned, 'update')} to ${report.account.base_url}?`;
}

function planBlocks(report: RunReport, look: Look): readonly (readonly string[])[] {
  const { paint } = look;
  return [
    changeLines(report, look),
    renderCounts({ byStatus: report.digest.byStatus, missingIsOk: report.missingIsOk }, paint),
    lookupLines(report),
    attentionLines(report, look),
    report.notices.length === 0
      ? []
      : ['Notices', ...report.notices.map((notice) => `  ${clip(printable(notice))}`)],
  ];
}

function stopLines({ stop }: RunReport, paint: Paint): readonly string[] {
  if (!stop) return [];
  const rules = stop.rules.length === 0 ? '' : `A guard rule is against it (${stop.rules.join(', ')}): `;
  // In other messages than these a line break is somebody else's.
  const hasLines = stop.code === 'bug' || stop.code === 'guard';
  const message = hasLines ? printableLines(stop.message) : clip(printable(stop.message));
  return [paint('red', rules + message), ...(stop.hint === undefined ? [] : [clip(printable(stop.hint))])];
}

function changeLines({ digest: { changes }, strategyNames }: RunReport, look: Look): readonly string[] {
  const show = (change: Change, side: 'before' | 'after'): string =>
    (change.field === 'strategy' && strategyNames.get(String(change[side]))) ||
    describeValue(change.field, change[side]);
  const table = renderTable(changes.first, [
    { title: 'line', align: 'right', text: ({ outcome }) => String(rowOf(outcome.entry).line) },
    { title: 'sku', text: ({ outcome }) => skuOf(outcome) },
    { title: 'field', text: ({ change }) => change.field },
    { title: 'before', align: 'right', text: ({ change }) => show(change, 'before') },
    { title: 'after', align: 'right', text: ({ change }) => show(change, 'after') },
    { title: 'change', align: 'right', text: ({ change }) => describeMove(change) },
  ]);
  return titled('Changes', table, changes.total, look);
}

/** Before anything is sent: what it will take. Afterwards the summary has what it took. */
function lookupLines({ lookup, stop, dryRun, digest, requests, pace }: RunReport): readonly string[] {
  const writes = digest.byStatus.planned;
  if (!lookup || (stop && stop.rules.length === 0) || (writes === 0 && !dryRun)) return [];
  return [printable(describeLookup(lookup, { reads: requests.reads, writes, ratePerSecond: paceOf(pace) }))];
}

function attentionLines({ digest: { troubles, slipped } }: RunReport, look: Look): readonly string[] {
  const table = renderTable(
    troubles.first,
    [
      { title: 'line', align: 'right', text: ({ entry }) => String(rowOf(entry).line) },
      { title: 'sku', text: skuOf },
      { title: 'status', text: ({ status }) => status },
      { title: 'why', text: ({ message }) => message },
    ],
    look.width === undefined ? undefined : look.width - INDENT,
  );
  return [
    ...titled('Needs attention', table, troubles.total, look),
    ...(slipped === 0
      ? []
      : [
          `${count(slipped, 'row')} blocked by max_change, as is to be expected of scale_slip; all in results.csv`,
        ]),
  ];
}

/** Of the lines under a title. */
const INDENT = 2;

function titled(
  title: string,
  table: readonly string[],
  total: number,
  { paint, where = 'in results.csv' }: Look,
): readonly string[] {
  const [head, ...lines] = table;
  if (head === undefined) return [];
  const more = total > MOST_SHOWN ? [`  … and ${total - MOST_SHOWN} more, all ${where}`] : [];
  return [title, paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`), ...more];
}

function closingLines(report: RunReport, options: ScreenOptions): readonly string[] {
  const { reads, writes, retries, throttled } = report.requests;
  const seconds = ((report.finishedAt - report.startedAt) / 1000).toFixed(1);
  const refused = throttled === 0 ? '' : `, ${throttled} refused as too many (429)`;
  return [
    `Requests  ${count(reads, 'read')}, ${count(writes, 'write')}, ${count(retries, 'retry', 'retries')}${refused}, in ${seconds} s`,
    `Files     ${printable(options.folder)}`,
    ...listNextSteps(report, options).map(
      ({ what, command }, index) => `${index === 0 ? 'Next' : '    '}      ${what}: ${command}`,
    ),
  ];
}

function skuOf({ entry }: Outcome): string {
  const row = rowOf(entry);
  return 'target' in row ? (row.target?.sku ?? '') : '';
}
