import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  InterruptedError,
  KeyRefusedError,
  ServiceError,
  TooManyFailuresError,
} from '../../src/domain/errors.ts';
import type { Listing, Sku } from '../../src/domain/listing.ts';
import type { FindListings } from '../../src/domain/ports.ts';
import { skuGroup } from '../../src/domain/rewritten-sku.ts';
import type { RowsBySku, SheetRow, Target } from '../../src/domain/row.ts';
import {
  DamagedSkus,
  type LookedUp,
  type LookupOptions,
  lookUpRows,
  SkuLookups,
} from '../../src/resolve/look-up-skus.ts';
import { aListing, aRow, cents, listingId, sku } from '../support/builders.ts';
import { turn } from '../support/gate.ts';
import { runs } from '../support/runs.ts';

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

/** The groups that have several rows. */
function groupBySku(rows: readonly SheetRow[]): RowsBySku<SheetRow> {
  const groups = new Map<string, SheetRow[]>();
  for (const row of rows) {
    const key = skuGroup(row.target.sku);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return new Map([...groups].filter(([, group]) => group.length > 1));
}

const anyOf: (sku: Sku) => readonly Listing[] = (sku) => [aListing({ sku })];

/** Lookups for rows, the key being refused after some of them. */
function prepare(rows: readonly SheetRow[], refusedAfter = Number.POSITIVE_INFINITY, listed = anyOf) {
  const asked: Sku[] = [];
  const findListings: FindListings = async (sku) => {
    asked.push(sku);
    if (asked.length > refusedAfter) throw new KeyRefusedError('no');
    return listed(sku);
  };
  const lookups = new SkuLookups(options(findListings, { total: rows.length, width: () => 3 }));
  const rowsBySku = groupBySku(rows);
  const walk = (...batches: readonly (readonly SheetRow[])[]) =>
    lookUpRows(inTurn(batches), { lookups, rowsBySku });
  /** What the rows find when it is their turn, cut into batches. */
  async function through(batches: readonly (readonly SheetRow[])[]): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for await (const { rows: some, find } of walk(...batches))
      for (const row of some) found.push(row.kind === 'row' && find(row.target));
    return found;
  }
  return { asked, lookups, walk, through };
}

const wishing = (text: string, line: number) => aRow({ line, sku: text, requested: { cost: cents(1) } });

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('lookUpRows', () => {
  it('asks once for each SKU however the rows are cut into batches, and knows each when it is its turn', async () => {
    const texts = fc.array(fc.constantFrom('A', 'a', 'B', 'C', 'c', 'D', 'E', 'F'), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 6 }), async (names, size) => {
        const rows = names.map((name, index) => wishing(name, index + 2));
        const { asked, through } = prepare(rows);
        const cut = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
          rows.slice(index * size, (index + 1) * size),
        );
        expect(await through(cut)).toEqual(
          rows.map(({ target }) => ({ kind: 'found', listings: [aListing({ sku: target.sku })] })),
        );
        expect(asked.toSorted()).toEqual([...new Set(names)].toSorted());
      }),
      { numRuns: runs(200) },
    );
  });

  it('goes through many rows in order, a thousand at a time, and looks the next ones up meanwhile', async () => {
    const rows = Array.from({ length: 3500 }, (_, index) => wishing(`SKU-${index % 3000}`, index + 2));
    const { asked, walk } = prepare(rows);
    const seen: { readonly line: number; readonly asked: number }[] = [];
    for await (const { rows: some } of walk(rows)) {
      const [first] = some;
      seen.push({ line: first?.kind === 'row' ? first.line : -1, asked: asked.length });
      await turn();
    }
    expect(seen.map(({ line }) => line)).toEqual([2, 1002, 2002, 3002]);
    expect(seen[0]?.asked).toBeGreaterThan(1000);
    expect(asked).toHaveLength(3000);
  });

  it('looks the rows up together that share a SKU but for its case', async () => {
    const rows = [wishing('A', 2), ...Array.from({ length: 2500 }, (_, n) => wishing(`B-${n}`, n + 3))];
    const last = wishing('a', 9999);
    const { asked, walk } = prepare([...rows, last]);
    for await (const { find } of walk([...rows, last])) {
      expect([find({ sku: 'A' as Sku })?.kind, find({ sku: 'a' as Sku })?.kind]).toEqual(['found', 'found']);
      expect(asked.slice(0, 1001)).toEqual(expect.arrayContaining(['A', 'a']));
    }
  });

  it('forgets what no other row shares', async () => {
    const rows = Array.from({ length: 1500 }, (_, n) => wishing(`SKU-${n}`, n + 2));
    const { walk } = prepare(rows);
    const batches: LookedUp[] = [];
    for await (const batch of walk(rows)) batches.push(batch);
    expect(batches.map(({ find }) => find({ sku: 'SKU-0' as Sku })?.kind)).toEqual(['found', undefined]);
  });

  it('finds listings by their ids too, whose SKUs have lost their zeros, also for rows far below', async () => {
    const account = [
      aListing({ id: listingId(1), sku: sku('00000012') }),
      aListing({ id: listingId(2), sku: sku('00000034') }),
      aListing({ id: listingId(3), sku: sku('12') }),
    ];
    const named = (text: string, line: number, number: number) =>
      aRow({ line, sku: text, requested: { cost: cents(1) }, target: { listingId: listingId(number) } });
    const between = Array.from({ length: 1500 }, (_, n) => wishing(`SKU-${n}`, n + 10));
    const rows = [named('12', 2, 1), named('34', 3, 2), named('12', 4, 3), ...between, named('12', 2000, 1)];
    const { walk } = prepare(rows, undefined, (wanted) =>
      account.filter((listing) => listing.sku === wanted),
    );
    const found: unknown[] = [];
    for await (const { rows: some, find } of walk(rows))
      for (const row of some) {
        if (row.kind !== 'row' || row.target.listingId === undefined) continue;
        const lookup = find(row.target);
        found.push(lookup?.kind === 'found' && lookup.listings.map((listing) => listing.sku));
      }
    expect(found).toEqual([['12', '00000012'], ['00000034'], ['12', '00000012'], ['12', '00000012']]);
  });

  it('begins no further lookup once one has ended the looking up', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => wishing(`SKU-${n}`, n + 2));
    const { asked, lookups, walk } = prepare(rows, 1200);
    const batches: LookedUp[] = [];
    for await (const batch of walk(rows)) batches.push(batch);
    expect(batches.flatMap((batch) => batch.rows)).toEqual(rows);
    expect(lookups.stop).toBeInstanceOf(KeyRefusedError);
    expect(asked.length).toBeLessThanOrEqual(1200 + 6);
  });

  it('asks for nothing for a row that sets nothing', async () => {
    const { asked, through } = prepare([]);
    expect(await through([[aRow({ sku: 'A' })]])).toEqual([undefined]);
    expect(asked).toEqual([]);
  });
});

/** An account with these SKUs, whose ids count up, and what it was asked. */
function anAccount(...listed: readonly string[]) {
  const asked: Sku[] = [];
  const { signal } = new AbortController();
  const damaged = new DamagedSkus(async (wanted, options) => {
    expect(options.signal).toBe(signal);
    asked.push(wanted);
    return listed.flatMap((text, index) =>
      text === wanted ? [aListing({ id: listingId(index + 1), sku: sku(text) })] : [],
    );
  });
  const find = async (written: string, id?: number) => {
    asked.length = 0;
    const target = { sku: sku(written), ...(id !== undefined && { listingId: listingId(id) }) };
    return (await damaged.find(target, signal))?.sku;
  };
  return { find, asked };
}

describe('DamagedSkus', () => {
  it.each([
    ['123', '00000123'],
    ['123', '000123'],
    ['4006381333931', '04006381333931'],
  ])('finds what %s was before it lost its zeros: %s', async (written, listed) => {
    expect(await anAccount(listed).find(written, 1)).toBe(listed);
  });

  it('takes none but the listing with the id', async () => {
    const { find } = anAccount('00000123', '0123');
    expect(await find('123', 2)).toBe('0123');
    expect(await find('123', 3)).toBeUndefined();
  });

  it.each([
    ['without an id', '123', undefined],
    ['that has letters behind its digits', '123A', 1],
    ['that has letters in front of them', 'A123', 1],
    ['that is a date', '1.5.2024', 1],
  ])('asks nothing about a SKU %s', async (_name, written, id) => {
    const { find, asked } = anAccount('00000123');
    expect(await find(written, id)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('asks for each width once, and never for the SKU as it is', async () => {
    const { find, asked } = anAccount();
    await find('12345678', 1);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).not.toContain('12345678');
    expect(asked.map(({ length }) => length).sort((a, b) => a - b)).toEqual([
      9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    ]);
  });

  it('tries all widths for three SKUs in vain, and after that only those that were found', async () => {
    const { find, asked } = anAccount('00000001', '00000002', '03');
    await find('1', 1);
    for (const round of [1, 2, 3]) {
      await find('9', 9);
      expect([round, asked.length > 10]).toEqual([round, true]);
    }
    await find('9', 9);
    expect(asked).toEqual(['00000009']);
    expect(await find('3', 3)).toBeUndefined();
    expect(await find('2', 2)).toBe('00000002');
  });
});
