import { stepFinderOf } from '../../src/domain/ramp-cut.ts';
import type { RampSettings } from '../../src/run/job/ramp-order.ts';
import type { Random } from '../../src/sandbox/random.ts';
import type { PlanEntry } from '../support/read-run.ts';
import { findReads } from './find-reads.ts';
import type { Exchange } from './network.ts';
import type { World } from './world.ts';

const percent = (value: number) => ({ kind: 'percent', percent: value }) as const;
const count = (value: number) => ({ kind: 'count', count: value }) as const;

/** The steps of a world's runs, in every third one. */
export function drawRamp(random: Random): RampSettings | undefined {
  if (random.chance(2 / 3)) return undefined;
  return {
    steps: random.pick([
      [count(5), percent(100)],
      [percent(1), percent(10), percent(100)],
      [percent(10), percent(50), percent(100)],
    ]),
    pauseMs: random.pick([0, 2000, 20_000]),
    maxOverwritten: random.pick([1, 3, 1000]),
  };
}

/** In some of these worlds somebody else changes what was sent, soon enough for the pause. Amounts are odd, which is nobody's but theirs. */
export function createOverwriter(random: Random): (exchange: Exchange, world: World) => void {
  const share = random.pick([0, 0.05, 0.3]);
  return ({ request }, { account, ramp, timeline, note, isCalm }) => {
    if (!ramp || request.method !== 'POST' || !random.chance(share)) return;
    const id = request.path.slice('/listings/'.length);
    const sent = request.query.find(([name, value]) => MONEY.has(name) && value !== '');
    if (!sent) return;
    timeline.after(random.integer(300, 3000), () => {
      if (isCalm() || account.isGone(id)) return;
      note(`somebody overwrites ${sent[0]} of ${id} at ${timeline.now()} ms`);
      account.interfere(id, { [sent[0]]: (Number(sent[1]) + 7) | 1 });
    });
  };
}

const MONEY: ReadonlySet<string> = new Set(['cost', 'minimum_price']);

interface Head {
  readonly ramp?: {
    readonly cut: { readonly picked: readonly never[]; readonly up_to: readonly number[] };
    readonly begun?: { readonly step: number };
  };
}

/**
 * Whether an update is sent too early: each update of an earlier step that was taken has to have been read since, after the pause, and
 * fewer of each step than stop a run may have shown other values then.
 */
export function complainOfStep(
  exchange: Exchange,
  plan: readonly PlanEntry[],
  { network, ramp, planText }: Pick<World, 'network' | 'ramp'> & { readonly planText: string },
): string | undefined {
  const { ramp: head }: Head = JSON.parse(planText.split('\n')[0] ?? '');
  if (!ramp || !head) return undefined;
  const { pauseMs = 0, maxOverwritten } = ramp;
  const find = stepFinderOf({ picked: head.cut.picked, upTo: head.cut.up_to });
  const stepOf = ({ request }: Exchange) =>
    Math.max(head.begun?.step ?? 0, find(request.path.slice('/listings/'.length) as never));
  const step = stepOf(exchange);
  const earlier = network.exchanges.filter(
    (other) =>
      other.pid === exchange.pid &&
      other.request.method === 'POST' &&
      other.seen?.attempt.kind === 'answer' &&
      other.seen.attempt.httpStatus === 200 &&
      stepOf(other) < step,
  );
  const bad = new Map<number, number>();
  for (const update of earlier) {
    const { request, seen } = update;
    const entry = plan.find(({ listing_id }) => request.path.endsWith(`/${listing_id}`));
    if (!entry || !seen || !holds(seen.attempt, entry)) continue;
    const wasSeen = findReads(exchange.pid, entry, network).some(
      (read) => read.sentAt >= seen.at + pauseMs && read.seen && holds(read.seen.attempt, entry),
    );
    if (!wasSeen) bad.set(stepOf(update), (bad.get(stepOf(update)) ?? 0) + 1);
  }
  const worst = Math.max(0, ...bad.values());
  return worst < maxOverwritten ? undefined : `${worst} updates of an earlier step were not seen to hold`;
}

/** Whether an answer shows what was planned, in a list or alone. */
function holds(
  attempt: NonNullable<Exchange['seen']>['attempt'],
  { listing_id, changes }: PlanEntry,
): boolean {
  if (attempt.kind !== 'answer') return false;
  try {
    const body = JSON.parse(attempt.body);
    const listing = [body, ...(body.data ?? [])].find(({ id }) => id === listing_id);
    return Object.entries(changes).every(([field, [, after]]) => listing?.[field] === after);
  } catch {
    return false;
  }
}
