import { createHash } from 'node:crypto';
import { FIELDS, type Field } from '../../src/domain/fields.ts';
import type { Values } from './account.ts';
import { parsePlan, readResults } from './read-files.ts';
import { HISTORY, type Run, type World } from './world.ts';

type Violate = (what: string) => void;

interface Line {
  readonly kind: string;
  readonly listing_id?: string;
  readonly field?: Field;
  readonly was?: unknown;
  readonly is?: unknown;
  readonly by?: string;
  readonly ids?: readonly string[];
  readonly [field: string]: unknown;
}

interface HistoryFile {
  readonly path: string;
  readonly record: { readonly folder: string; readonly verdict: string; readonly exit_code: number | null };
  readonly lines: readonly Line[];
}

/** No file of the history is torn, whatever happened to the runs. */
export function checkHistoryFiles({ folder }: Run, { storage }: World, violate: Violate): void {
  for (const path of pathsBelow(HISTORY, storage)) {
    if (!path.endsWith('.ndjson')) continue;
    const why = findTear(storage.read(path) ?? '');
    if (why !== undefined) violate(`${folder}: ${path} ${why}`);
  }
}

/** Compares what the history says with what the service knows, once nothing is on its way any more. */
export function checkHistory(world: World, violate: Violate): void {
  const files = readHistory(world);
  const byFolder = new Map(files.map((file) => [file.record.folder, file]));
  if (byFolder.size !== files.length) violate('The history has a run twice');
  for (const [index, run] of world.runs.entries()) {
    const file = byFolder.get(run.folder);
    if (file) checkChanges(run, { file, world, violate });
    else if (isMissed(run, world.runs.slice(index + 1), world))
      violate(`${run.folder}: it sent something, and the history does not have it`);
  }
}

/** A disk that fails may keep a run out of the history, and so it may where no other run came after it. */
function isMissed({ act, ending, faults }: Run, later: readonly Run[], { network }: World): boolean {
  const sent = network.exchanges.some(({ pid, request }) => pid === ending.pid && request.method === 'POST');
  const failed =
    faults.fullFrom !== undefined || [...faults.calls.values()].some((fate) => typeof fate === 'object');
  const hasHeir =
    ending.how === 'reported' ||
    later.some((run) => run.ending.how === 'reported' && run.act.command !== 'diff');
  return act.command !== 'diff' && sent && !failed && hasHeir;
}

interface Checked {
  readonly file: HistoryFile;
  readonly world: World;
  readonly violate: Violate;
}

function checkChanges(run: Run, { file, world, violate }: Checked): void {
  const { pid } = run.ending;
  const { account, storage } = world;
  const changes = file.lines.filter(({ kind }) => kind === 'change');
  for (const { listing_id: id = '', field = 'cost', was, is, by } of changes) {
    const states = [account.firstOf(id), ...account.historyOf(id).map(({ after }) => after)];
    const own = account.historyOf(id).filter((event) => event.by === pid);
    const where = `${run.folder}: the history says ${field} of ${id} went from ${was} to ${is}`;
    if (was === is) violate(`${where}, which is no change`);
    if (!states.some((state) => state[field] === was)) violate(`${where}, and it never was ${was}`);
    // Of a bound that a strategy computed nobody can see whether somebody else changed it at the same moment.
    if (
      by !== undefined
        ? own.length === 0
        : !own.some((event) => event.after[field] === is && field in event.sent)
    )
      violate(`${where}, and the run never made it ${is}`);
  }
  const known = new Set(changes.map(({ listing_id, field }) => `${listing_id} ${field}`));
  const plan = parsePlan(storage.read(`${run.folder}/plan.ndjson`)) ?? [];
  for (const [index, { status, reason, attempts, listingId }] of (
    readResults(storage, run.folder) ?? []
  ).entries()) {
    if (status !== 'updated' || attempts === 0 || reason !== '') continue;
    for (const [field, [before, after]] of Object.entries(plan[index]?.changes ?? {}))
      if (before !== after && !known.has(`${listingId} ${field}`))
        violate(`${run.folder}: ${field} of ${listingId} was updated, and the history does not say so`);
  }
  checkAgreed(run, { file, world, violate });
}

/** What sheet and service are said to have agreed on was in the listing at some time. */
function checkAgreed({ folder }: Run, { file, world: { account }, violate }: Checked): void {
  for (const line of file.lines.filter(({ kind }) => kind === 'agreed'))
    for (const [at, id] of (line.ids ?? []).entries())
      for (const field of FIELDS) {
        const value = (line[field] as readonly unknown[] | undefined)?.[at];
        if (value === undefined || value === '-' || value === '?') continue;
        const states: readonly Values[] = [
          account.firstOf(id),
          ...account.historyOf(id).map(({ after }) => after),
        ];
        if (!states.some((state) => state[field] === value))
          violate(
            `${folder}: the history says that ${field} of ${id} was agreed to be ${value}, which it never was`,
          );
      }
}

function readHistory({ storage }: World): readonly HistoryFile[] {
  return pathsBelow(HISTORY, storage)
    .filter((path) => /\/\d{4}-\d\d\/[^/]*\.ndjson$/.test(path))
    .map((path): HistoryFile => {
      const [record, ...lines] = (storage.read(path) ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return { path, record, lines: lines.slice(0, -1) };
    });
}

function pathsBelow(folder: string, storage: World['storage']): readonly string[] {
  return storage.list(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return storage.read(path) === undefined ? pathsBelow(path, storage) : [path];
  });
}

/** An own reading of the seal. */
function findTear(text: string): string | undefined {
  const lines = text.split('\n');
  if (lines.pop() !== '') return 'does not end with a line';
  const last = lines.pop() ?? '';
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  const expected = JSON.stringify({ kind: 'end', entries: lines.length - 1, sha256 });
  return last === expected ? undefined : 'has a seal that does not fit';
}
