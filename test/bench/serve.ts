import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { AUTHORIZATION, CHANNEL, listingOf, numberOf, STRATEGY } from './account.ts';
import { type ServiceStats, summarise } from './service-stats.ts';

/**
 * A service that does as little as it can, in a process of its own: the account of `account.ts`, its listings made ready
 * as bytes at the start. It remembers no update, so that every round of a benchmark finds what the first one found; the
 * answer to an update shows it all the same.
 *
 *     serve.ts --listings N [--latency MS] [--limit PER_SECOND --burst N]
 *
 * Prints its address, and ends with its standard input. `GET /stats` counts, `POST /reset` starts counting anew.
 */
const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '1000' },
    latency: { type: 'string', default: '0' },
    limit: { type: 'string' },
    burst: { type: 'string' },
  },
});

const COUNT = Number(values.listings);
const LENGTH = listingOf(0).length;
/** All listings, a comma between them: any page is one piece of it. */
const LISTINGS = Buffer.alloc(COUNT * (LENGTH + 1));
for (let number = 0; number < COUNT; number++)
  LISTINGS.write(`${listingOf(number)},`, number * (LENGTH + 1), 'latin1');

/** A bucket of tokens that is full at first. */
const rate = { perMs: Number(values.limit) / 1000, burst: Number(values.burst ?? values.limit) };
let tokens = rate.burst;
let filledAt = performance.now();

/** Whether the limit lets one more request pass. */
function takeToken(): boolean {
  if (values.limit === undefined) return true;
  const now = performance.now();
  tokens = Math.min(rate.burst, tokens + (now - filledAt) * rate.perMs);
  filledAt = now;
  if (tokens < 1) return false;
  tokens--;
  return true;
}

const HEAD = Buffer.from('{"object":"list","data":[');
const TAIL = { more: Buffer.from('],"has_more":true}'), end: Buffer.from('],"has_more":false}') };
const NONE = Buffer.concat([HEAD, TAIL.end]);
const STRATEGIES = list(
  `{"id":"${STRATEGY}","object":"strategy","name":"Buy Box","type":"buy_box","platform":"amazon","created_at":1700000000}`,
);
const CHANNELS = list(
  `{"id":"${CHANNEL}","object":"channel","type":"seller_central","platform":"amazon","created_at":1700000000}`,
);
const DEFAULT_LIMIT = 10;
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const TOO_MANY = 429;

let readTimes: number[] = [];
let writeTimes: number[] = [];
let lookups = 0;
let refused = 0;

const LATENCY_MS = Number(values.latency);

const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  const reply = toReply(request);
  if (LATENCY_MS > 0 && reply !== NONE) setTimeout(answer, LATENCY_MS, reply, response);
  else answer(reply, response);
});

function answer(reply: Reply, response: ServerResponse): void {
  const body =
    typeof reply === 'number' ? Buffer.from(`{"message":"refused with ${reply}","param":null}`) : reply;
  response.writeHead(typeof reply === 'number' ? reply : 200, {
    'content-type': 'application/json',
    'content-length': body.length,
  });
  response.end(body);
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.stdin.resume().on('end', () => process.exit());

/** What is found, or the status of a refusal. */
type Reply = Buffer | number;

function toReply(request: IncomingMessage): Reply {
  const { method, url = '', headers } = request;
  if (url === '/stats') return Buffer.from(JSON.stringify(stats()));
  if (url === '/reset') return reset();
  if (headers.authorization !== AUTHORIZATION) return UNAUTHORIZED;
  if (!takeToken()) {
    refused++;
    return TOO_MANY;
  }
  if (method === 'POST') {
    writeTimes.push(performance.now());
    request.resume();
    return update(url);
  }
  readTimes.push(performance.now());
  if (url.startsWith('/v1/listings'))
    return findListings(new URLSearchParams(url.slice(url.indexOf('?') + 1)));
  if (url.startsWith('/v1/strategies')) return STRATEGIES;
  return url.startsWith('/v1/channels') ? CHANNELS : NOT_FOUND;
}

function findListings(query: URLSearchParams): Reply {
  if ((query.get('platform') ?? 'amazon') !== 'amazon' || (query.get('status') ?? 'active') !== 'active')
    return NONE;
  if ((query.get('channel') ?? CHANNEL) !== CHANNEL) return BAD_REQUEST;
  const sku = query.get('sku');
  if (sku !== null) {
    lookups++;
    const number = numberOf(sku);
    return number < COUNT && !query.has('starting_after') ? page(number, number + 1, false) : NONE;
  }
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  const before = query.get('ending_before');
  if (before !== null) {
    const end = numberOf(before);
    return end > 0 ? page(Math.max(0, end - limit), end, end > limit) : NONE;
  }
  const after = query.get('starting_after');
  const start = after === null ? 0 : numberOf(after) + 1;
  const end = Math.min(COUNT, start + limit);
  return start < end ? page(start, end, end < COUNT) : NONE;
}

function page(start: number, end: number, hasMore: boolean): Buffer {
  const listings = LISTINGS.subarray(start * (LENGTH + 1), end * (LENGTH + 1) - 1);
  return Buffer.concat([HEAD, listings, hasMore ? TAIL.more : TAIL.end]);
}

const AMOUNTS = ['cost', 'minimum_price', 'maximum_price', 'manual_price'];

function update(url: string): Reply {
  const [path = '', query = ''] = url.split('?');
  const number = numberOf(path.slice(path.lastIndexOf('/') + 1));
  if (!(number < COUNT)) return NOT_FOUND;
  const listing = JSON.parse(listingOf(number));
  for (const [name, value] of new URLSearchParams(query)) {
    if (AMOUNTS.includes(name)) listing[name] = value === '' ? null : Number(value);
    else listing[name] = name === 'repricing' ? value === 'true' : value;
  }
  return Buffer.from(JSON.stringify(listing));
}

function list(item: string): Buffer {
  return Buffer.concat([HEAD, Buffer.from(item), TAIL.end]);
}

function stats(): ServiceStats {
  return {
    reads: summarise(readTimes),
    writes: summarise(writeTimes),
    all: summarise([...readTimes, ...writeTimes].sort((a, b) => a - b)),
    lookups,
    refused,
  };
}

function reset(): Buffer {
  readTimes = [];
  writeTimes = [];
  lookups = 0;
  refused = 0;
  return NONE;
}
