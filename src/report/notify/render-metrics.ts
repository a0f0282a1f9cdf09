import { EXIT } from '../../domain/exit-codes.ts';
import { clip, printable } from '../text/printable.ts';
import { accountOf, conditionOf, type RunEnding } from './decide-message.ts';

const HELP = {
  pricesheet_last_run_timestamp_seconds: 'When the last run ended, in Unix time',
  pricesheet_last_success_timestamp_seconds: 'When a run last ended with exit code 0 or 3, in Unix time',
  pricesheet_last_run_success: 'Whether the last run was completed (exit code 0 or 3)',
  pricesheet_last_run_exit_code: 'Exit code of the last run',
  pricesheet_last_run_duration_seconds:
    'How long the last run took, with reading the sheet, without waiting for another run',
  pricesheet_last_run_rows: 'Rows of the sheet, including rows that are not data',
  pricesheet_last_run_outcomes: 'The outcomes of the rows, one for each listing, by status',
  pricesheet_last_run_attention: 'Outcomes that a person should look at',
  pricesheet_last_run_requests: 'Requests to the service, every attempt counted, by kind',
  pricesheet_last_run_retries: 'Requests that repeated a failed one',
  pricesheet_last_run_throttled_requests: 'Requests that were answered with status 429',
  pricesheet_last_run_learned_requests_per_second: 'The rate that the service accepts, if it was learned',
} as const;

type Name = keyof typeof HELP;

/** The metrics with a further label, and a figure for each of its values. */
const OWN_LABEL: Readonly<Partial<Record<Name, string>>> = {
  pricesheet_last_run_outcomes: 'status',
  pricesheet_last_run_requests: 'kind',
};

type Figure = number | undefined | Readonly<Record<string, number>>;

function figuresOf(ending: RunEnding, lastSuccess: number | undefined): Readonly<Record<Name, Figure>> {
  const { exitCode, startedAt, finishedAt, report } = ending;
  const isSuccess = conditionOf(ending) !== 'failed';
  return {
    pricesheet_last_run_timestamp_seconds: finishedAt / 1000,
    pricesheet_last_success_timestamp_seconds: isSuccess ? finishedAt / 1000 : lastSuccess,
    pricesheet_last_run_success: Number(isSuccess),
    pricesheet_last_run_exit_code: exitCode,
    pricesheet_last_run_duration_seconds: Math.max(0, finishedAt - startedAt) / 1000,
    pricesheet_last_run_rows: report?.sheet.rows,
    pricesheet_last_run_outcomes: report?.digest.byStatus,
    pricesheet_last_run_attention: report?.digest.attention,
    pricesheet_last_run_requests: report && { read: report.requests.reads, write: report.requests.writes },
    pricesheet_last_run_retries: report?.requests.retries,
    pricesheet_last_run_throttled_requests: report?.requests.throttled,
    pricesheet_last_run_learned_requests_per_second: report?.pace.ratePerSecond,
  };
}

/** The job of a series; texts as they are between the quotes of a label, empty if unknown or absent. */
interface Owner {
  readonly job: string;
  readonly account: string;
  readonly command: string;
}

interface Series {
  readonly name: Name;
  readonly owner: Owner;
  /** All of its labels. */
  readonly labels: string;
  readonly value: number;
}

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
  const refused = known.filter(
    ({ name, value }) => name === 'pricesheet_last_run_exit_code' && value === EXIT.keyRefused,
  );
  const isOver = ({ owner: other }: Series): boolean =>
    isOneJob(other, owner) &&
    (other.account === owner.account ||
      other.account === '' ||
      (owner.account !== '' && refused.some((series) => render(series.owner) === render(other))));
  const [lastSuccess] = known
    .filter((series) => isOver(series) && series.name === 'pricesheet_last_success_timestamp_seconds')
    .map(({ value }) => value)
    .sort((one, other) => other - one);
  const own = Object.entries(figuresOf(ending, lastSuccess)).flatMap(([name, figure]) =>
    toSeries(name as Name, figure, owner),
  );
  const all = [...own, ...known.filter((series) => !isOver(series))].sort(byOwner);
  return Object.entries(HELP)
    .map(([name, help]) => renderMetric(name, help, all))
    .join('');
}

/** A text as it is in a label. */
const TEXT = String.raw`(?:[^"\\]|\\[\\"n])*`;
/** An earlier version had a folder there. */
const JOB = `sheet_job="(?<job>${TEXT})"(?:,sheet_folder="${TEXT}")?`;
const LABELS = String.raw`${JOB}(?:,account="(?<account>\w+)")?,command="(?<command>\w+)"(?:,(?<label>\w+)="\w+")?`;

/** A line that an earlier run wrote. */
const LINE = new RegExp(String.raw`^(?<name>\w+)\{(?<labels>${LABELS})\} (?<value>\d{1,15}(?:\.\d{1,20})?)$`);

/** With more owners than this, a name seems to change from run to run. */
const MAX_OWNERS = 500;

/** What earlier runs wrote; all else in the file is dropped, and an unfinished last line. The first line for a series counts. */
function readSeries(text: string, now: number): readonly Series[] {
  const found = new Map<string, Series>();
  const owners = new Set<string>();
  for (const line of text.split('\n').slice(0, -1)) {
    const { name = '', labels = '', label, value, ...rest } = LINE.exec(line)?.groups ?? {};
    if (!isName(name) || OWN_LABEL[name] !== label) continue;
    const { job = '', account = '', command = '' } = rest;
    const series = { name, labels, owner: { job, account, command }, value: Number(value) };
    if (name.includes('_timestamp_') && series.value > now / 1000) continue;
    if (owners.size < MAX_OWNERS) owners.add(render(series.owner));
    const key = `${name} ${labels}`;
    if (owners.has(render(series.owner)) && !found.has(key)) found.set(key, series);
  }
  return [...found.values()];
}

function isName(text: string): text is Name {
  return Object.hasOwn(HELP, text);
}

/** Long enough for any name; a label is kept for as long as the file is. */
const MAX_LABEL = 200;

/** A run whose account is unknown, or whose key was refused, goes to the only account that the file has for its job, if there is one. */
function ownerOf(ending: RunEnding, known: readonly Series[]): Owner {
  const { job, command } = ending;
  const account = accountOf(ending)?.key_fingerprint ?? '';
  const owner = { job: toLabel(job), account, command };
  const ofJob = known.filter((series) => isOneJob(series.owner, owner));
  const [only = '', ...others] = new Set(ofJob.map((series) => series.owner.account));
  return account !== '' || others.length > 0 ? owner : { ...owner, account: only };
}

function toLabel(text: string): string {
  const escaped = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);
  return clip(printable(text), MAX_LABEL).replace(/[\\"\n]/g, escaped);
}

function isOneJob(other: Owner, { job, command }: Owner): boolean {
  return other.job === job && other.command === command;
}

function toSeries(name: Name, figure: Figure, owner: Owner): readonly Series[] {
  const labels = render(owner);
  if (figure === undefined) return [];
  if (typeof figure === 'number') return [{ name, owner, labels, value: figure }];
  return Object.entries(figure).map(([which, value]) => {
    return { name, owner, labels: `${labels},${OWN_LABEL[name]}="${which}"`, value };
  });
}

/** An empty label is the same as none. `job` is not called that, since Prometheus itself sets it on all that it collects. */
function render({ job, account, command }: Owner): string {
  const others = Object.entries({ account, command });
  const present = others.filter(([, text]) => text !== '').map(([name, text]) => `,${name}="${text}"`);
  return `sheet_job="${job}"${present.join('')}`;
}

function byOwner({ owner: one }: Series, { owner: other }: Series): number {
  return Number(render(one) > render(other)) - Number(render(one) < render(other));
}

/** A metric without series is left out. */
function renderMetric(name: string, help: string, all: readonly Series[]): string {
  const series = all.filter((each) => each.name === name);
  if (series.length === 0) return '';
  const lines = series.map(({ labels, value }) => `${name}{${labels}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
