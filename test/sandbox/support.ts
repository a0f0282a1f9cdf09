import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';
import type { Catalogue, Channel, Listing, Strategy } from '../../src/sandbox/catalogue.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';

/** An id in UUID format from a small number. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const ids = {
  amazon: id(901),
  amazonEu: id(902),
  walmart: id(903),
  gentle: id(801),
  bold: id(802),
  lowest: id(803),
  nothing: id(999),
} as const;

export function buildListing(number: number, fields: Partial<Listing> = {}): Listing {
  return {
    id: id(number),
    object: 'listing',
    platform: 'amazon',
    channel: ids.amazon,
    status: 'active',
    sku: `MUG-${number}`,
    currency: 'usd',
    current_price: 1899,
    current_shipping: 399,
    cost: 700,
    minimum_price: 1200,
    maximum_price: 2900,
    strategy: ids.gentle,
    repricing: true,
    manual_price: null,
    created: 1_700_000_000 - number,
    ...fields,
  };
}

export const onWalmart = { platform: 'walmart', channel: ids.walmart, strategy: ids.lowest } as const;

const channels: readonly Channel[] = [
  { id: ids.amazon, object: 'channel', type: 'seller_central', platform: 'amazon', created_at: 300 },
  { id: ids.amazonEu, object: 'channel', type: 'seller_central', platform: 'amazon', created_at: 200 },
  { id: ids.walmart, object: 'channel', type: 'marketplace', platform: 'walmart', created_at: 100 },
];

export const strategies: readonly Strategy[] = [
  {
    id: ids.gentle,
    object: 'strategy',
    name: 'Gentle',
    type: 'buy_box',
    platform: 'amazon',
    created_at: 300,
  },
  { id: ids.bold, object: 'strategy', name: 'Bold', type: 'buy_box', platform: 'amazon', created_at: 200 },
  {
    id: ids.lowest,
    object: 'strategy',
    name: 'Lowest',
    type: 'lowest',
    platform: 'walmart',
    created_at: 100,
  },
];

export function buildCatalogue(listings: readonly Listing[], rest: Partial<Catalogue> = {}): Catalogue {
  return { listings, strategies, channels, ...rest };
}

/** A sandbox that is closed with the test. */
export async function openSandbox(
  listings: readonly Listing[],
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> {
  const sandbox = await startSandbox({ catalogue: buildCatalogue(listings), ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

/** A clock that moves only when told. */
export function createFakeClock(start = Date.UTC(2025, 0, 1)) {
  let time = start;
  return {
    now: () => time,
    advance: (ms: number) => {
      time += ms;
    },
  };
}

export function basic(user: string, password = ''): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const agent = new Agent({ keepAliveTimeout: 1000 });

interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends `METHOD /path?query` with the key and reads the whole answer; `json` is undefined where the body is not JSON. */
export async function call(sandbox: Sandbox, line: string, { headers = {}, body }: CallOptions = {}) {
  const [method = 'GET', ...target] = line.split(' ');
  const response = await request(sandbox.url + target.join(' '), {
    method: method as 'GET',
    dispatcher: agent,
    headers: { authorization: basic(sandbox.apiKey), ...headers },
    body: body ?? null,
  });
  const text = await response.body.text();
  return { status: response.statusCode, headers: response.headers, text, json: tryParse(text) };
}

/** The same for an answer that must be a list. */
export async function callList(sandbox: Sandbox, line: string) {
  const { status, json } = await call(sandbox, line);
  const list = json as { object: string; has_more: boolean; data: Listing[] };
  if (status !== 200) throw new Error(`${line} answered ${status}: ${JSON.stringify(json)}`);
  return { ...list, ids: list.data.map((item) => item.id) };
}

/** The same for an update that must succeed. `query` is written as it is. */
export async function update(sandbox: Sandbox, number: number, query: string): Promise<Listing> {
  const { status, json } = await call(sandbox, `POST /listings/${id(number)}?${query}`);
  if (status !== 200) throw new Error(`${query} answered ${status}: ${JSON.stringify(json)}`);
  return json as Listing;
}

/** The listing as a list shows it. */
export async function show(sandbox: Sandbox, number: number): Promise<Listing | undefined> {
  const { data } = await callList(sandbox, 'GET /listings?limit=100');
  return data.find((listing) => listing.id === id(number));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
