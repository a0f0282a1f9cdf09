import { describeVerdict } from '../advice/describe-verdict.ts';
import { listNextSteps, type NextStep, type StepOptions } from '../advice/list-next-steps.ts';
import type { UndoShape } from '../files/render-undo.ts';
import { describeLookup } from '../tally/describe-lookup.ts';
import { effectiveRate } from '../tally/effective-rate.ts';
import { describePhases } from '../tally/phase-time.ts';
import type { RunReport, Stop } from '../tally/run-report.ts';
import { nameOfSheet, nounsOf, resultsLocation } from '../text/words.ts';
import { describeDownload } from './describe-download.ts';
import { describeColumns, describeReadingFacts } from './describe-reading-facts.ts';
import { describeSettings } from './describe-settings.ts';
import { formatCount, formatDuration, formatNumber, formatTime } from './format-numbers.ts';
import type { Fact, PageFacts, PageVerdict, RunLimits } from './page-facts.ts';

interface PageOptions extends StepOptions {
  /** How the sheet was written. */
  readonly shape: UndoShape;
  readonly version: string;
  /** Where the commands are to be run. */
  readonly cwd: string;
  /** The files of the run folder, by what they are. */
  readonly files: readonly Fact[];
}

/** What the page says of a run as a whole. */
export function describePage(report: RunReport, options: PageOptions): PageFacts {
  const { sheet, account, startedAt, finishedAt, digest } = report;
  return {
    version: options.version,
    command: report.command,
    verdict: toVerdict(report),
    summary: [
      [isOfRun(report) ? 'Run' : 'File', nameOfSheet(sheet.path)],
      ['Account', `${account.base_url} (key fingerprint ${account.key_fingerprint})`],
      ['Started', formatTime(startedAt)],
      ['Took', formatDuration(finishedAt - startedAt)],
      ['Folder', report.folder],
    ],
    limits: limitsOf(report),
    sheetName: nameOfSheet(sheet.path),
    download: describeDownload({
      sheetName: nameOfSheet(sheet.path),
      shape: options.shape,
      delimiter: Object(sheet.reading).delimiter,
      settings: report.settings,
      flags: [...report.flags, ...report.retryFlags],
      job: sheet.job,
    }),
    isCurrencyOpen: report.stop?.rules.includes('mixed_currencies') === true,
    rows: sheet.rows,
    where: resultsLocation(report),
    byStatus: digest.byStatus,
    missingIsOk: report.missingIsOk,
    notices: report.notices,
    // The next step is to answer the question.
    steps: report.preview ? [] : applyFirst(listNextSteps(report, options)),
    cwd: options.cwd,
    requests: describeRequests(report),
    reading: describeReadingFacts(sheet.reading, sheet.sha256),
    columns: describeColumns(sheet.reading),
    settings: describeSettings(report.settings),
    files: options.files,
    strategyNames: report.strategyNames,
  };
}

/** Of all commands, the one that sends this very plan is what the page is read for. */
function applyFirst(steps: readonly NextStep[]): readonly NextStep[] {
  return steps.toSorted((one, other) => Number(other.kind === 'apply') - Number(one.kind === 'apply'));
}

function isOfRun({ command }: RunReport): boolean {
  return command === 'undo' || command === 'apply';
}

function toVerdict(report: RunReport): PageVerdict {
  const { stop, dryRun } = report;
  return {
    mood: moodOf(report),
    kind: dryRun ? 'Dry run, nothing sent' : kindOfSent(report),
    title: titleOf(report),
    points: pointsOf(report),
    stop: stop && { lines: linesOf(stop), hint: stop.hint },
  };
}

function pointsOf(report: RunReport): readonly string[] {
  const { stop, digest, sheet, command, settings, dryRun } = report;
  const allowed = settingOf(settings, 'allow');
  const attention = formatCount(
    digest.attention,
    ...nounsOf({ outcomes: digest.outcomes, rows: sheet.rows }),
  );
  return [
    describeVerdict(report),
    ...(stop || command === 'undo' ? [] : ['No guard rule stopped the run']),
    ...(allowed === undefined ? [] : [`Allowed by --allow: ${allowed}`]),
    digest.attention === 0
      ? 'No row needs attention'
      : `${attention} ${digest.attention === 1 ? 'needs' : 'need'} attention${dryRun ? '; nothing would be sent for them' : ''}`,
  ];
}

/** In other messages than these a line break is somebody else's. */
function linesOf({ code, message }: Stop): readonly string[] {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return code === 'bug' || code === 'guard' ? text.split('\n') : [text];
}

/** The rules are asked of a sheet, and of a shard with its part of their limits. */
function limitsOf({ command, shard, settings }: RunReport): RunLimits | undefined {
  if (shard || (command !== 'sync' && command !== 'diff')) return undefined;
  const limitOf = (name: string): string => settingOf(settings, name) ?? 'none';
  return {
    maxUpdates: limitOf('max-updates'),
    maxClears: limitOf('max-clears'),
    maxInvalid: limitOf('max-invalid'),
    maxMissing: limitOf('max-missing'),
    allowed: new Set(settingOf(settings, 'allow')?.split(',')),
  };
}

/** A setting as text, where it is set to something. */
function settingOf(settings: RunReport['settings'], name: string): string | undefined {
  const { value } = Object(settings[name]);
  return typeof value === 'string' && value !== '' && value !== 'none' ? value : undefined;
}

function moodOf({ stop, digest }: RunReport): PageVerdict['mood'] {
  if (stop) return 'stopped';
  return digest.attention > 0 ? 'attention' : 'good';
}

function kindOfSent({ command, declined, digest, requests, preview }: RunReport): string {
  if (preview) return 'Planned, nothing sent yet: waiting for confirmation at the terminal';
  if (digest.own > 0) return command === 'undo' ? 'Undone' : 'Applied';
  if (requests.writes > 0) return 'Sent, but no update took effect';
  return declined ? 'Not sent: the confirmation was answered with no' : 'Nothing was sent';
}

function titleOf(report: RunReport): string {
  const { stop, digest, dryRun, declined, preview } = report;
  const { planned } = digest.byStatus;
  if (stop && stop.rules.length > 0) return `Stopped by ${stop.rules.join(', ')}, before anything was sent`;
  if (stop?.isAfterAll) return 'Done, but a file could not be written';
  if (stop) return digest.own > 0 ? 'Stopped before the end' : 'Stopped before anything was sent';
  if (preview) return `Planned: ${formatCount(planned, 'update')}`;
  if (dryRun || declined)
    return planned > 0 ? `Safe to apply: ${formatCount(planned, 'update')}` : 'Nothing to change';
  if (digest.updates === 0 && digest.heldAlready === 0) return 'Nothing to change';
  const part = digest.partlyRestored === 0 ? '' : `, ${digest.partlyRestored} in part`;
  return `${formatCount(digest.byStatus.updated - digest.heldAlready, 'listing')} updated${part}`;
}

function describeRequests({
  requests,
  lookup,
  rereadsExpected,
  pace,
  phases,
  digest,
  dryRun,
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
  const open = digest.byStatus.planned;
  const refused = stop && { rules: stop.rules, updates: digest.updates };
  // The expectation covers all updates: once some were sent, the rest is unknown.
  const rereads = open === digest.updates ? rereadsExpected : undefined;
  const cost = {
    reads,
    writes: open,
    rereads,
    ratePerSecond: effectiveRate(pace),
    mostPerSecond: pace.mostPerSecond,
    refused,
  };
  const isToSend = lookup && (!stop || stop.rules.length > 0) && (open > 0 || dryRun);
  return [
    ['Made', made.join(', ')],
    ...(lookup && !isToSend
      ? [['Lookup', describeLookup(lookup, cost).replace(/ No updates to send$/, '')] as const]
      : []),
    ...(isToSend ? [['Needed', describeLookup(lookup, cost)] as const] : []),
    ...(went === undefined ? [] : [['Time', went] as const]),
    ['Rate', pace.setting === 'auto' ? 'auto' : `${pace.setting} a second at most`],
  ];
}
