import { FIELDS } from '../../src/domain/fields.ts';
import { isDriftVerdict } from '../../src/domain/predict-outcome.ts';
import type { Reason } from '../../src/domain/reasons.ts';
import { listed } from '../support/listed.ts';
import type { PlanEntry } from '../support/read-run.ts';
import type { ListingEvent, Values } from './account.ts';
import { type ResultRecord, readPlan, readResults } from './read-files.ts';
import { wasTurnedDown } from './watch-sending.ts';
import type { Act, Run, World } from './world.ts';

/** Looks at what a run has left behind, right after its end. */
export function checkFiles(run: Run, world: World): void {
  const { folder, ending } = run;
  const { storage, violate } = world;
  const names = storage.list(folder);
  if (ending.how === 'reported' && ending.report?.stop?.code === 'bug')
    violate(`${folder}: ${ending.report.stop.message}`);
  if (ending.how === 'threw' && !(ending.error instanceof Error && 'code' in ending.error))
    violate(`${folder}: ${ending.error instanceof Error ? ending.error.stack : String(ending.error)}`);
  if (names.includes('plan.ndjson') && !readPlan(storage, folder))
    violate(`${folder}: there is a plan that is not whole`);
  const results = readResults(storage, folder);
  if (results) checkRows(run, results, world);
  else if (ending.report?.exitCode === 0 || ending.report?.exitCode === 3)
    violate(`${folder}: there is no results.csv, and the exit code is ${ending.report?.exitCode}`);
  if (ending.report && results) checkExitCode(run, results, world);
}

/** Every row once per listing, in the order of the sheet. */
function checkRows(
  { act, folder }: Run,
  results: readonly ResultRecord[],
  { scenario, storage, violate, runs }: World,
): void {
  const plan = readPlan(storage, folder);
  const lines = results.map(({ line }) => line);
  if (lines.some((line, index) => line < (lines[index - 1] ?? 0)))
    violate(`${folder}: rows are out of order`);
  const expected = plan?.map(({ line, listing_id }) => `${line} ${listing_id ?? ''}`);
  const found = results.map(({ line, listingId }) => `${line} ${listingId}`);
  if (expected && JSON.stringify(expected) !== JSON.stringify(found))
    violate(`${folder}: results.csv does not have the rows of the plan`);
  const missing = scenario.rows.filter(({ line }) => !lines.includes(line));
  if (isOfSheet(act, runs) && missing.length > 0)
    violate(
      `${folder}: ${missing.length} rows are missing from results.csv, the first of line ${missing[0]?.line}`,
    );
}

/** Whether a run's rows are those of the sheet: an apply has those of the run that it applies. */
function isOfSheet(act: Act, runs: readonly Run[]): boolean {
  if (act.command !== 'apply') return act.command !== 'undo';
  const applied = runs.find(({ folder }) => folder === act.run);
  return applied !== undefined && isOfSheet(applied.act, runs);
}

const ATTENTION = listed('invalid, not_found, ambiguous, blocked, conflict, failed, unconfirmed, skipped');

function checkExitCode({ folder, ending }: Run, results: readonly ResultRecord[], { violate }: World): void {
  const { exitCode, stop } = ending.report ?? {};
  const attention = results.some(({ status }) => ATTENTION.includes(status));
  const expected = stop ? undefined : attention ? 3 : 0;
  if (expected !== undefined && exitCode !== expected)
    violate(`${folder}: the exit code is ${exitCode}, ${expected} was expected`);
  if (stop && (exitCode === 0 || exitCode === 3)) violate(`${folder}: it stopped with exit code ${exitCode}`);
}

/** Looks at what a run said of its rows, once nothing is on its way any more: no status may lie, in either direction. */
export function checkStatuses(run: Run, world: World): void {
  const { folder, ending } = run;
  const results = readResults(world.storage, folder) ?? [];
  const plan = readPlan(world.storage, folder) ?? [];
  const rows = new Map(world.scenario.rows.map((row) => [row.line, row]));
  for (const [index, result] of results.entries()) {
    const lie = findLie(run, { result, entry: plan[index] }, world) ?? findLateLie(run, result, world);
    if (lie !== undefined)
      world.violate(
        `${folder}: line ${result.line} (${result.sku}) is ${result.status} (${result.reason}), but ${lie}: ${result.message}`,
      );
    const row = rows.get(result.line);
    if (
      result.status === 'not_found' &&
      run.act.command !== 'undo' &&
      row?.listingId !== undefined &&
      !world.account.isGone(row.listingId)
    )
      world.violate(`${folder}: line ${result.line} is not_found, and the listing ${row.listingId} is there`);
  }
  const noted = new Set(results.filter(({ attempts }) => attempts > 0).map(({ listingId }) => listingId));
  if (results.length === 0 || ending.how !== 'reported') return;
  for (const { pid, request, fate } of world.network.exchanges) {
    const id = request.path.slice('/listings/'.length);
    if (pid === ending.pid && request.method === 'POST' && fate !== 'refused' && !noted.has(id))
      world.violate(`${folder}: an update of ${id} was sent, and no row says so`);
  }
}

interface Told {
  readonly result: ResultRecord;
  readonly entry: PlanEntry | undefined;
}

/** What the service knows otherwise; `undefined` where the status is true. */
function findLie(
  { ending: { pid, endedAt } }: Run,
  { result, entry }: Told,
  world: World,
): string | undefined {
  const { account, network, scenario } = world;
  const { status, reason, listingId: id } = result;
  const posts = network.exchanges.filter(
    (exchange) => exchange.pid === pid && exchange.request.path === `/listings/${id}`,
  );
  const history = id === '' ? [] : account.historyOf(id);
  const taken = history.filter(({ by }) => by === pid);
  const wished = Object.entries(entry?.changes ?? {});
  const holds = (values: Values) =>
    wished.every(([field, [, after]]) => values[field as keyof Values] === after);
  const others = history.some(({ by, at }) => by !== pid && at <= endedAt) || scenario.computing.has(id);
  switch (status) {
    case 'updated': {
      // Told again as another run told it, where there was no room for the plan of this one.
      if (!entry) return posts.length > 0 ? 'there is no plan' : undefined;
      const states = [
        account.firstOf(id),
        ...history.filter(({ at }) => at <= endedAt).map(({ after }) => after),
      ];
      if (!states.some(holds)) return 'the listing never held what was planned';
      const isOwn = reason.split(';').every((each) => each === '' || isDriftVerdict(each as Reason));
      if (isOwn && posts.length === 0) return 'no update was sent';
      // Those that were turned down before it was seen to be there already don't count.
      return !isOwn && taken.length > 0 ? 'an update of its own was taken' : undefined;
    }
    case 'failed':
      return taken.length > 0 ? 'the update was applied' : undefined;
    case 'unconfirmed':
      return posts.length === 0 && reason !== 'may_arrive' ? 'no update was sent' : undefined;
    case 'conflict':
      if (reason === 'strategy_refused')
        return posts.some(wasTurnedDown) ? undefined : 'nothing was turned down';
      return others ? undefined : 'nobody else has changed the listing';
    default: {
      const wasSent = posts.some(({ fate }) => fate !== 'refused');
      return wasSent ? 'an update was sent' : undefined;
    }
  }
}

/**
 * What a run says of a listing and an update of an earlier run makes untrue that was still on its way. An undo knows what
 * the run that it undoes has sent, and what the run has sent that this one went on with.
 */
function findLateLie(run: Run, result: ResultRecord, world: World): string | undefined {
  const { status, reason, listingId } = result;
  if (run.act.command !== 'undo') return undefined;
  const undone = undoneBy(run, world);
  if (reason === 'may_arrive') return mayHaveSent(undone, listingId, world) ? undefined : 'nothing was sent';
  if (status !== 'updated' && status !== 'unchanged') return undefined;
  const pids = new Set(undone.map(({ ending }) => ending.pid));
  const last = lastChange(world.account.historyOf(listingId), (event) => {
    const isOurs = pids.has(event.by) || event.by === run.ending.pid;
    return isOurs && event.at >= run.ending.startedAt;
  });
  return last && pids.has(last.by) ? 'an update of the run that it undoes arrived afterwards' : undefined;
}

/** The run that an undo is of, and those which that one went on with. */
function undoneBy({ act }: Run, { runs }: Pick<World, 'runs'>): readonly Run[] {
  const undone = 'run' in act ? runs.find(({ folder }) => folder === act.run) : undefined;
  if (!undone) return [];
  return undone.act.command === 'apply' ? [undone, ...undoneBy(undone, { runs })] : [undone];
}

/** The run sent an update of the listing, or could not say that it had come to its end, so that nobody knows. */
function mayHaveSent(runs: readonly Run[], id: string, { network, storage }: World): boolean {
  return runs.some(
    ({ folder, ending: { pid } }) =>
      !storage.read(`${folder}/outcomes.ndjson`)?.endsWith('{"kind":"end"}\n') ||
      network.exchanges.some(
        (exchange) => exchange.pid === pid && exchange.request.path === `/listings/${id}`,
      ),
  );
}

/** The last of some events that left the listing otherwise than it was before. */
function lastChange(
  history: readonly ListingEvent[],
  isWanted: (event: ListingEvent) => boolean,
): ListingEvent | undefined {
  return history.findLast((event, index) => {
    const before = history[index - 1]?.after;
    return isWanted(event) && JSON.stringify(event.after) !== JSON.stringify(before);
  });
}

/** No listing may ever hold anything that is neither its own old value, nor planned, nor somebody else's. */
export function checkValues({ account, scenario, storage, runs, violate }: World): void {
  const planned = new Map<string, Set<string>>();
  for (const { folder } of runs) {
    for (const { listing_id, changes, pins = {} } of readPlan(storage, folder) ?? []) {
      const values = planned.get(listing_id ?? '') ?? new Set();
      for (const [field, [, after]] of Object.entries({ ...changes, ...pins }))
        values.add(`${field} ${after}`);
      planned.set(listing_id ?? '', values);
    }
  }
  for (const { id } of scenario.catalogue.listings) {
    const first = account.firstOf(id);
    const own = new Set(FIELDS.map((field) => `${field} ${first[field]}`));
    for (const { by, after } of account.historyOf(id)) {
      if (by === 0) for (const field of FIELDS) own.add(`${field} ${after[field]}`);
      const strange = FIELDS.filter((field) => {
        const isComputed =
          scenario.computing.has(id) && (field === 'minimum_price' || field === 'maximum_price');
        const value = `${field} ${after[field]}`;
        return !isComputed && !own.has(value) && !planned.get(id)?.has(value);
      });
      if (strange.length > 0) violate(`${id}: ${strange.join(', ')} became something that nobody planned`);
    }
  }
}
