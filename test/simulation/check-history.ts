import { FIELDS, type Field } from '../../src/domain/fields.ts';
import { tryTo } from '../../src/domain/try-to.ts';
import { readPlan, readResults } from './read-files.ts';
import { HISTORY, type Run, type World } from './world.ts';

interface RunLine {
  readonly kind: 'run' | 'begun';
  readonly id: string;
  readonly folder: string;
}

interface ChangeLine {
  readonly run: string;
  readonly listing_id: string;
  readonly field: Field;
  readonly currency: string | null;
  readonly was: unknown;
  readonly is: unknown;
  readonly by?: string;
}

interface History {
  readonly runs: readonly RunLine[];
  readonly changes: readonly ChangeLine[];
}

/** What was agreed on is whole, whatever happened to the runs, and was in the listings at some time. */
export function checkHistoryFiles({ folder }: Run, world: World): void {
  const { storage, account, violate } = world;
  const text = storage.read(pathOf('agreed.ndjson', world));
  if (text === undefined) return;
  if (!text.endsWith('\n{"kind":"end"}\n')) violate(`${folder}: agreed.ndjson is not whole`);
  for (const [key, value] of readAgreed(world)) {
    const [id = '', field] = key.split(' ') as [string, Field];
    const states = [account.firstOf(id), ...account.historyOf(id).map(({ after }) => after)];
    if (!states.some((state) => state[field] === value))
      violate(`${folder}: ${field} of ${id} is said to have been agreed to be ${value}, which it never was`);
  }
}

/** What sheet and service last agreed on, by `id field`. */
export function readAgreed(world: World): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const { kind, ids = [], ...columns } of parseLines(
    world.storage.read(pathOf('agreed.ndjson', world)) ?? '',
  )) {
    if (kind !== 'values') continue;
    for (const [at, id] of (ids as readonly string[]).entries())
      for (const field of FIELDS) {
        const value = (columns[field] as readonly unknown[] | undefined)?.[at] ?? null;
        if (field in columns && value !== '-') values.set(`${id} ${field}`, value);
      }
  }
  return values;
}

/** Compares what the history says with what the service knows, once nothing is on its way any more. */
export function checkHistory(world: World): void {
  const { violate } = world;
  const read = (name: string) => parseLines(world.storage.read(pathOf(name, world)) ?? '');
  const all = read('runs.ndjson') as unknown as readonly RunLine[];
  const history = {
    runs: all.filter(({ kind }) => kind === 'run'),
    changes: read('changes.ndjson') as unknown as readonly ChangeLine[],
  };
  if (new Set(history.runs.map(({ id }) => id)).size !== history.runs.length)
    violate('The history has a run twice');
  const names = history.changes.map(({ run, listing_id, field, by, currency }) =>
    [run, listing_id, field, by, currency === null].join(' '),
  );
  for (const [at, name] of names.entries())
    if (names.indexOf(name) < at) violate(`The history has a change twice: ${name}`);
  for (const [index, run] of world.runs.entries()) {
    if (history.runs.some(({ folder }) => folder === run.folder)) checkChanges(run, history, world);
    else if (isMissed(run, world.runs.slice(index + 1), world))
      violate(`${run.folder}: it sent something, and the history does not have it`);
  }
}

/** A disk that fails may keep a run out of the history, and so it may if no other run came after it. */
function isMissed({ act, ending, faults }: Run, later: readonly Run[], { network }: World): boolean {
  const sent = network.exchanges.some(({ pid, request }) => pid === ending.pid && request.method === 'POST');
  const failed =
    faults.fullFrom !== undefined || [...faults.calls.values()].some((fate) => typeof fate === 'object');
  const hasHeir =
    ending.how === 'reported' ||
    later.some((run) => run.ending.how === 'reported' && run.act.command !== 'diff');
  return act.command !== 'diff' && sent && !failed && hasHeir;
}

function checkChanges(run: Run, { runs, changes }: History, { account, storage, violate }: World): void {
  const { pid } = run.ending;
  const { id: name } = runs.find(({ folder }) => folder === run.folder) ?? { id: '' };
  // What a run noticed is the doing of others.
  const own = changes.filter((change) => change.run === name && change.currency !== null);
  for (const { listing_id: id, field, was, is, by } of own) {
    const states = [account.firstOf(id), ...account.historyOf(id).map(({ after }) => after)];
    const events = account.historyOf(id).filter((event) => event.by === pid);
    const where = `${run.folder}: the history says ${field} of ${id} went from ${was} to ${is}`;
    if (was === is) violate(`${where}, which is no change`);
    if (!states.some((state) => state[field] === was)) violate(`${where}, and it never was ${was}`);
    // Of a bound that a strategy computed nobody can see whether somebody else changed it at the same moment.
    const isMade =
      by === undefined
        ? events.some((event) => event.after[field] === is && field in event.sent)
        : events.length > 0;
    if (!isMade) violate(`${where}, and the run never made it ${is}`);
  }
  const known = new Set(own.map(({ listing_id, field }) => `${listing_id} ${field}`));
  const plan = readPlan(storage, run.folder) ?? [];
  for (const [index, { status, reason, attempts, listingId }] of (
    readResults(storage, run.folder) ?? []
  ).entries()) {
    if (status !== 'updated' || attempts === 0 || reason !== '') continue;
    for (const [field, [before, after]] of Object.entries(plan[index]?.changes ?? {}))
      if (before !== after && !known.has(`${listingId} ${field}`))
        violate(`${run.folder}: ${field} of ${listingId} was updated, and the history does not say so`);
  }
}

function pathOf(name: string, { storage }: World): string {
  return `${HISTORY}/${storage.list(HISTORY)[0]}/${name}`;
}

/** What is left of a line that was cut is none. */
function parseLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = text.split('\n').filter((line) => line.endsWith('}'));
  return lines.flatMap((line) => tryTo(() => JSON.parse(line)) ?? []);
}
