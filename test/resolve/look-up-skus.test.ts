import { describe, expect, it } from 'vitest';
import {
  InterruptedError,
  KeyRefusedError,
  ServiceError,
  TooManyFailuresError,
} from '../../src/domain/errors.ts';
import type { Listing, Sku } from '../../src/domain/listing.ts';
import type { FindListings } from '../../src/domain/ports.ts';
import type { Target } from '../../src/domain/row.ts';
import { type LookupOptions, SkuLookups } from '../../src/resolve/look-up-skus.ts';
import { aListing, listingId, sku } from '../support/builders.ts';
import { turn } from '../support/gate.ts';

function skus(...texts: readonly string[]): readonly Target[] {
  return texts.map((text) => ({ sku: sku(text) }));
}

function options(findListings: FindListings, fields: Partial<LookupOptions> = {}): LookupOptions {
  return {
    findListings,
    total: 2,
    width: () => 2,
    maxFailures: 100,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...fields,
  };
}

async function lookUpSkus(names: readonly Target[], given: LookupOptions) {
  const lookups = new SkuLookups(given);
  const bySku = await lookups.lookUp(names);
  return { bySku, stop: lookups.stop };
}

/** A service that answers when it is told to. */
function service() {
  const asked: { sku: Sku; signal: AbortSignal; answer: (found: readonly Listing[] | Error) => void }[] = [];
  const findListings: FindListings = (text, { signal }) =>
    new Promise((resolve, reject) => {
      const answer = (found: readonly Listing[] | Error): void =>
        found instanceof Error ? reject(found) : resolve(found);
      asked.push({ sku: text, signal, answer });
    });
  return { asked, findListings, names: () => asked.map(({ sku: name }) => name) };
}

describe('SkuLookups: listings that rows name', () => {
  it('finds each of them, whose SKUs a spreadsheet took the zeros of', async () => {
    const listed = ['00000012', '00000034', '00000056'].map((each, index) =>
      aListing({ id: listingId(index + 1), sku: sku(each) }),
    );
    const lookups = new SkuLookups(options(async (text) => listed.filter((each) => each.sku === text)));
    const found = await lookups.lookUp(
      ['12', '34', '56', '78'].map((each, index) => ({ sku: sku(each), listingId: listingId(index + 1) })),
    );
    expect([...found].map(([, each]) => (each.kind === 'found' ? each.listings : undefined))).toEqual([
      ...listed.map((listing) => [listing]),
      [],
    ]);
  });

  it('learns from the first one how many digits the others have, and asks nothing about one that its SKU leads to', async () => {
    const asked: string[] = [];
    const listed = ['0000000000012', '0000000000034', '0000000000056', '78'].map((each, index) =>
      aListing({ id: listingId(index + 1), sku: sku(each) }),
    );
    const lookups = new SkuLookups(
      options(async (text) => {
        asked.push(text);
        return listed.filter((each) => each.sku === text);
      }),
    );
    const numbers = ['12', '34', '56', '78'];
    await lookups.lookUp(numbers.map((each, at) => ({ sku: sku(each), listingId: listingId(at + 1) })));
    const padded = numbers.slice(0, 3).map((each) => each.padStart(13, '0'));
    expect(asked).toEqual([...numbers, '00000012', ...padded]);
  });

  it.each([
    ['leaves out one whose lookup fails', new ServiceError('broken'), undefined],
    ['ends with what ends every lookup', new KeyRefusedError('no'), 'key_refused'],
  ])('%s', async (_name, error, code) => {
    const lookups = new SkuLookups(
      options(async (text) => {
        if (text.length > 2) throw error;
        return [];
      }),
    );
    const found = await lookups.lookUp([{ sku: sku('12'), listingId: listingId(1) }]);
    expect(found.get(sku('12'))).toEqual({ kind: 'found', listings: [] });
    expect((lookups.stop as KeyRefusedError | undefined)?.code).toBe(code);
  });
});

describe('SkuLookups', () => {
  it('has no more under way at once than its width', async () => {
    let underWay = 0;
    let most = 0;
    await lookUpSkus(
      skus('A', 'B', 'C', 'D', 'E', 'F', 'G'),
      options(
        async () => {
          most = Math.max(most, ++underWay);
          await turn();
          underWay--;
          return [];
        },
        { width: () => 3 },
      ),
    );
    expect(most).toBe(3);
  });

  it('goes on after a lookup that failed, and keeps its message', async () => {
    const { bySku, stop } = await lookUpSkus(
      skus('A', 'B'),
      options(async (text) => {
        if (text === 'A') throw new ServiceError('GET /listings: it broke');
        return [aListing({ sku: text })];
      }),
    );
    expect(stop).toBeUndefined();
    expect(bySku.get(sku('A'))).toEqual({ kind: 'failed', message: 'GET /listings: it broke' });
    expect(bySku.get(sku('B'))).toMatchObject({ kind: 'found' });
  });

  it('stops at so many failures, not before, and begins nothing more', async () => {
    const asked: string[] = [];
    const { bySku, stop } = await lookUpSkus(
      skus('A', 'B', 'C', 'D', 'E'),
      options(
        async (text) => {
          asked.push(text);
          if (text !== 'B') throw new ServiceError('it broke');
          return [];
        },
        { width: () => 1, maxFailures: 3 },
      ),
    );
    expect(stop).toBeInstanceOf(TooManyFailuresError);
    expect((stop as Error).message).toContain('3 SKUs');
    expect((stop as Error).message).toContain('it broke');
    expect(asked).toEqual(['A', 'B', 'C', 'D']);
    expect([...bySku.keys()]).toEqual(asked);
  });

  it.each([
    ['nobody answers', new ServiceError('no connection'), 20],
    ['every answer is a failure of the service', new ServiceError('broken', { httpStatus: 500 }), 20],
    ['there is nothing at this address', new ServiceError('not found', { httpStatus: 404 }), 20],
    ['every answer is nonsense', new ServiceError('no JSON', { httpStatus: 200 }), 20],
    ['nobody has answered until there were too many failures', new ServiceError('no connection'), 2],
  ])('stops with the service’s own error where %s', async (_name, error, maxFailures) => {
    const failing = options(() => Promise.reject(error), { width: () => 1, maxFailures });
    const { bySku, stop } = await lookUpSkus(skus('A', 'B', 'C'), failing);
    expect(stop).toBe(error);
    expect(bySku.get(sku('A'))).toEqual({ kind: 'failed', message: error.message });
    expect(bySku.size).toBe(Math.min(3, maxFailures));
  });

  it('says how far it has come', async () => {
    const said: unknown[] = [];
    await lookUpSkus(
      skus('A', 'B'),
      options(async () => [], { onProgress: (progress) => said.push(progress) }),
    );
    expect(said).toEqual([1, 2].map((done) => ({ phase: 'lookup', done, total: 2 })));
  });

  it('takes failures for those of the SKUs where the service is known to answer', async () => {
    const failing = options(() => Promise.reject(new ServiceError('no connection')), { isAnswered: true });
    expect((await lookUpSkus(skus('A'), failing)).stop).toBeUndefined();
  });

  it('says what to do about too many failures as the last lookup knew it', async () => {
    const failing = new ServiceError('not found', { httpStatus: 404, hint: 'Check the base URL' });
    const answers = [[], failing, failing][Symbol.iterator]();
    const findListings: FindListings = async () => {
      const answer = answers.next().value ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    };
    const { stop } = await lookUpSkus(
      skus('A', 'B', 'C'),
      options(findListings, { width: () => 1, maxFailures: 2 }),
    );
    expect(stop).toBeInstanceOf(TooManyFailuresError);
    expect(stop).toHaveProperty('hint', expect.stringMatching(/^Check the base URL; "max-failures" /));
  });

  it.each([
    ['the service found fault with one', new ServiceError('bad SKU', { httpStatus: 400 })],
    ['one was found', undefined],
  ])('does not stop where %s and the others failed', async (_name, answer) => {
    const { bySku, stop } = await lookUpSkus(
      skus('A', 'B'),
      options(async (text) => {
        if (text === 'B') throw new ServiceError('it broke');
        if (answer) throw answer;
        return [];
      }),
    );
    expect({ stop, size: bySku.size }).toEqual({ stop: undefined, size: 2 });
  });

  it.each([
    ['a refused key', new KeyRefusedError('no')],
    ['a bug', new TypeError('bug')],
  ])('ends at once with %s, and what was found until then counts', async (_name, error) => {
    const { asked, findListings, names } = service();
    const work = lookUpSkus(skus('A', 'B', 'C', 'D'), options(findListings));
    await turn();
    asked[0]?.answer([aListing({ sku: sku('A') })]);
    await turn();
    expect(names()).toEqual(['A', 'B', 'C']);
    asked[1]?.answer(error);
    await turn();
    asked[2]?.answer([aListing({ sku: sku('C'), id: listingId(3) })]);
    const { bySku, stop } = await work;
    expect(stop).toBe(error);
    expect(names()).toEqual(['A', 'B', 'C']);
    expect([...bySku.keys()]).toEqual(['A', 'C']);
  });

  it('sends the first one ahead, so that a refused key is refused once', async () => {
    const { asked, findListings, names } = service();
    const refusal = new KeyRefusedError('no');
    const work = lookUpSkus(skus('A', 'B', 'C'), options(findListings));
    await turn();
    asked[0]?.answer(refusal);
    const { stop } = await work;
    expect({ stop, names: names() }).toEqual({ stop: refusal, names: ['A'] });
  });

  it('begins nothing after an interruption, waits for what is under way, and keeps what was found', async () => {
    const { asked, findListings, names } = service();
    const controller = new AbortController();
    const interruption = new InterruptedError('SIGINT');
    const work = lookUpSkus(skus('A', 'B', 'C', 'D'), options(findListings, { signal: controller.signal }));
    await turn();
    asked[0]?.answer([]);
    await turn();
    controller.abort(interruption);
    asked[1]?.answer([aListing({ sku: sku('B') })]);
    asked[2]?.answer(interruption);
    const { bySku, stop } = await work;
    expect(stop).toBe(interruption);
    expect(names()).toEqual(['A', 'B', 'C']);
    expect([...bySku.keys()]).toEqual(['A', 'B']);
  });
});
