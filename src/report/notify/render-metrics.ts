import { EXIT } from '../../domain/exit-codes.ts';
import { clip, printable } from '../text/printable.ts';
import { accountOf, isFailed, type RunEnding } from './decide-message.ts';

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

type Figure = number | Readonly<Record<string, number>> | undefined;
type Figures = Readonly<Partial<Record<Name, Figure>>>;

function figuresOf(ending: RunEnding, lastSuccess: number | undefined): Figures {
  const { exitCode, startedAt, finishedAt, report } = ending;
  const isSuccess = !isFailed(ending);
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

/** Whose the figures are; texts as they are between the quotes of a label, empty if unknown or absent. */
interface Owner {
  readonly job: string;
  readonly account: string;
  readonly command: string;
}

/** The last run of a job. */
interface JobMetrics extends Owner {
  readonly figures: Figures;
}

/**
 * The metrics of a run as a file for Prometheus. `earlier` is the previous file: it gives the figures of other jobs, accounts
 * and commands, and the time of the last success.
 *
 * Shape: text exposition format 0.0.4, every metric a gauge in base units.
 * Source: prometheus.io, Exposition formats, and Metric and label naming.
 */
export function renderMetrics(ending: RunEnding, earlier: string): string {
  const known = readMetrics(earlier, ending.finishedAt);
  const owner = ownerOf(ending, known);
  // The service refused the key the last time, so the figures of the next accepted key replace these.
  const isRefused = ({ figures }: JobMetrics): boolean =>
    figures.pricesheet_last_run_exit_code === EXIT.keyRefused;
  const isOver = (other: JobMetrics): boolean =>
    isOneJob(other, owner) &&
    (other.account === owner.account || other.account === '' || (owner.account !== '' && isRefused(other)));
  const [lastSuccess] = known
    .filter(isOver)
    .flatMap(({ figures }) => Number(figures.pricesheet_last_success_timestamp_seconds) || [])
    .sort((one, other) => other - one);
  const own = { ...owner, figures: figuresOf(ending, lastSuccess) };
  const all = [own, ...known.filter((other) => !isOver(other))].sort((one, other) =>
    labelsOf(one) < labelsOf(other) ? -1 : 1,
  );
  return Object.entries(HELP)
    .map(([name, help]) => renderMetric(name as Name, help, all))
    .join('');
}

/** A text as it is in a label. */
const TEXT = String.raw`(?:[^"\\]|\\[\\"n])*`;
const LABELS = String.raw`sheet_job="(?<job>${TEXT})"(?:,account="(?<account>\w+)")?,command="(?<command>\w+)"(?:,(?<label>\w+)="(?<which>\w+)")?`;

/** A line that an earlier run wrote. */
const LINE = new RegExp(String.raw`^(?<name>\w+)\{${LABELS}\} (?<number>\d{1,15}(?:\.\d{1,20})?)$`);

/** With more owners than this, a name seems to change from run to run. */
const MAX_OWNERS = 500;

/** What earlier runs wrote; all else in the file is dropped, and an unfinished last line. The first line for a figure counts. */
function readMetrics(text: string, now: number): readonly JobMetrics[] {
  const found = new Map<string, Owner & { figures: Partial<Record<Name, Figure>> }>();
  for (const line of text.split('\n').slice(0, -1)) {
    const { name = '', label, which = '', number, ...rest } = LINE.exec(line)?.groups ?? {};
    const value = Number(number);
    if (!isName(name) || OWN_LABEL[name] !== label) continue;
    if (name.includes('_timestamp_') && value > now / 1000) continue;
    const { job = '', account = '', command = '' } = rest;
    const labels = labelsOf({ job, account, command });
    const owner = found.get(labels) ?? { job, account, command, figures: {} };
    if (!found.has(labels) && found.size >= MAX_OWNERS) continue;
    found.set(labels, owner);
    const there = owner.figures[name];
    const parts = typeof there === 'object' ? there : {};
    owner.figures[name] =
      label === undefined ? (there ?? value) : { ...parts, [which]: parts[which] ?? value };
  }
  return [...found.values()];
}

function isName(text: string): text is Name {
  return Object.hasOwn(HELP, text);
}

/** Long enough for any name; a label is kept for as long as the file is. */
const MAX_LABEL = 200;

/** A run whose account is unknown, or whose key was refused, goes to the only account that the file has for its job, if there is one. */
function ownerOf(ending: RunEnding, known: readonly JobMetrics[]): Owner {
  const { job, command } = ending;
  const account = accountOf(ending)?.key_fingerprint ?? '';
  const owner = { job: toLabel(job), account, command };
  const accounts = known.filter((other) => isOneJob(other, owner)).map((other) => other.account);
  const [only = '', ...others] = new Set(accounts);
  return account !== '' || others.length > 0 ? owner : { ...owner, account: only };
}

function toLabel(text: string): string {
  const escaped = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`);
  return clip(printable(text), MAX_LABEL).replace(/[\\"\n]/g, escaped);
}

function isOneJob(other: Owner, { job, command }: Owner): boolean {
  return other.job === job && other.command === command;
}

/** An empty label is the same as none. `job` is not called that, since Prometheus itself sets it on all that it collects. */
function labelsOf({ job, account, command }: Owner): string {
  return `sheet_job="${job}"${account && `,account="${account}"`},command="${command}"`;
}

/** A metric without figures is left out. */
function renderMetric(name: Name, help: string, all: readonly JobMetrics[]): string {
  const lines = all.flatMap((each) => {
    const figure = each.figures[name] ?? {};
    if (typeof figure === 'number') return [`${name}{${labelsOf(each)}} ${figure}\n`];
    return Object.entries(figure).map(
      ([which, value]) => `${name}{${labelsOf(each)},${OWN_LABEL[name]}="${which}"} ${value}\n`,
    );
  });
  return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
