import { join } from 'node:path';
import { describeValue } from '../domain/describe-value.ts';
import { isMoneyField } from '../domain/fields.ts';
import { formatShard } from '../domain/shard.ts';
import { type Change, type Outcome, rowOf } from '../domain/stages.ts';
import { clip } from './clip.ts';
import { commandLine } from './command-line.ts';
import { describeLookup } from './describe-lookup.ts';
import { isLeftToApply, PASSING_STOPS } from './is-left-to-apply.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { printableLines } from './printable-lines.ts';
import { quoteWord } from './quote-word.ts';
import { renderCounts } from './render-counts.ts';
import { renderTable } from './render-table.ts';
import type { RunReport } from './run-report.ts';
import { MOST_SHOWN } from './tally-outcomes.ts';
import { toScreen } from './to-screen.ts';
import { count, nameOfSheet } from './words.ts';

interface ScreenOptions {
  readonly paint: Paint;
  /** The run folder as the user would name it. */
  readonly folder: string;
  /** Those of the flags that were given which `undo` needs and knows too. */
  readonly undoFlags: readonly string[];
  /** Likewise, `apply`. */
  readonly applyFlags: readonly string[];
  /** Flags that go with this run and its repetition only. */
  readonly onceFlags: readonly string[];
  /** The run that an apply was made of has sent something itself, so that there may be something to take back with it. */
  readonly isSentBefore?: boolean | undefined;
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
  const verdict = [paint('bold', verdictOf(report)), ...stopLines(report, paint)];
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

function verdictOf(report: RunReport): string {
  const { byStatus, heldAlready } = report.digest;
  const planned = count(byStatus.planned, 'update');
  const updated = `${count(byStatus.updated - heldAlready, 'listing')} updated`;
  const held = heldAlready === 0 ? '' : `, ${heldAlready} held it already`;
  const input = describeInput(report);
  if (report.stop?.isAfterAll) return printable(`Done, but a file is missing: ${input}, ${updated}${held}`);
  if (report.stop) return printable(`Stopped: ${input}, ${report.dryRun ? 'nothing sent' : updated}${held}`);
  if (report.command === 'undo' && report.sheet.rows === 0)
    return printable(`Nothing to take back: undo of ${report.sheet.path}`);
  if (report.declined) return printable(`Nothing sent: ${input}, ${planned} planned${held}`);
  if (report.dryRun) return printable(`Dry run: ${input}, ${planned} planned, nothing sent${held}`);
  return printable(`Done: ${input}, ${updated}${held}`);
}

function describeInput({ command, sheet, shard }: RunReport): string {
  const isOfRun = command === 'undo' || command === 'apply';
  const what = isOfRun ? `${command} of ${sheet.path}` : nameOfSheet(sheet.path);
  const part = shard && !isOfRun ? `, shard ${formatShard(shard)}` : '';
  return `${what}${part}, ${count(sheet.rows, 'row')}`;
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

/** What the service was found to take, where that is less. Units: requests per second; `undefined` where nobody knows yet. */
function paceOf({ setting, ratePerSecond }: RunReport['pace']): number | undefined {
  return setting === 'auto' ? ratePerSecond : Math.min(setting, ratePerSecond ?? setting);
}

function describeMove({ field, before, after }: Change): string {
  if (!isMoneyField(field) || !before || after === null) return '';
  const percent = ((Number(after) - Number(before)) / Number(before)) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
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
    ...nextSteps(report, options).map((step, index) => `${index === 0 ? 'Next' : '    '}      ${step}`),
  ];
}

function nextSteps(report: RunReport, options: ScreenOptions): readonly string[] {
  const steps = [
    sendStep(report),
    report.stop ? againStep(report, options) : retryStep(report, options),
    ...guardSteps(report, options),
    applyStep(report, options),
    undoStep(report, options),
    undoBeforeStep(report, options),
  ];
  return steps.filter((step) => step !== undefined);
}

function undoStep({ digest }: RunReport, { folder, undoFlags }: ScreenOptions): string | undefined {
  return digest.own > 0 ? `take it back: ${commandLine(['undo', folder, ...undoFlags])}` : undefined;
}

function undoBeforeStep(
  { command, digest, sheet }: RunReport,
  { isSentBefore, undoFlags }: ScreenOptions,
): string | undefined {
  if (command !== 'apply' || !isSentBefore || digest.heldAlready === 0) return undefined;
  return `take back what the run before sent: ${commandLine(['undo', sheet.path, ...undoFlags])}`;
}

function sendStep({
  command,
  dryRun,
  stop,
  digest,
  sheet,
  layoutFlags,
  flags,
}: RunReport): string | undefined {
  if (!dryRun || stop || digest.byStatus.planned === 0 || isGone(sheet)) return undefined;
  return `send it: ${commandLine([command === 'diff' ? 'sync' : command, sheet.path, ...layoutFlags, ...flags])}`;
}

function retryStep({ digest, flags, retryFlags }: RunReport, { folder }: ScreenOptions): string | undefined {
  if (digest.attention === digest.byStatus.skipped) return undefined;
  const retry = join(folder, 'retry.csv');
  return `repair ${quoteWord(retry)}, then: ${commandLine(['sync', retry, ...flags, ...retryFlags])}`;
}

function againStep(
  { command, stop, sheet, layoutFlags, flags }: RunReport,
  { onceFlags }: ScreenOptions,
): string | undefined {
  if (!stop || stop.isAfterAll || !PASSING_STOPS.has(stop.code) || isGone(sheet)) return undefined;
  return `run it again: ${commandLine([command, sheet.path, ...layoutFlags, ...flags, ...onceFlags])}`;
}

/** Rules that speak of rows which can be repaired. */
const ABOUT_ROWS: ReadonlySet<string> = new Set(['max_invalid', 'max_missing']);

/** What to do where a guard rule was against the plan: repair the rows, or let the rule pass, if all of it is meant. */
function guardSteps(report: RunReport, options: ScreenOptions): readonly (string | undefined)[] {
  const { command, stop, sheet, layoutFlags, flags, isPlanned, digest } = report;
  if (!stop || stop.rules.length === 0) return [];
  const again = [command, sheet.path, ...layoutFlags, ...flags];
  const apply = ['apply', options.folder, ...options.applyFlags];
  return [
    stop.rules.some((rule) => ABOUT_ROWS.has(rule)) ? retryStep(report, options) : undefined,
    isGone(sheet)
      ? undefined
      : `if this is meant: ${commandLine([...again, ...allowing(stop.rules, options.onceFlags)])}`,
    isPlanned && digest.updates > 0 && command !== 'apply'
      ? `or, to send exactly this: ${commandLine([...apply, '--allow', stop.rules.join(',')])}`
      : undefined,
  ];
}

/** Flags that go with a run and its repetition, with these rules let pass beside those that are already. */
function allowing(rules: readonly string[], onceFlags: readonly string[]): readonly string[] {
  const at = onceFlags.indexOf('--allow');
  if (at === -1) return ['--allow', rules.join(','), ...onceFlags];
  return onceFlags.map((word, index) => (index === at + 1 ? [word, ...rules].join(',') : word));
}

/** A plan that was looked at, or that was cut short: `sync` would make a new one, of what the sheet says by then. */
function applyStep(report: RunReport, { folder, applyFlags }: ScreenOptions): string | undefined {
  const command = commandLine(['apply', folder, ...applyFlags]);
  if (isLeftToApply(report)) return `send what is left of this plan: ${command}`;
  const { dryRun, stop, isPlanned, digest } = report;
  const ofSheet = report.command === 'sync' || report.command === 'diff';
  const isOpen = (dryRun || report.declined) && !stop && isPlanned && digest.updates > 0;
  return ofSheet && isOpen ? `send exactly this: ${command}` : undefined;
}

/** What came through standard input is not there a second time. */
function isGone({ path }: RunReport['sheet']): boolean {
  return path === '-';
}

function skuOf({ entry }: Outcome): string {
  const row = rowOf(entry);
  return 'target' in row ? (row.target?.sku ?? '') : '';
}
