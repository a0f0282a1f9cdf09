import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';
import { parseJson } from '../../src/domain/json-text.ts';
import type { Catalogue, Channel, Listing, Strategy } from '../../src/sandbox/catalogue.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { idOf, wireListing } from '../support/an-account.ts';

export const ids = {
  amazon: idOf(901),
  amazonEu: idOf(902),
  walmart: idOf(903),
  gentle: idOf(801),
  bold: idOf(802),
  lowest: idOf(803),
  nothing: idOf(999),
} as const;

const PLACE = { channel: ids.amazon, strategy: ids.gentle };
const PRICES = { current_price: 1899, current_shipping: 399 };
const AMOUNTS = { cost: 700, minimum_price: 1200, maximum_price: 2900 };

export function buildListing(number: number, fields: Partial<Listing> = {}): Listing {
  return { ...wireListing(number), ...PLACE, ...PRICES, ...AMOUNTS, sku: `MUG-${number}`, ...fields };
}

export const onWalmart = { platform: 'walmart', channel: ids.walmart, strategy: ids.lowest } as const;

const amazon = { platform: 'amazon', type: 'seller_central' } as const;
const walmart = { platform: 'walmart', type: 'marketplace' } as const;
const channels: readonly Channel[] = [
  { ...amazon, id: ids.amazon, object: 'channel', created_at: 300 },
  { ...amazon, id: ids.amazonEu, object: 'channel', created_at: 200 },
  { ...walmart, id: ids.walmart, object: 'channel', created_at: 100 },
];

const buyBox = { object: 'strategy', platform: 'amazon', type: 'buy_box' } as const;
const lowest = { object: 'strategy', platform: 'walmart', type: 'lowest' } as const;
export const strategies: readonly Strategy[] = [
  { ...buyBox, id: ids.gentle, name: 'Gentle', created_at: 300 },
  { ...buyBox, id: ids.bold, name: 'Bold', created_at: 200 },
  { ...lowest, id: ids.lowest, name: 'Lowest', created_at: 100 },
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
  return { status: response.statusCode, headers: response.headers, text, json: parseJson(text) };
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
  const { status, json } = await call(sandbox, `POST /listings/${idOf(number)}?${query}`);
  if (status !== 200) throw new Error(`${query} answered ${status}: ${JSON.stringify(json)}`);
  return json as Listing;
}

/** The listing as a list shows it. */
export async function show(sandbox: Sandbox, number: number): Promise<Listing | undefined> {
  const { data } = await callList(sandbox, 'GET /listings?limit=100');
  return data.find((listing) => listing.id === idOf(number));
}
