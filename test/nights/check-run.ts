import { join } from 'node:path';
import { differencesBetween } from './differences.ts';
import type { ExpectedRun } from './expected-run.ts';
import type { RunLine } from './ledger.ts';

/** When a process ran, by its own clock. Units: epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Checking extends Span {
  readonly cwd: string;
  /** Its lines in the file of changes. */
  readonly changes: readonly Readonly<Record<string, unknown>>[];
}

/** Where the line of a run is not what it has to be, or the times of its changes are not. */
export function checkRun(
  run: RunLine,
  expected: ExpectedRun,
  { from, to, cwd, changes }: Checking,
): readonly string[] {
  const { id, started_at, finished_at, stopped, folder, news = null, change_lines, ...rest } = run;
  const { message, ...reason } = (stopped ?? {}) as Readonly<Record<string, unknown>>;
  const own = changes.filter(({ at }) => at !== null);
  const times = [started_at, finished_at, ...own.map(({ at }) => at)].map((time) => Date.parse(String(time)));
  const isRefused = expected.record['folder'] === null;
  const said = {
    folder: isRefused ? null : join(cwd, 'runs', id),
    news: null,
    approval: null,
    change_lines: expected.isAdded ? own.length : undefined,
    ...expected.record,
  };
  const name = `${started_at.slice(0, 19).replaceAll(':', '-')}Z-costs`;
  const found = { ...rest, folder, news, change_lines, stopped: stopped === null ? null : reason };
  return [
    ...times
      .filter((time) => !(from <= time && time <= to))
      .map((time) => `${id}: ${toIso(time)} is not between ${toIso(from)} and ${toIso(to)}`),
    ...(finished_at < started_at ? [`${id} ended before it began`] : []),
    ...(id === name ? [] : [`${id} is not ${name}`]),
    ...(stopped !== null && !message ? [`${id} does not say why it was stopped`] : []),
    ...differencesBetween(found, said),
  ];
}

function toIso(time: number): string {
  return Number.isNaN(time) ? 'no time' : new Date(time).toISOString();
}
