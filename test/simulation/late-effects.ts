import { MAY_ARRIVE_MS } from '../../src/domain/effects.ts';
import type { ListingEvent } from './account.ts';
import { type ResultRecord, readResults } from './read-files.ts';
import type { Run, World } from './world.ts';

/**
 * Whoever answers with one of these may have passed the request on: it is handled minutes later, also after the run has ended. 429
 * is not among them, since the next answer to the same update is believed.
 */
export const LATE_CODES = [302, 408, 409, 499, 500, 501, 502, 503, 504, 520, 524, 599] as const;

/** The longest that a request takes which nobody waits for any more. Units: milliseconds. */
export const MAX_DELAY_MS = 5 * 60_000;

/**
 * What a run says of a listing and an update of an earlier run makes untrue that was still on its way. An undo knows what
 * the run that it undoes has sent, and what the run has sent that this one went on with.
 */
export function findLateLie(run: Run, result: ResultRecord, world: World): string | undefined {
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

/** Lets the time go by after which nothing counts as being on its way. */
export async function waitTillSettled({ timeline }: World): Promise<void> {
  let isOver = false;
  timeline.after(MAY_ARRIVE_MS + 1, () => {
    isOver = true;
  });
  await timeline.runUntil(() => isOver);
}

/** Then an undo is sure of every listing. */
export function checkSure({ folder }: Run, { storage, violate }: World): void {
  const unsure = readResults(storage, folder)?.find(({ reason }) => reason === 'may_arrive');
  if (unsure) violate(`${folder}: line ${unsure.line} may still arrive, and there was time enough`);
}
