import type { Random } from '../../src/sandbox/random.ts';
import type { Exchange } from './network.ts';
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
