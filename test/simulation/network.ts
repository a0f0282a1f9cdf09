import type { Random } from '../../src/sandbox/random.ts';
import type { ServiceRequest } from '../../src/service/requests.ts';
import type { Attempt, OpenTransport } from '../../src/service/transport.ts';
import type { SimulatedAccount, SimulatedAnswer } from './account.ts';
import type { Timeline } from './timeline.ts';

/** What a request may meet with on its way and back. */
export const FATES = [
  'fine',
  'slow',
  /** No connection. */
  'refused',
  /** The connection breaks before the request arrives, or after it was handled. */
  'reset_before',
  'reset_after',
  /** Likewise, and somebody else changes the listing at that moment. */
  'overtaken',
  /** Nothing comes back, and nothing arrives. */
  'hang',
  /** Nothing comes back in time, and the request arrives much later. */
  'late',
  /** Somebody gives up or breaks off, and the request arrives much later. */
  'status_late',
  'reset_late',
  /** Turned down, or stumbled over, before it was handled. */
  'status_before',
  /** Handled, and answered with an error all the same. */
  'status_after',
  /** Handled, and answered with something that makes no sense. */
  'garbage_after',
  /** Answered with something that makes no sense, by somebody on the way. */
  'garbage_before',
  /** The filter by SKU is not heeded, or one of the values of an update. */
  'half_heeded',
  'key_refused',
] as const;

export type Fate = (typeof FATES)[number];

/** How often requests meet with something other than `fine`, and when nothing answers at all. */
export interface NetworkProfile {
  readonly faultShare: number;
  /** Only updates meet with faults. */
  readonly updatesOnly: boolean;
  readonly fates: readonly [Fate, ...Fate[]];
  readonly outages: readonly {
    readonly from: number;
    readonly to: number;
    readonly how: 'refused' | '503';
  }[];
}

export const CALM: NetworkProfile = { faultShare: 0, updatesOnly: false, fates: ['fine'], outages: [] };

/** One request of a process, and what became of it. */
export interface Exchange {
  readonly pid: number;
  readonly request: ServiceRequest;
  readonly sentAt: number;
  readonly fate: Fate;
  /** What the process got to see of it, once it has. */
  seen?: { readonly at: number; readonly attempt: Attempt };
}

export interface Network {
  /** The way to the service for one process; nothing comes back to one that is gone. */
  openFor(process: { readonly pid: number; readonly isAlive: () => boolean }): OpenTransport;
  setProfile(profile: NetworkProfile): void;
  readonly exchanges: readonly Exchange[];
  /** Requests that are still on their way to the service. */
  onTheirWay(): number;
}

/**
 * Whoever answers with one of these may have passed the request on: it is handled minutes later, also after the run has ended. 429
 * is not among them, since the next answer to the same update is believed.
 */
const LATE_CODES = [302, 408, 409, 499, 500, 501, 502, 503, 504, 520, 524, 599] as const;

/** The longest that a request takes which nobody waits for any more. Units: milliseconds. */
const MAX_DELAY_MS = 5 * 60_000;

interface NetworkOptions {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly account: SimulatedAccount;
  /** How often a page of the account that is not the last one says that it is. */
  readonly earlyEnds: { readonly random: Random; readonly share: number };
  /** Told of each request before it leaves. */
  readonly onSend: (exchange: Exchange) => void;
  readonly onFault: (fault: string) => void;
}

/**
 * Parameters that are always heeded: a page without them is another page, an amount without a currency is refused. Only who
 * pages through the account has to bear that a cursor is not heeded.
 */
const KEPT = ['limit', 'starting_after', 'currency'];

export function createNetwork({
  timeline,
  random,
  account,
  earlyEnds,
  onSend,
  onFault,
}: NetworkOptions): Network {
  const exchanges: Exchange[] = [];
  let profile = CALM;
  let pending = 0;

  function drawFate({ method }: ServiceRequest): Fate {
    const now = timeline.now();
    const outage = profile.outages.find(({ from, to }) => now >= from && now < to);
    if (outage) return outage.how === 'refused' ? 'refused' : 'status_before';
    if (profile.updatesOnly && method === 'GET') return 'fine';
    return random.chance(profile.faultShare) ? random.pick(profile.fates) : 'fine';
  }

  /** Makes a page say now and then that nothing comes after it; what it holds stays as it is. */
  function endEarly({ path, query }: ServiceRequest, answer: SimulatedAnswer): SimulatedAnswer {
    const isPage = path === '/listings' && query.every(([name]) => name !== 'sku');
    if (!isPage || answer.httpStatus !== 200 || !earlyEnds.random.chance(earlyEnds.share)) return answer;
    const page: { readonly has_more: boolean } = JSON.parse(answer.body);
    if (!page.has_more) return answer;
    onFault('a page of the account says that it is the last one');
    return { ...answer, body: JSON.stringify({ ...page, has_more: false }) };
  }

  /** Lets the request arrive after `ms`. */
  function deliver(exchange: Exchange, ms: number, then: (answer: SimulatedAnswer) => void): void {
    pending++;
    timeline.after(ms, () => {
      pending--;
      const { fate, request, pid: by } = exchange;
      const given = request.query.map(([name]) => name);
      const kept = given.includes('sku') ? KEPT : KEPT.filter((name) => name !== 'starting_after');
      const names = given.filter((name) => !kept.includes(name));
      const ignored = fate === 'half_heeded' && names.length > 0 ? [random.pick(names as [string])] : [];
      then(endEarly(request, account.handle(request, { by, ignored: new Set(ignored) })));
    });
  }

  /** An odd amount, which is nobody's but theirs. */
  function overtake({ request: { path } }: Exchange): void {
    const id = path.slice('/listings/'.length);
    if (!path.startsWith('/listings/') || account.isGone(id)) return;
    const { minimum_price } = account.valuesOf(id);
    account.interfere(id, { minimum_price: Number(minimum_price ?? 1000) | 1 });
  }

  function play(exchange: Exchange, timeoutMs: number, settle: (attempt: Attempt) => void): void {
    const there = random.integer(5, 60);
    const back = random.integer(5, 60);
    const answer = (value: SimulatedAnswer, retryAfter?: string): void =>
      void timeline.after(back, () =>
        settle({ kind: 'answer', ...value, headers: { 'retry-after': retryAfter } }),
      );
    const breakOff = (ms: number, cause = RESET): void =>
      void timeline.after(ms, () => settle({ kind: 'cut_off', cause }));
    const late = () => random.integer(1000, MAX_DELAY_MS);
    const plays: Readonly<Record<Fate, () => void>> = {
      fine: () => deliver(exchange, there, answer),
      half_heeded: () => deliver(exchange, there, answer),
      key_refused: () => answer({ httpStatus: random.pick([401, 403]), body: '{"message":"No"}' }),
      slow: () => deliver(exchange, random.integer(1000, timeoutMs - 100), answer),
      refused: () => void timeline.after(there, () => settle({ kind: 'not_sent', cause: REFUSED })),
      reset_before: () => breakOff(there),
      reset_after: () => deliver(exchange, there, () => breakOff(back)),
      overtaken: () => {
        if (random.chance(0.5)) deliver(exchange, there, () => overtake(exchange));
        else timeline.after(there, () => overtake(exchange));
        breakOff(there + back);
      },
      hang: () => breakOff(timeoutMs, LATE),
      late: () => {
        deliver(exchange, timeoutMs + late(), () => {});
        breakOff(timeoutMs, LATE);
      },
      status_late: () => {
        deliver(exchange, late(), () => {});
        answer({ httpStatus: random.pick(LATE_CODES), body: '<html>Bad gateway</html>' });
      },
      reset_late: () => {
        deliver(exchange, late(), () => {});
        breakOff(there);
      },
      status_before: () => {
        const httpStatus = random.pick([408, 409, 429, 429, 500, 502, 503, 504]);
        const asks = (httpStatus === 429 || httpStatus === 503) && random.chance(0.5);
        const body = random.pick(['{"message":"Later"}', '', '<html>Later</html>']);
        answer({ httpStatus, body }, asks ? String(random.integer(1, 20)) : undefined);
      },
      status_after: () => {
        const httpStatus = random.pick([408, 409, 500, 502, 503, 504]);
        deliver(exchange, there, () => answer({ httpStatus, body: '{"error":{"message":"Oops"}}' }));
      },
      garbage_after: () =>
        deliver(exchange, there, ({ body }) => answer({ httpStatus: 200, body: spoil(body, random) })),
      garbage_before: () => answer({ httpStatus: 200, body: spoil('{"object":"portal"}', random) }),
    };
    plays[exchange.fate]();
  }

  return {
    openFor:
      ({ pid, isAlive }) =>
      ({ timeoutMs }) => ({
        send: (request) =>
          new Promise((resolve) => {
            if (!isAlive()) return;
            const exchange: Exchange = { pid, request, sentAt: timeline.now(), fate: drawFate(request) };
            exchanges.push(exchange);
            onSend(exchange);
            if (exchange.fate !== 'fine')
              onFault(`process ${pid}: ${request.method} ${request.path} meets with ${exchange.fate}`);
            play(exchange, timeoutMs, (attempt) => {
              if (!isAlive()) return;
              exchange.seen = { at: timeline.now(), attempt };
              resolve(attempt);
            });
          }),
        close: async () => {},
      }),
    setProfile: (next) => {
      profile = next;
    },
    exchanges,
    onTheirWay: () => pending,
  };
}

const RESET = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
const LATE = Object.assign(new Error('no whole answer in time'), { code: 'DEADLINE' });
const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

/** A body that nobody can make sense of. */
function spoil(body: string, random: Random): string {
  return random.pick([
    body.slice(0, Math.floor(body.length / 2)),
    '<html>Sign in to the network</html>',
    '',
    'null',
    '[]',
    '{"object":"listing","id":"..","sku":null}',
    '{"object":"list","has_more":"yes","data":{}}',
    body.replace(/"id":"[^"]*"/, '"id":"99999999-9999-4999-8999-999999999999"').replace('"list"', '"lost"'),
  ]);
}
