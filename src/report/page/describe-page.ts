import type { UndoShape } from '../files/render-undo.ts';
import { describeApproved } from '../screen/describe-approved.ts';
import { describeFollowUps } from '../tally/describe-follow-ups.ts';
import { describeLookup, describeSending } from '../tally/describe-lookup.ts';
import { effectiveRate } from '../tally/effective-rate.ts';
import { describePhases } from '../tally/phase-time.ts';
import type { RunReport, Stop } from '../tally/run-report.ts';
import { writeLetter } from '../tally/write-letter.ts';
import { formatCount, formatDuration, formatNumber, formatTime } from '../text/format-numbers.ts';
import { capitalize, nameOfSheet, resultsLocation } from '../text/words.ts';
import { allowing, newKeyRules } from '../view/allow-flags.ts';
import { listNextSteps, type NextStep, type StepOptions } from '../view/list-next-steps.ts';
import { type ApprovalFacts, describeApproval } from './describe-approval.ts';
import { writeVerdict } from './write-verdict.ts';

/** A label, and what is said under it. */
export type Fact = readonly [label: string, text: string];

interface PageOptions extends StepOptions {
  /** How the sheet was written. */
  readonly shape: UndoShape;
  readonly version: string;
  /** Where the commands are to be run. */
  readonly cwd: string;
  /** The files of the run folder, by what they are. */
  readonly files: readonly Fact[];
  /** The plan, if its updates are to be approved. */
  readonly reviewed?: { readonly seal: string; readonly isUnsent: boolean } | undefined;
}

/** What the page says of a run as a whole. */
export type PageFacts = ReturnType<typeof describePage>;

export function describePage(report: RunReport, options: PageOptions) {
  const { sheet, account, startedAt, finishedAt, digest, stop } = report;
  const allowed = settingOf(report.settings, 'allow');
  return {
    version: options.version,
    command: report.command,
    verdict: {
      mood: moodOf(report),
      /** `Dry run`, `Applied`, … */
      kind: report.dryRun ? 'Dry run, nothing sent' : kindOfSent(report),
      title: writeVerdict(report),
      /** The night's letter, in whole sentences. */
      letter: writeLetter(report, { count: formatCount, isStopSaid: true }),
      /** What stopped it, and what to do about it; a rule's figure and limit are in it. */
      stop: stop && { lines: linesOf(stop), hint: stop.hint },
    },
    /** The run folder, as an absolute path. */
    folder: report.folder,
    /** Nothing was sent, or nothing yet. */
    isDryRun: report.dryRun || report.declined || report.preview !== undefined,
    /** Which file, when, for how long; each a few words. */
    line: [
      `${isOfRun(report) ? `${report.command} of ` : ''}${nameOfSheet(sheet.path)}`,
      formatCount(sheet.rows, 'row'),
      formatTime(startedAt),
      `took ${formatDuration(finishedAt - startedAt)}`,
      ...(allowed === undefined ? [] : [`allowed by --allow: ${allowed}`]),
    ],
    /** What is said of the run besides, on demand. */
    summary: [
      ['Account', `${account.base_url} (key fingerprint ${account.key_fingerprint})`],
      ['Folder', report.folder],
      ...(report.approval ? [['Approved', describeApproved(report.approval).join(', ')] as const] : []),
    ] as readonly Fact[],
    sheetName: nameOfSheet(sheet.path),
    /** If rows can be approved. */
    approval: approvalOf(report, options),
    /** Rows of the sheet: fewer than there are lines of results.csv where some matched several listings. */
    rows: sheet.rows,
    /** Where all lines are; nothing where they could not be written. */
    where: resultsLocation(report),
    byStatus: digest.byStatus,
    missingIsOk: report.missingIsOk,
    /** It sends what a person approved. */
    isReviewed: report.approval !== undefined,
    notices: report.notices,
    // The next step is to answer the question.
    steps: report.preview ? [] : applyFirst(listNextSteps(report, options)),
    /** Where the commands are to be run. */
    cwd: options.cwd,
    /** Requests made, requests still to come, and why the listings were looked up in this way. */
    requests: describeRequests(report),
    /** How the file was read; nothing where none was. */
    reading: describeReadingFacts(sheet.reading, sheet.sha256),
    columns: describeColumns(sheet.reading),
    settings: describeSettings(report.settings),
    files: options.files,
    strategyNames: report.strategyNames,
  };
}

function approvalOf(
  report: RunReport,
  { reviewed, shape, folder, applyFlags, cwd, shell }: PageOptions,
): ApprovalFacts | undefined {
  const { stop, unwritten = [] } = report;
  // Without the file, the plan could not be read back.
  if (!reviewed || unwritten.includes('review.csv')) return undefined;
  const flags = [...applyFlags, ...allowing([...newKeyRules(report), ...(stop?.rules ?? [])], [])];
  return describeApproval(reviewed, { shape, run: folder, flags, cwd, shell });
}

function isOfRun({ command }: RunReport): boolean {
  return command === 'undo' || command === 'apply';
}

/** One reason why a run stopped, with its code for scripts. */
interface StopLine {
  readonly text: string;
  readonly code: string | undefined;
}

/** In other messages than these a line break is somebody else's. */
function linesOf({ code, rules, message, messages = [] }: Stop): readonly StopLine[] {
  if (rules.length > 0 && messages.length === rules.length)
    return rules.flatMap((rule, at) => toLines((messages[at] ?? '').split('\n'), rule));
  const lines = code === 'bug' || code === 'guard' ? message.split('\n') : [message];
  return toLines(lines, rules.length > 0 ? rules.join(', ') : code);
}

function toLines(lines: readonly string[], last: string): readonly StopLine[] {
  return lines.map((line, at) => ({
    text: at === 0 ? capitalize(line) : line,
    code: at === lines.length - 1 ? last : undefined,
  }));
}

/** A setting as text, where it is set to something. */
function settingOf(settings: RunReport['settings'], name: string): string | undefined {
  const { value } = Object(settings[name]);
  return typeof value === 'string' && value !== '' && value !== 'none' ? value : undefined;
}

/** `good`: nothing needs a person; `attention`: some rows do; `stopped`: the run as a whole does. */
function moodOf({ stop, digest }: RunReport): 'good' | 'attention' | 'stopped' {
  if (stop) return 'stopped';
  return digest.attention + digest.byStatus.held > 0 ? 'attention' : 'good';
}

function kindOfSent({ command, declined, digest, requests, preview, stop }: RunReport): string {
  if (preview) return 'Planned, nothing sent yet: waiting for confirmation at the terminal';
  if (digest.own > 0) return `${command === 'undo' ? 'Undone' : 'Applied'}${stop ? ' in part' : ''}`;
  if (requests.writes > 0) return 'Sent, but no update took effect';
  return declined ? 'Not sent: the confirmation was answered with no' : 'Nothing was sent';
}

function describeRequests({
  requests,
  lookup,
  rereadsExpected,
  pace,
  phases,
  digest,
  stop,
}: RunReport): readonly Fact[] {
  const went = describePhases(phases, pace.setting);
  const { reads, writes, retries, throttled } = requests;
  const made = [
    formatCount(reads, 'read'),
    formatCount(writes, 'write'),
    formatCount(retries, 'retry', 'retries'),
    ...(throttled === 0 ? [] : [`${formatNumber(throttled)} refused over the rate limit (429)`]),
  ];
  const ratePerSecond = effectiveRate(pace);
  const writesLeft = stop ? 0 : digest.byStatus.planned;
  const { mostPerSecond } = pace;
  const sending = describeSending({
    writes: writesLeft,
    rereads: rereadsExpected,
    ratePerSecond,
    mostPerSecond,
  });
  return [
    ['Made', made.join(', ')],
    ...(digest.followUp ? [['Follow-up', describeFollowUps(digest.followUp)] as const] : []),
    ...(lookup ? [['Lookup', describeLookup(lookup, reads)] as const] : []),
    ...(sending === undefined || writesLeft === 0 ? [] : [['Sending', sending] as const]),
    ...(went === undefined ? [] : [['Time', went] as const]),
    ['Rate', pace.setting === 'auto' ? 'auto' : `${pace.setting} a second at most`],
  ];
}

/** Of all commands, the one that sends this very plan is what the page is read for. */
function applyFirst(steps: readonly NextStep[]): readonly NextStep[] {
  return steps.toSorted((one, other) => Number(other.kind === 'apply') - Number(one.kind === 'apply'));
}

/** Settings by name, and where each comes from; defaults come last. */
function describeSettings(settings: RunReport['settings']): readonly Setting[] {
  return Object.entries(settings)
    .map(([name, { value, from }]) => ({ name, value: value ?? 'none', from }))
    .sort((one, other) => Number(one.from === 'default') - Number(other.from === 'default'));
}

interface Setting {
  readonly name: string;
  readonly value: string;
  readonly from: string;
}

const READING_LABELS: Readonly<Record<string, string>> = {
  encoding: 'Encoding',
  encoding_by: 'Encoding determined by',
  delimiter: 'Delimiter',
  delimiter_by: 'Delimiter determined by',
  quote: 'Quotes',
  header_line: 'Header on line',
  lines_above: 'Lines above the header',
  ignored_columns: 'Ignored columns',
  decimal_signs: 'Decimal signs',
};

/** How a sheet was read, for people, as `summary.json` has it. Nothing where none was. */
function describeReadingFacts(reading: object | undefined, sha256: string): readonly Fact[] {
  if (!reading) return [];
  const values = new Map(Object.entries(reading));
  const facts = Object.entries(READING_LABELS).flatMap(([key, label]): readonly Fact[] => {
    const text = toText(values.get(key));
    return text === '' ? [] : [[label, text]];
  });
  return [...facts, ['SHA-256', sha256]];
}

/** Which header became which field. */
function describeColumns(reading: object | undefined): readonly Fact[] {
  const columns = new Map(Object.entries(reading ?? {})).get('columns');
  return Object.entries(columns ?? {}).map(([field, header]) => [field, String(header)] as const);
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => String(item)).join(', ');
  if (typeof value !== 'object') return value === '\t' ? 'tab' : String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key} "${item}"`)
    .join(', ');
}
