import { parseJson } from '../../src/domain/json-text.ts';
import type { PlanEntry } from '../support/read-run.ts';
import { parsePlan, plannedWireOf, wireOf } from '../support/wire.ts';
import type { Values } from './account.ts';
import type { Exchange, Network } from './network.ts';
import type { World } from './world.ts';

type Complaint = string | undefined;

/**
 * Looks at each request before it leaves. A run may send what is in its plan, on disk so that a power cut leaves it there, and
 * nothing else; an update is sent again only after the listing was read, and never after it was taken; and no two runs
 * send at the same time.
 */
export function createSendingWatch(violate: (what: string) => void) {
  /** By folder. */
  const plans = new Map<string, readonly PlanEntry[]>();
  /** By process and listing. */
  const last = new Map<string, Exchange>();

  function planOf(folder: string, { storage }: World): readonly PlanEntry[] | undefined {
    const plan = plans.get(folder) ?? parsePlan(storage.readDurable(`${folder}/plan.ndjson`) ?? '');
    if (plan) plans.set(folder, plan);
    return plan;
  }

  return (exchange: Exchange, folder: string, world: World): void => {
    const { request, pid } = exchange;
    if (request.method === 'GET') return;
    const id = request.path.slice('/listings/'.length);
    const entry = findEntry(planOf(folder, world), id);
    const before = last.get(`${pid} ${id}`);
    const complaints =
      typeof entry === 'string'
        ? [entry]
        : [
            complainOfQuery(exchange, { before, entry }),
            complainOfJournal(folder, world),
            complainOfRepetition(exchange, { before, entry }, world),
            complainOfChange(exchange, entry, world),
            complainOfOldReading(exchange, entry, world),
            complainOfNoReading(exchange, entry, world),
            complainOfOthers(exchange, world),
          ];
    for (const complaint of complaints) {
      if (complaint !== undefined) violate(`${folder}: an update of ${id} is sent, and ${complaint}`);
    }
    last.set(`${pid} ${id}`, exchange);
  };
}

function findEntry(plan: readonly PlanEntry[] | undefined, id: string): PlanEntry | string {
  if (!plan) return 'no plan is safely on disk';
  const entries = plan.filter(({ listing_id, status }) => listing_id === id && status === 'planned');
  const [entry] = entries;
  return entry && entries.length === 1 ? entry : `the plan has ${entries.length} of it`;
}

interface Repetition {
  /** The last one of the same listing. */
  readonly before: Exchange | undefined;
  readonly entry: PlanEntry;
}

function complainOfQuery(exchange: Exchange, { before, entry }: Repetition): Complaint {
  const [sent, planned] = [wireOf(exchange.request), plannedWireOf(entry)];
  if (sent === planned || isRest(exchange, { before, entry })) return undefined;
  return `it is ${sent}, where ${planned} was planned`;
}

/** What an undo sends without the strategy that it was turned down with. */
function isRest({ request }: Exchange, { before, entry }: Repetition): boolean {
  const { changes, pins = {} } = entry;
  if (!entry.exact || before === undefined || !('strategy' in { ...changes, ...pins })) return false;
  const rest = { ...entry, changes: withoutStrategy(changes), pins: withoutStrategy(pins) };
  return (wasTurnedDown(before) || isWithoutStrategy(before)) && wireOf(request) === plannedWireOf(rest);
}

function withoutStrategy({ strategy: _, ...rest }: PlanEntry['changes']): PlanEntry['changes'] {
  return rest;
}

function isWithoutStrategy({ request: { query } }: Exchange): boolean {
  return query.every(([name]) => name !== 'strategy');
}

function complainOfJournal(folder: string, { storage }: World): Complaint {
  const isThere = storage.readDurable(`${folder}/outcomes.ndjson`) !== undefined;
  return isThere ? undefined : 'no journal is safely on disk';
}

function complainOfRepetition(
  exchange: Exchange,
  { before, entry }: Repetition,
  { network }: World,
): Complaint {
  const { pid } = exchange;
  const since = before === undefined ? 0 : before.seen?.at;
  if (since === undefined) return 'the last one was not answered yet';
  if (before && wasTaken(before)) return 'the last one was taken';
  if (before && wasCertainlyNotTaken(before)) return undefined;
  if (before && wasTurnedDown(before) && isRest(exchange, { before, entry })) return undefined;
  /** Before the first time it may have stood on a page of the account. */
  function isOf(query: Exchange['request']['query'], body: string): boolean {
    const sku = query.find(([name]) => name === 'sku')?.[1];
    return sku === undefined ? !before && body.includes(`"${entry.listing_id}"`) : sku === entry.sku;
  }
  const wasRead = network.exchanges.some(
    ({ pid: by, request: { method, query }, seen }) =>
      by === pid &&
      method === 'GET' &&
      seen !== undefined &&
      seen.at >= since &&
      seen.attempt.kind === 'answer' &&
      seen.attempt.httpStatus === 200 &&
      isOf(query, seen.attempt.body),
  );
  return wasRead ? undefined : 'the listing was not read before';
}

/** What the process has read of the listing last has to be what the plan was made from, in every field. */
function complainOfChange(
  { pid }: Exchange,
  { sku, listing_id, before = {} }: PlanEntry,
  { network }: World,
): Complaint {
  const reads = findReads(pid, { sku, listing_id }, network);
  const [read] = reads.toSorted((a, b) => (b.seen?.at ?? 0) - (a.seen?.at ?? 0));
  if (read?.seen?.attempt.kind !== 'answer') return 'the listing was never read';
  const { data } = JSON.parse(read.seen.attempt.body);
  const listing = data.find(({ id }: { readonly id: string }) => id === listing_id);
  const other = Object.entries(before).find(([field, value]) => listing[field] !== value);
  return (
    other && `${other[0]} was ${listing[other[0]]} when it was read last, not ${other[1]} as planned from`
  );
}

function complainOfOthers({ pid }: Exchange, { network }: World): Complaint {
  const began = network.exchanges.find((exchange) => exchange.pid === pid)?.sentAt ?? 0;
  const other = network.exchanges.find(
    ({ pid: by, request, seen, sentAt }) =>
      request.method === 'POST' && by !== pid && seen === undefined && sentAt > began,
  );
  return other && `process ${other.pid} sends at the same time`;
}

function wasTaken({ seen, fate }: Exchange): boolean {
  if (seen?.attempt.kind !== 'answer' || seen.attempt.httpStatus !== 200) return false;
  return fate !== 'garbage_after' && fate !== 'garbage_before';
}

/** The wait for the pace; each reading of a listing doubles it. */
const PATIENCE_MS = 5000;

/** With a span of 0 a listing is looked up again right before its update, wherever it was read before. */
function complainOfNoReading(
  { pid, sentAt }: Exchange,
  { sku }: PlanEntry,
  { network, reread }: World,
): string | undefined {
  if (reread !== 0) return undefined;
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
function complainOfOldReading(
  exchange: Exchange,
  entry: PlanEntry,
  { account, network, reread }: World,
): string | undefined {
  const { listing_id, before = {} } = entry;
  const { sentAt } = exchange;
  if (reread === 'off' || listing_id === null) return undefined;
  const seenSince = sentAt - Math.max(reread, patienceMs(exchange, entry, network));
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

/** The answers that showed a process the listing of an entry, in the order in which they were asked for. */
function findReads(
  pid: number,
  { sku, listing_id }: Pick<PlanEntry, 'sku' | 'listing_id'>,
  { exchanges }: Network,
): readonly Exchange[] {
  return exchanges.filter(
    ({ pid: by, request, seen }) =>
      by === pid &&
      request.method === 'GET' &&
      seen?.attempt.kind === 'answer' &&
      seen.attempt.httpStatus === 200 &&
      request.query.every(([name, value]) => name !== 'sku' || value === sku) &&
      seen.attempt.body.includes(`"${listing_id}"`) &&
      isList(seen.attempt.body),
  );
}

/** No connection, or too many requests: these are sent again without a look. */
function wasCertainlyNotTaken({ seen }: Exchange): boolean {
  if (seen?.attempt.kind === 'not_sent') return true;
  return seen?.attempt.kind === 'answer' && seen.attempt.httpStatus === 429;
}

/** Refused by the service for what it says. */
export function wasTurnedDown({ seen }: Exchange): boolean {
  return seen?.attempt.kind === 'answer' && [400, 402, 404].includes(seen.attempt.httpStatus);
}

function isList(body: string): boolean {
  return Array.isArray(Object(parseJson(body)).data);
}
