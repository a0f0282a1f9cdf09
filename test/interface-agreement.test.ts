import { describe, expect, it } from 'vitest';
import type { Field, FieldValues } from '../src/domain/fields.ts';
import type { Catalogue, Listing } from '../src/sandbox/catalogue.ts';
import type { Sandbox, SandboxOptions } from '../src/sandbox/start-sandbox.ts';
import { anUpdateOf, openClient } from './service/support.ts';
import { anAccount, BUY_BOX } from './support/an-account.ts';
import { cents, listingId } from './support/builders.ts';
import { testSandbox } from './support/test-sandbox.ts';

/**
 * The sandbox and the client are two readings of interface.md by different hands. Here each rule is looked at from both
 * sides of a real socket: what the client returns, and what the sandbox saw.
 */

type Options = Partial<SandboxOptions> & { readonly nullAs?: 'empty' | 'null' };

async function open(catalogue: Catalogue, { nullAs = 'empty', ...options }: Options = {}) {
  const sandbox = await testSandbox({ catalogue, ...options });
  return { sandbox, ...openClient(sandbox, { nullAs }) };
}

/** What the sandbox saw: `GET /listings?sku=A&limit=100 200`, with the query as it was understood. */
function seen({ requests }: Sandbox): readonly string[] {
  return requests.map(({ method, path, query, status }) => {
    const text = query.map(([name, value]) => `${name}=${value}`).join('&');
    return `${method} ${path}${text === '' ? '' : `?${text}`} ${status}`;
  });
}

describe('interface.md 4.4: update a listing', () => {
  const before: Partial<Listing> = { strategy: BUY_BOX, manual_price: 1100 };
  const unchanged: FieldValues = {
    cost: cents(600),
    minimum_price: cents(1000),
    maximum_price: cents(2000),
    strategy: BUY_BOX,
    repricing: true,
    manual_price: cents(1100),
  };
  const path = `/listings/${listingId(1)}`;
  const OTHER = '50000000-0000-4000-8000-000000000009';

  function account(): Catalogue {
    const { listings, strategies, channels } = anAccount([before, before]);
    const other = { ...strategies[0], id: OTHER, name: 'Other' } as (typeof strategies)[number];
    return { listings, strategies: [...strategies, other], channels };
  }

  /** The fields of a listing as the sandbox keeps them. */
  function kept(sandbox: Sandbox, index: number) {
    const listing = sandbox.snapshot().listings[index];
    return Object.fromEntries(Object.keys(unchanged).map((field) => [field, listing?.[field as Field]]));
  }

  it.each<readonly [string, Partial<FieldValues>, string]>([
    ['cost of zero', { cost: cents(0) }, 'currency=usd&cost=0'],
    ['a large amount', { cost: cents(9_007_199_254_740_991) }, 'currency=usd&cost=9007199254740991'],
    ['repricing on', { repricing: true }, 'repricing=true'],
    ['strategy and repricing', { strategy: OTHER, repricing: false }, `strategy=${OTHER}&repricing=false`],
    [
      'everything',
      {
        cost: cents(1),
        minimum_price: cents(2),
        maximum_price: cents(3),
        strategy: OTHER,
        repricing: false,
        manual_price: cents(4),
      },
      `currency=usd&cost=1&minimum_price=2&maximum_price=3&strategy=${OTHER}&repricing=false&manual_price=4`,
    ],
  ])('%s: sent in the query, answered with the listing, the rest left alone', async (_, values, query) => {
    const { sandbox, update, find } = await open(account());
    const answer = await update(anUpdateOf(1, values, 'SKU-1'));
    expect(answer).toMatchObject({ kind: 'accepted', httpStatus: 200, attempts: 1 });
    expect(answer.kind === 'accepted' && answer.listing).toMatchObject({
      id: listingId(1),
      sku: 'SKU-1',
      values: { ...unchanged, ...values },
    });
    expect(seen(sandbox)).toEqual([`POST ${path}?${query} 200`]);
    expect([kept(sandbox, 0), kept(sandbox, 1)]).toEqual([{ ...unchanged, ...values }, unchanged]);
    expect((await find('SKU-1'))[0]?.values).toEqual({ ...unchanged, ...values });
  });

  const nullable = ['cost', 'minimum_price', 'maximum_price', 'strategy', 'manual_price'] as const;
  const styles = [
    ['empty', ''],
    ['null', 'null'],
  ] as const;

  it.each(nullable.flatMap((field) => styles.map(([style, text]) => [field, style, text] as const)))(
    '%s: a null, written "%s"',
    async (field, style, text) => {
      const { sandbox, update } = await open(account(), { nulls: style, nullAs: style });
      const answer = await update(anUpdateOf(1, { [field]: null }, 'SKU-1'));
      expect(answer).toMatchObject({
        kind: 'accepted',
        listing: { values: { ...unchanged, [field]: null } },
      });
      const currency = field === 'strategy' ? '' : 'currency=usd&';
      expect(seen(sandbox)).toEqual([`POST ${path}?${currency}${field}=${text} 200`]);
      expect(kept(sandbox, 0)).toEqual({ ...unchanged, [field]: null });
    },
  );

  it.each(nullable.flatMap((field) => styles.map(([style]) => [field, style] as const)))(
    '%s: a null that is not written "%s" is refused or ignored, and the client notices',
    async (field, nulls) => {
      const nullAs = nulls === 'empty' ? 'null' : 'empty';
      const refusing = await open(account(), { nulls, nullAs });
      expect(await refusing.update(anUpdateOf(1, { [field]: null }, 'SKU-1'))).toMatchObject({
        kind: 'refused',
        reason: 'http_400',
        message: expect.stringContaining(field),
        attempts: 1,
      });
      expect(kept(refusing.sandbox, 0)).toEqual(unchanged);
      const ignoring = await open(account(), { nulls: 'ignore' });
      expect(await ignoring.update(anUpdateOf(1, { [field]: null }, 'SKU-1'))).toMatchObject({
        kind: 'accepted',
        listing: { values: unchanged },
      });
    },
  );
});
