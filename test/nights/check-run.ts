import { basename, join } from 'node:path';
import { compareLines, differencesBetween } from './differences.ts';
import type { ExpectedRun } from './expected-run.ts';
import { toText } from './history-lines.ts';
import type { LedgerRun } from './read-ledger.ts';

/** When a process ran, by its own clock. Units: epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Checking extends Span {
  readonly cwd: string;
}

/** Where the record and the lines of a run are not what they have to be. */
export function checkRun(
  run: LedgerRun,
  expected: ExpectedRun,
  { from, to, cwd }: Checking,
): readonly string[] {
  const { record, lines } = run;
  const { id, started_at, finished_at, stopped, folder, news = null, ...rest } = record;
  const { message, ...reason } = (stopped ?? {}) as Readonly<Record<string, unknown>>;
  const changes = lines.filter(({ kind }) => kind === 'change');
  const times = [started_at, finished_at, ...changes.map(({ at }) => at)].map((time) =>
    Date.parse(String(time)),
  );
  const isRefused = expected.record['folder'] === null;
  const said = {
    folder: isRefused ? null : join(cwd, 'runs', id),
    news: null,
    approval: null,
    ...expected.record,
  };
  const found = lines.filter(({ kind }) => kind !== 'agreed').map(({ at: _at, ...line }) => toText(line));
  return [
    ...times
      .filter((time) => !(from <= time && time <= to))
      .map((time) => `${id}: ${toIso(time)} is not between ${toIso(from)} and ${toIso(to)}`),
    ...(finished_at < started_at ? [`${id} ended before it began`] : []),
    ...checkName(run),
    ...(stopped !== null && !message ? [`${id} does not say why it was stopped`] : []),
    ...differencesBetween({ ...rest, folder, news, stopped: stopped === null ? null : reason }, said),
    ...compareLines(id, found, expected.lines),
  ];
}

function checkName({ path, record: { id, started_at } }: LedgerRun): readonly string[] {
  const name = `${started_at.slice(0, 19).replaceAll(':', '-')}Z-costs`;
  return [id, basename(path, '.ndjson')]
    .filter((each) => each !== name)
    .map((each) => `${each} is not ${name}`);
}

function toIso(time: number): string {
  return Number.isNaN(time) ? 'no time' : new Date(time).toISOString();
}
