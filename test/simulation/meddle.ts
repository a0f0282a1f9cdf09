import type { Random } from '../../src/sandbox/random.ts';
import type { PlanEntry } from '../support/read-run.ts';
import type { Values } from './account.ts';
import { findReads, wasCertainlyNotTaken, wasTurnedDown } from './find-reads.ts';
import type { Exchange, Network } from './network.ts';
import type { World } from './world.ts';

/** How old a reading may be that an update rests on, in the settings of a world's runs. */
export const REREADS = [0, 2000, 300_000, 'off'] as const;

export type RereadAfter = (typeof REREADS)[number];

/** Of the requests of a run, so many make somebody else act. */
const SHARE = 0.03;

/**
 * Somebody else who changes listings while a run sends: any of them within a few seconds, or the very one that was just read,
 * before its update can arrive. Amounts are odd, which is nobody's but theirs.
 */
export function createMeddler(random: Random): (exchange: Exchange, world: World) => void {
  const isBusy = random.chance(0.4);
  return ({ request }, { account, scenario, timeline, note, isCalm }) => {
    if (!isBusy || !random.chance(SHARE)) return;
    const { listings } = scenario.catalogue;
    const sku = request.query.find(([name]) => name === 'sku')?.[1];
    const read = listings.filter((listing) => listing.sku === sku).map(({ id }) => id);
    const isRead = read.length > 0 && random.chance(0.5);
    const ids = isRead ? read : listings.map(({ id }) => id);
    const id = random.pick(ids as [string]);
    timeline.after(isRead ? random.integer(60, 200) : random.integer(0, 3000), () => {
      if (isCalm() || account.isGone(id)) return;
      const { minimum_price } = account.valuesOf(id);
      note(`somebody meddles with ${id} at ${timeline.now()} ms`);
      account.interfere(id, { minimum_price: (Number(minimum_price ?? 1000) + 7) | 1 });
    });
  };
}

/** The wait for the pace; each reading of a listing doubles it. */
const PATIENCE_MS = 5000;

/** With a span of 0 a listing is looked up again right before its update, wherever it was read before. */
export function complainOfNoReading(
  { pid, sentAt }: Exchange,
  { sku }: PlanEntry,
  { network, rereadAfterMs }: World,
): string | undefined {
  if (rereadAfterMs !== 0) return undefined;
  const reads = network.exchanges.filter(
    ({ pid: by, request: { method, query }, seen }) =>
      by === pid &&
      method === 'GET' &&
      seen?.attempt.kind === 'answer' &&
      query.some(([name, value]) => name === 'sku' && value === sku),
  );
  const last = reads.at(-1)?.sentAt;
  if (last === undefined) return 'the listing was not read again before';
  const age = sentAt - last;
  return age > PATIENCE_MS * 2 ** reads.length ? `the listing was read ${age} ms before` : undefined;
}

/** What somebody else has set has to be seen once it was there for longer than the span, and than an update waits for its turn. */
export function complainOfOldReading(
  exchange: Exchange,
  entry: PlanEntry,
  { account, network, rereadAfterMs }: World,
): string | undefined {
  const { listing_id, before = {} } = entry;
  const { sentAt } = exchange;
  if (rereadAfterMs === 'off' || listing_id === null) return undefined;
  const seenSince = sentAt - Math.max(rereadAfterMs, patienceMs(exchange, entry, network));
  const now = account.valuesOf(listing_id);
  const events = account.historyOf(listing_id);
  for (const [at, event] of events.entries()) {
    if (event.by !== 0 || event.at >= seenSince) continue;
    const earlier = events[at - 1]?.after ?? account.firstOf(listing_id);
    const field = Object.keys(before).find((name) => {
      const key = name as keyof Values;
      return event.after[key] !== earlier[key] && now[key] === event.after[key] && now[key] !== before[name];
    });
    if (field !== undefined)
      return `somebody else has set ${field} ${sentAt - event.at} ms before, which was not seen`;
  }
  return undefined;
}

/** Doubled by each reading that was neither the plan's nor settled an attempt whose answer was lost. */
function patienceMs({ pid, request: { path } }: Exchange, entry: PlanEntry, network: Network): number {
  const lost = network.exchanges.filter(
    (exchange) =>
      exchange.pid === pid &&
      exchange.request.path === path &&
      exchange.seen !== undefined &&
      !wasCertainlyNotTaken(exchange) &&
      !wasTurnedDown(exchange),
  );
  const renewals = findReads(pid, entry, network).length - 1 - lost.length;
  return PATIENCE_MS * 2 ** Math.max(0, renewals);
}
