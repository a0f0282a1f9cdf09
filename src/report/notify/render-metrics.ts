import { accountOf, conditionOf, REFUSED_KEY, type RunEnding } from '../tally/run-ending.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { parseMetrics } from './parse-metrics.ts';

/**
 * The metrics of a run as a file for Prometheus. `earlier` is the previous file: it gives the series of other jobs, accounts
 * and commands, and the time of the last success.
 *
 * Shape: text exposition format 0.0.4, every metric a gauge in base units.
 * Source: prometheus.io, Exposition formats, and Metric and label naming.
 */
export function renderMetrics(ending: RunEnding, earlier: string): string {
  const known = readSeries(earlier, ending.finishedAt);
  const owner = ownerOf(ending, known);
  // The service refused the key the last time, so the series of the next accepted key replaces it.
  const refused = known.filter(({ name, value }) => name === LAST_EXIT_CODE && value === REFUSED_KEY);
  const isRefused = new Set(refused.map((series) => keyOf(series.owner)));
  const isOver = ({ owner: other }: Series): boolean =>
    isOneJob(other, owner) &&
    (other.account === owner.account ||
      other.account === '' ||
      (owner.account !== '' && isRefused.has(keyOf(other))));
  const successes = known.filter((series) => isOver(series) && series.name === LAST_SUCCESS);
  const lastSuccess = successes.length === 0 ? undefined : Math.max(...successes.map(({ value }) => value));
  const all = [
    ...METRICS.flatMap(({ name, of }) =>
      toDetails(of(ending, lastSuccess)).map(([detail, value]) => ({ owner, name, detail, value })),
    ),
    ...known.filter((series) => !isOver(series)),
  ].sort(byOwner);
  return METRICS.map((metric) => renderMetric(metric, all)).join('');
}

/** The job of a series, from its labels; empty if unknown or absent. */
interface Owner {
  /** Not `job`, which Prometheus itself sets on all that it collects. */
  readonly sheet_job: string;
  /** The folder of the sheet, if the job has not been named. */
  readonly sheet_folder: string;
  readonly account: string;
  readonly command: string;
}

interface Series {
  readonly owner: Owner;
  readonly name: string;
  /** The value of the metric's own label, if it has one. */
  readonly detail: string;
  readonly value: number;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  /** Its own label. */
  readonly detail?: string;
  /** Its value, or one for each value of its label; `undefined`: it has none. */
  of(
    ending: RunEnding,
    lastSuccess: number | undefined,
  ): number | undefined | Readonly<Record<string, number>>;
}

const LAST_SUCCESS = 'pricesheet_last_success_timestamp_seconds';
const LAST_EXIT_CODE = 'pricesheet_last_run_exit_code';

const isSuccess = (ending: RunEnding): boolean => conditionOf(ending) !== 'failed';

const METRICS: readonly Metric[] = [
  {
    name: 'pricesheet_last_run_timestamp_seconds',
    help: 'When the last run ended, in Unix time',
    of: ({ finishedAt }) => finishedAt / 1000,
  },
  {
    name: LAST_SUCCESS,
    help: 'When the last run ended that came to its proper end (exit code 0 or 3), in Unix time',
    of: (ending, lastSuccess) => (isSuccess(ending) ? ending.finishedAt / 1000 : lastSuccess),
  },
  {
    name: 'pricesheet_last_run_success',
    help: 'Whether the last run came to its proper end (exit code 0 or 3)',
    of: (ending) => Number(isSuccess(ending)),
  },
  { name: LAST_EXIT_CODE, help: 'Exit code of the last run', of: ({ exitCode }) => exitCode },
  {
    name: 'pricesheet_last_run_duration_seconds',
    help: 'How long the last run took',
    of: ({ startedAt, finishedAt }) => Math.max(0, finishedAt - startedAt) / 1000,
  },
  {
    name: 'pricesheet_last_run_rows',
    help: 'Rows of the sheet, including rows that are not data',
    of: ({ report }) => report?.sheet.rows,
  },
  {
    name: 'pricesheet_last_run_outcomes',
    help: 'What became of the rows, once for each listing they matched, by status',
    detail: 'status',
    of: ({ report }) => report?.digest.byStatus,
  },
  {
    name: 'pricesheet_last_run_attention',
    help: 'Outcomes that a person should look at',
    of: ({ report }) => report?.digest.attention,
  },
  {
    name: 'pricesheet_last_run_requests',
    help: 'Requests to the service, every attempt counted, by kind',
    detail: 'kind',
    of: ({ report }) => report && { read: report.requests.reads, write: report.requests.writes },
  },
  {
    name: 'pricesheet_last_run_retries',
    help: 'Requests that repeated a failed one',
    of: ({ report }) => report?.requests.retries,
  },
  {
    name: 'pricesheet_last_run_throttled_requests',
    help: 'Requests that were answered with status 429',
    of: ({ report }) => report?.requests.throttled,
  },
  {
    name: 'pricesheet_last_run_learned_requests_per_second',
    help: 'The pace that the service was found to take, where it was found out',
    of: ({ report }) => report?.pace.ratePerSecond,
  },
];

function toDetails(value: ReturnType<Metric['of']>): readonly (readonly [detail: string, value: number])[] {
  if (value === undefined) return [];
  return typeof value === 'number' ? [['', value]] : Object.entries(value);
}

/** Long enough for any name; a label is kept for as long as the file is. */
const MAX_LABEL = 200;

/** A run whose account is unknown, or whose key was refused, goes to the only account that the file has for its job, if there is one. */
function ownerOf(ending: RunEnding, known: readonly Series[]): Owner {
  const { job, sheetFolder = '', command } = ending;
  const account = accountOf(ending);
  const owner = {
    sheet_job: clip(printable(job), MAX_LABEL),
    sheet_folder: clip(printable(sheetFolder), MAX_LABEL),
    account: account?.key_fingerprint ?? '',
    command,
  };
  const ofJob = known.filter(({ owner: other }) => isOneJob(other, owner));
  const accounts = new Set(ofJob.map((series) => series.owner.account));
  const [only = ''] = accounts;
  return account || accounts.size !== 1 ? owner : { ...owner, account: only };
}

/** A series without a folder is of a job that somebody named and that lost its name: the first sheet continues it. */
function isOneJob(other: Owner, owner: Owner): boolean {
  const isHere = other.sheet_folder === owner.sheet_folder || other.sheet_folder === '';
  return isHere && other.sheet_job === owner.sheet_job && other.command === owner.command;
}

/** With more owners than this, a name seems to change from run to run. */
const MAX_OWNERS = 500;

/** What earlier runs wrote; all else in the file is dropped. */
function readSeries(text: string, now: number): readonly Series[] {
  const owners = new Set<string>();
  return parseMetrics(text).flatMap(({ name, labels, value }) => {
    const metric = METRICS.find((known) => known.name === name);
    const owner = metric && readOwner(metric, labels);
    if (!owner || value < 0 || (name.includes('_timestamp_') && value > now / 1000)) return [];
    if (owners.size < MAX_OWNERS) owners.add(keyOf(owner));
    if (!owners.has(keyOf(owner))) return [];
    return [{ owner, name, value, detail: labels.get(metric.detail ?? '') ?? '' }];
  });
}

function readOwner({ detail = '' }: Metric, labels: ReadonlyMap<string, string>): Owner | undefined {
  const { sheet_job, sheet_folder = '', account = '', command, ...others } = Object.fromEntries(labels);
  if (sheet_job === undefined || command === undefined || Object.keys(others).join() !== detail) return;
  return { sheet_job, sheet_folder, account, command };
}

function keyOf({ sheet_job, sheet_folder, account, command }: Owner): string {
  return [sheet_job, sheet_folder, account, command].join('\n');
}

function byOwner({ owner: one }: Series, { owner: other }: Series): number {
  return Number(keyOf(one) > keyOf(other)) - Number(keyOf(one) < keyOf(other));
}

/** A metric without series is left out. */
function renderMetric({ name, help, detail: label }: Metric, all: readonly Series[]): string {
  const lines = all.filter((series) => series.name === name);
  if (lines.length === 0) return '';
  const rendered = lines.map(({ owner, detail, value }) => {
    const labels = Object.entries(label === undefined ? owner : { ...owner, [label]: detail });
    return `${name}{${renderLabels(labels)}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${rendered.join('')}`;
}

/** An empty label is the same as none. */
function renderLabels(labels: readonly (readonly [name: string, value: string])[]): string {
  return labels
    .filter(([name, value]) => name === 'sheet_job' || value !== '')
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',');
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
