import { STATUSES, type Status } from '../../domain/status.ts';
import { listMergeSteps, type MergeStepOptions } from '../advice/list-merge-steps.ts';
import type { UndoShape } from '../files/render-undo.ts';
import { describeMerge } from '../screen/render-merge-screen.ts';
import type { MergeFacts } from '../tally/merge-facts.ts';
import type { PriceDigest } from '../tally/tally-prices.ts';
import { type MergedNight, writeMergedLetter } from '../tally/write-letter.ts';
import { formatCount, formatDuration, formatTime } from '../text/format-numbers.ts';
import { nameOfSheet, nounsOf, resultsLocation } from '../text/words.ts';
import { applyFirst } from './apply-first.ts';
import { describeApproval } from './describe-approval.ts';
import { describeColumns, describeReadingFacts } from './describe-reading-facts.ts';
import { describeSettings } from './describe-settings.ts';
import type { Fact, PageFacts, PageVerdict } from './page-facts.ts';
import { writeVerdict } from './write-verdict.ts';

/** What a merged run's `summary.json` holds, as far as the page shows it. */
interface Summary {
  readonly command: string;
  readonly sheet: {
    readonly path: string;
    readonly sha256: string;
    readonly reading?: unknown;
    readonly job?: unknown;
  };
  readonly account?: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Names by id. */
  readonly strategies?: Readonly<Record<string, string>> | undefined;
  readonly notices: readonly string[];
  readonly times: { readonly started_at: string; readonly seconds: number };
  readonly folder: string;
}

interface PageOptions extends MergeStepOptions {
  /** How the sheet was written; plans of older versions don't say. */
  readonly shape: UndoShape | undefined;
  readonly version: string;
  readonly cwd: string;
  readonly files: readonly Fact[];
  /** Not known if a shard is of an earlier version. */
  readonly prices: PriceDigest | undefined;
  /** `undefined` if a shard was stopped. */
  readonly night: MergedNight | undefined;
  /** The plan, if its updates are to be approved. */
  readonly reviewed?: { readonly seal: string; readonly isUnsent: boolean } | undefined;
}

/** What the page says of a merged run. */
export function describeMergedPage(
  { summary, facts }: { readonly summary: Summary; readonly facts: MergeFacts },
  options: PageOptions,
): PageFacts {
  const { command, sheet, account, settings, strategies = {}, notices, times, folder } = summary;
  const reading = typeof sheet.reading === 'object' ? (sheet.reading ?? undefined) : undefined;
  const { base_url: url = '', key_fingerprint: key = '' } = Object(account);
  return {
    version: options.version,
    command: `${command}, merged`,
    verdict: toVerdict(facts, options.night),
    folder,
    isDryRun: facts.dryRun,
    line: [
      nameOfSheet(sheet.path),
      formatCount(facts.shards.length, 'shard'),
      formatCount(facts.rows, 'row'),
      formatTime(Date.parse(times.started_at)),
      `took ${formatDuration(times.seconds * 1000)}`,
    ],
    summary: [
      ['Account', `${url} (key fingerprint ${key})`],
      ['Folder', folder],
    ],
    sheetName: nameOfSheet(sheet.path),
    approval:
      options.reviewed &&
      options.shape &&
      describeApproval(options.reviewed, {
        shape: options.shape,
        run: options.folder,
        flags: options.applyFlags,
        cwd: options.cwd,
        shell: options.shell,
      }),
    rows: facts.rows,
    where: resultsLocation({}),
    byStatus: Object.fromEntries(STATUSES.map((status) => [status, facts.byStatus[status] ?? 0])) as Record<
      Status,
      number
    >,
    missingIsOk: facts.missingIsOk,
    isReviewed: false,
    driftNights: [],
    prices: options.prices,
    notices,
    steps: applyFirst(listMergeSteps(facts, options)),
    cwd: options.cwd,
    requests: [
      ['Made', toRequests(facts)],
      ...facts.shards.map(
        ({ shard, folder, exit_code: code }): Fact => [`Shard ${shard}`, `${folder}, exit code ${code}`],
      ),
    ],
    reading: describeReadingFacts(reading, sheet.sha256),
    columns: describeColumns(reading),
    settings: describeSettings(settings),
    files: options.files,
    strategyNames: new Map(Object.entries(strategies)),
  };
}

function toVerdict(facts: MergeFacts, night: MergedNight | undefined): PageVerdict {
  const { stopped, attention, dryRun, byStatus, isSent } = facts;
  const { held = 0, planned = 0, updated = 0 } = byStatus;
  return {
    mood: stopped ? 'stopped' : attention + held > 0 ? 'attention' : 'good',
    kind: dryRun ? 'Dry run, nothing sent' : isSent ? 'Applied' : 'Nothing was sent',
    title: stopped
      ? 'Not every shard finished'
      : writeVerdict({
          how: dryRun ? 'planned' : 'sent',
          going: dryRun ? planned : updated,
          of: planned + updated,
          attention,
          held,
          nouns: nounsOf(facts),
        }),
    letter: night ? writeMergedLetter(night, { count: formatCount }) : [describeMerge(facts)],
    stop: stopped
      ? { lines: [{ text: stopped.message, code: undefined }], hint: stopped.hint ?? undefined }
      : undefined,
  };
}

function toRequests({ requests: { reads, writes, retries } }: MergeFacts): string {
  return [
    formatCount(reads, 'read'),
    formatCount(writes, 'write'),
    formatCount(retries, 'retry', 'retries'),
  ].join(', ');
}
