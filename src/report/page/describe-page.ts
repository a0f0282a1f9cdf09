import { describeLookup } from '../describe-lookup.ts';
import { describeVerdict } from '../describe-verdict.ts';
import { listNextSteps, type StepOptions } from '../list-next-steps.ts';
import { paceOf } from '../pace-of.ts';
import type { RunReport } from '../run-report.ts';
import { nameOfSheet } from '../words.ts';
import { describeColumns, describeReadingFacts } from './describe-reading-facts.ts';
import { describeSettings } from './describe-settings.ts';
import type { Fact, PageFacts, PageVerdict } from './page-facts.ts';
import { countOf, formatDuration, formatTime, grouped } from './words.ts';

interface PageOptions extends StepOptions {
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
      ['SHA-256', sheet.sha256],
      ['Account', `${account.base_url} (key ${account.key_fingerprint})`],
      ['Started', formatTime(startedAt)],
      ['Took', formatDuration(finishedAt - startedAt)],
      ['Folder', report.folder],
    ],
    sheetName: nameOfSheet(sheet.path),
    byStatus: digest.byStatus,
    missingIsOk: report.missingIsOk,
    notices: report.notices,
    steps: listNextSteps(report, options),
    cwd: options.cwd,
    requests: describeRequests(report),
    reading: describeReadingFacts(sheet.reading),
    columns: describeColumns(sheet.reading),
    settings: describeSettings(report.settings),
    files: options.files,
    strategyNames: report.strategyNames,
  };
}

function isOfRun({ command }: RunReport): boolean {
  return command === 'undo' || command === 'apply';
}

function toVerdict(report: RunReport): PageVerdict {
  const { stop, digest, dryRun } = report;
  return {
    mood: moodOf(report),
    kind: dryRun ? 'Dry run, nothing sent' : kindOfSent(report),
    title: titleOf(report),
    sentence: describeVerdict(report),
    stop: stop && { message: stop.message, hint: stop.hint },
    ...(digest.attention === 0 && {}),
  };
}

function moodOf({ stop, digest }: RunReport): PageVerdict['mood'] {
  if (stop) return 'stopped';
  return digest.attention > 0 ? 'attention' : 'good';
}

function kindOfSent({ command, declined, digest }: RunReport): string {
  if (digest.own > 0) return command === 'undo' ? 'Taken back' : 'Applied';
  return declined ? 'Not sent: the question was answered with no' : 'Nothing was sent';
}

function titleOf(report: RunReport): string {
  const { stop, digest, dryRun, declined } = report;
  const left = digest.attention === 0 ? '' : `; ${countOf(digest.attention, 'row')} to look at`;
  if (stop && stop.rules.length > 0) return `Stopped by ${stop.rules.join(', ')}, before anything was sent`;
  if (stop?.isAfterAll) return 'Done, but a file is missing';
  if (stop) return digest.own > 0 ? 'Stopped before the end' : 'Stopped before anything was sent';
  if (dryRun || declined) {
    return digest.byStatus.planned > 0
      ? `Safe to apply: ${countOf(digest.byStatus.planned, 'update')}, and no rule stops them${left}`
      : `Nothing to change${left}`;
  }
  return digest.own === 0 ? `Nothing to change${left}` : `${countOf(digest.own, 'listing')} updated${left}`;
}

function describeRequests({ requests, lookup, pace, digest, dryRun, stop }: RunReport): readonly Fact[] {
  const { reads, writes, retries, throttled } = requests;
  const made = [
    countOf(reads, 'read'),
    countOf(writes, 'write'),
    countOf(retries, 'retry', 'retries'),
    ...(throttled === 0 ? [] : [`${grouped(throttled)} refused as too many (429)`]),
  ];
  const open = digest.byStatus.planned;
  const cost = { reads, writes: open, ratePerSecond: paceOf(pace) };
  const isToSend = lookup && (!stop || stop.rules.length > 0) && (open > 0 || dryRun);
  return [
    ['Made', made.join(', ')],
    ...(lookup && !isToSend
      ? [['Lookup', describeLookup(lookup, cost).replace(/ No updates to send$/, '')] as const]
      : []),
    ...(isToSend ? [['Needed', describeLookup(lookup, cost)] as const] : []),
    ['Rate', pace.setting === 'auto' ? 'auto' : `${pace.setting} a second at most`],
  ];
}
