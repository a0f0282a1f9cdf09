import { STATUSES } from '../../domain/status.ts';
import { accountOf, conditionOf, REFUSED_KEY, type RunEnding } from '../tally/run-ending.ts';
import { clip } from '../text/clip.ts';
import { printable } from '../text/printable.ts';
import { parseMetrics, type Sample } from './parse-metrics.ts';

/**
 * The metrics of a run as a file for Prometheus. `earlier` is the previous file: it gives the series of other jobs, accounts
 * and commands, and the time of the last success.
 *
 * Shape: text exposition format 0.0.4, every metric a gauge in base units.
 * Source: prometheus.io, Exposition formats, and Metric and label naming.
 */
export function renderMetrics(ending: RunEnding, earlier: string): string {
  const known = toSeries(parseMetrics(earlier), ending.finishedAt);
  const owner = ownerOf(ending, known);
  const refused = new Set(known.filter(isOfRefusedKey).map((series) => keyOf(series.owner)));
  const isOver = ({ owner: other }: Series): boolean =>
    isReplaced(other, owner) || (isOneJob(other, owner) && owner.account !== '' && refused.has(keyOf(other)));
  const others = known.filter((series) => !isOver(series));
  const own = describe(ending, lastSuccessOf(known.filter(isOver))).map((sample) => ({ ...sample, owner }));
  const all = [...own, ...others].sort(byOwner);
  return METRICS.map((metric) => renderMetric(metric, all)).join('');
}

function lastSuccessOf(replaced: readonly Series[]): number | undefined {
  const times = replaced.filter(({ name }) => name === LAST_SUCCESS).map(({ value }) => value);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** The service refused the key the last time, so the series of the next accepted key replaces it. */
function isOfRefusedKey({ name, value }: Series): boolean {
  return name === LAST_EXIT_CODE && value === REFUSED_KEY;
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

const OWNER_LABELS = [
  'sheet_job',
  'sheet_folder',
  'account',
  'command',
] as const satisfies readonly (keyof Owner)[];

/** Empty if unknown or absent. */
const MAY_BE_MISSING: readonly string[] = ['sheet_folder', 'account'];

interface Measured {
  readonly name: string;
  /** The value of the metric's own label, if it has one. */
  readonly detail: string;
  readonly value: number;
}

interface Series extends Measured {
  readonly owner: Owner;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly detail?: string;
}

const LAST_SUCCESS = 'pricesheet_last_success_timestamp_seconds';
const LAST_EXIT_CODE = 'pricesheet_last_run_exit_code';

const METRICS: readonly Metric[] = [
  { name: 'pricesheet_last_run_timestamp_seconds', help: 'When the last run ended, in Unix time' },
  {
    name: LAST_SUCCESS,
    help: 'When the last run ended that came to its proper end (exit code 0 or 3), in Unix time',
  },
  {
    name: 'pricesheet_last_run_success',
    help: 'Whether the last run came to its proper end (exit code 0 or 3)',
  },
  { name: LAST_EXIT_CODE, help: 'Exit code of the last run' },
  { name: 'pricesheet_last_run_duration_seconds', help: 'How long the last run took' },
  { name: 'pricesheet_last_run_rows', help: 'Rows of the sheet, including rows that are not data' },
  {
    name: 'pricesheet_last_run_outcomes',
    help: 'What became of the rows, once for each listing they matched, by status',
    detail: 'status',
  },
  { name: 'pricesheet_last_run_attention', help: 'Outcomes that a person should look at' },
  {
    name: 'pricesheet_last_run_requests',
    help: 'Requests to the service, every attempt counted, by kind',
    detail: 'kind',
  },
  { name: 'pricesheet_last_run_retries', help: 'Requests that repeated a failed one' },
  { name: 'pricesheet_last_run_throttled_requests', help: 'Requests that were answered with status 429' },
  {
    name: 'pricesheet_last_run_learned_requests_per_second',
    help: 'The pace that the service was found to take, where it was found out',
  },
];

function describe(ending: RunEnding, lastSuccess: number | undefined): readonly Measured[] {
  const { exitCode, startedAt, finishedAt, report } = ending;
  const sample = (name: string, value: number, detail = ''): Measured => ({ name, value, detail });
  const isSuccess = conditionOf(ending) !== 'failed';
  const success = isSuccess ? finishedAt / 1000 : lastSuccess;
  return [
    sample('pricesheet_last_run_timestamp_seconds', finishedAt / 1000),
    ...(success === undefined ? [] : [sample(LAST_SUCCESS, success)]),
    sample('pricesheet_last_run_success', Number(isSuccess)),
    sample(LAST_EXIT_CODE, exitCode),
    sample('pricesheet_last_run_duration_seconds', Math.max(0, finishedAt - startedAt) / 1000),
    ...(report ? describeReport(report, sample) : []),
  ];
}

function describeReport(
  { sheet, digest, requests, pace }: NonNullable<RunEnding['report']>,
  sample: (name: string, value: number, detail?: string) => Measured,
): readonly Measured[] {
  const { ratePerSecond } = pace;
  return [
    sample('pricesheet_last_run_rows', sheet.rows),
    ...STATUSES.map((status) => sample('pricesheet_last_run_outcomes', digest.byStatus[status], status)),
    sample('pricesheet_last_run_attention', digest.attention),
    sample('pricesheet_last_run_requests', requests.reads, 'read'),
    sample('pricesheet_last_run_requests', requests.writes, 'write'),
    sample('pricesheet_last_run_retries', requests.retries),
    sample('pricesheet_last_run_throttled_requests', requests.throttled),
    ...(ratePerSecond === undefined
      ? []
      : [sample('pricesheet_last_run_learned_requests_per_second', ratePerSecond)]),
  ];
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
  if (account) return owner;
  const accounts = new Set(
    known.filter(({ owner: other }) => isOneJob(other, owner)).map((series) => series.owner.account),
  );
  const [only = ''] = accounts;
  return accounts.size === 1 ? { ...owner, account: only } : owner;
}

/** A series without a folder is of a job that somebody named and that lost its name: the first sheet continues it. */
function isOneJob(other: Owner, owner: Owner): boolean {
  const isHere = other.sheet_folder === owner.sheet_folder || other.sheet_folder === '';
  return isHere && other.sheet_job === owner.sheet_job && other.command === owner.command;
}

/** A series of an unknown account belongs to this job, and ends. */
function isReplaced(other: Owner, owner: Owner): boolean {
  return isOneJob(other, owner) && (other.account === owner.account || other.account === '');
}

/** With more owners than this, a name seems to change from run to run. */
const MAX_OWNERS = 500;

/** What an earlier run wrote; all else in the file is dropped. */
function toSeries(samples: readonly Sample[], now: number): readonly Series[] {
  const owners = new Set<string>();
  return samples.flatMap(({ name, labels, value }) => {
    const metric = METRICS.find((known) => known.name === name);
    const owner = metric && readOwner(metric, labels);
    if (!owner || value < 0 || (name.includes('_timestamp_') && value > now / 1000)) return [];
    if (owners.size < MAX_OWNERS) owners.add(keyOf(owner));
    if (!owners.has(keyOf(owner))) return [];
    return [{ owner, name, value, detail: labels.get(metric.detail ?? '') ?? '' }];
  });
}

function readOwner({ detail }: Metric, labels: ReadonlyMap<string, string>): Owner | undefined {
  const wanted = [...OWNER_LABELS, ...(detail === undefined ? [] : [detail])];
  const isOurs =
    [...labels.keys()].every((label) => wanted.includes(label)) &&
    wanted.every((label) => MAY_BE_MISSING.includes(label) || labels.has(label));
  if (!isOurs) return undefined;
  const of = (label: keyof Owner): string => labels.get(label) ?? '';
  return {
    sheet_job: of('sheet_job'),
    sheet_folder: of('sheet_folder'),
    account: of('account'),
    command: of('command'),
  };
}

function keyOf(owner: Owner): string {
  return OWNER_LABELS.map((label) => owner[label]).join('\n');
}

function byOwner({ owner: one }: Series, { owner: other }: Series): number {
  const [a, b] = [keyOf(one), keyOf(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A metric without series is left out. */
function renderMetric({ name, help, detail }: Metric, all: readonly Series[]): string {
  const lines = all.filter((series) => series.name === name);
  if (lines.length === 0) return '';
  const rendered = lines.map(({ owner, detail: said, value }) => {
    const labels = [
      ...OWNER_LABELS.map((label) => [label, owner[label]] as const),
      ...(detail === undefined ? [] : [[detail, said] as const]),
    ];
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
