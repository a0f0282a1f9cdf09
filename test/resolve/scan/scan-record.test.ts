import { describe, expect, it } from 'vitest';
import type { ListingId, Sku } from '../../../src/domain/listing.ts';
import { createIdTable } from '../../../src/resolve/columns.ts';
import type { Stretch } from '../../../src/resolve/scan/scan-record.ts';
import { createScanRecord } from '../../../src/resolve/scan/scan-record.ts';
import { aListing } from '../../support/builders.ts';

/** Ids that have a letter, in small letters. */
function idOf(number: number): ListingId {
  return `abcdef00-0000-4000-8000-${String(number).padStart(12, '0')}` as ListingId;
}

function upper(id: ListingId): ListingId {
  return id.toUpperCase() as ListingId;
}

function page(...numbers: readonly number[]) {
  return numbers.map((number) => aListing({ id: idOf(number), sku: 'MUG' as Sku }));
}

/** A record whose head holds 1 to 5, and two stretches of five listings behind 50 and behind 70. */
function aRecord() {
  const record = createScanRecord({
    ids: createIdTable(),
    isWanted: () => true,
    isNamed: () => false,
    ignoreCase: false,
  });
  const head = record.openHead();
  record.append(head, undefined, page(1, 2, 3, 4, 5));
  const fifty = record.openBehind(idOf(50), page(51, 52, 53, 54, 55)) as Stretch;
  const seventy = record.openBehind(idOf(70), page(71, 72, 73, 74, 75)) as Stretch;
  const order = () => {
    record.close();
    return record.index.get('MUG' as Sku).map(({ id }) => Number(id.slice(-12)));
  };
  return { ...record, head, fifty, seventy, order };
}

describe('a page after a listing', () => {
  it.each([
    ['what is new', 5, [6, 7], 2],
    ['what is new behind what is known', 3, [4, 5, 6], 1],
    ['what is left of what is known', 2, [3, 5, 6], 1],
    ['what came before that listing', 3, [2, 3, 6], undefined],
    ['what is known in another order', 2, [4, 3], undefined],
    ['what is known behind what is new', 3, [6, 5], undefined],
    ['another stretch from its beginning', 5, [51, 52], 0],
    ['another stretch from a listing of its first page', 5, [6, 53, 54], 1],
    ['another stretch, and the listing that it was opened behind', 5, [6, 50, 51], 2],
    ['that listing alone', 5, [50], 1],
  ])('may have %s, or not', (_name, after, numbers, taken) => {
    const { append, head } = aRecord();
    expect(append(head, idOf(after), page(...numbers))).toBe(taken);
  });

  it('does not lead into a stretch behind its first page', () => {
    const { append, head, fifty } = aRecord();
    append(fifty, idOf(55), page(56, 57));
    expect(append(head, idOf(5), page(6, 56))).toBeUndefined();
  });

  it('does not lead into the head', () => {
    const { append, fifty } = aRecord();
    expect(append(fifty, idOf(55), page(1, 2))).toBeUndefined();
  });

  it.each([
    ['at its first listing', 51],
    ['at the listing that it was opened behind', 50],
  ])('does not lead into a stretch that another one leads into: %s', (_name, number) => {
    const { append, head, fifty, seventy } = aRecord();
    append(head, idOf(5), page(51));
    expect(head.next).toBe(fifty);
    expect(append(seventy, idOf(75), page(76, number))).toBeUndefined();
  });

  it('finds the listing that a stretch was opened behind in either case', () => {
    const { append, head, fifty } = aRecord();
    const [listing] = page(50);
    append(head, idOf(5), listing ? [{ ...listing, id: upper(listing.id) }] : []);
    expect(head.next).toBe(fifty);
  });
});

describe('a stretch', () => {
  it.each([
    ['behind a listing with others behind it', 3, [4, 5, 6]],
    ['behind that listing, whatever comes', 3, [90, 91]],
    ['behind a listing that another one was opened behind, whatever comes', 50, [90, 91]],
    ['where nothing is new', 60, [51, 52]],
    ['where nothing is at all', 60, []],
    ['where the first page is', 60, [90, 1, 2]],
  ])('is not opened %s', (_name, after, numbers) => {
    const { openBehind, append, head } = aRecord();
    expect(openBehind(idOf(after), page(...numbers))).toBeUndefined();
    expect([head.next, append(head, idOf(5), page(6))]).toEqual([undefined, 1]);
  });

  it('is what the last listing of another one leads into', () => {
    const { openBehind, head } = aRecord();
    const opened = openBehind(idOf(5), page(6, 7));
    expect(head.next).toBe(opened);
    expect(openBehind(idOf(5), page(8))).toBeUndefined();
  });

  it('is not opened behind a listing that leads into another one', () => {
    const { openBehind, append, head, fifty } = aRecord();
    append(head, idOf(5), page(6, 51));
    expect(openBehind(idOf(6), page(52, 53))).toBeUndefined();
    expect(head.next).toBe(fifty);
  });

  it('goes on behind the listing that it was opened behind, also where that is in another one', () => {
    const { openBehind, append } = aRecord();
    const opened = openBehind(idOf(5), page(6, 7, 8)) as Stretch;
    expect(append(opened, idOf(5), page(7, 9))).toBe(1);
  });
});

describe('a page after the listing that a stretch was opened behind, once it is open', () => {
  it('has something of the stretch', () => {
    const { append, fifty } = aRecord();
    expect(append(fifty, idOf(50), page(55, 56))).toBe(1);
    expect(append(fifty, idOf(50), page(57, 58))).toBeUndefined();
  });
});

describe('a page before a stretch', () => {
  it.each([
    ['ends with the listing that it was opened behind', [48, 49, 50], true],
    ['ends with that listing alone', [50], true],
    ['has nothing', [], false],
    ['ends elsewhere', [48, 49], false],
    ['has that listing elsewhere', [50, 49], false],
    ['has other listings of the stretch', [52, 50], false],
    ['begins with the last listing of another stretch', [4, 5, 50], true],
    ['has another listing of another stretch', [4, 50], false],
    ['has a listing that another stretch was opened behind', [70, 49, 50], false],
  ])('is taken or not where it %s', (_name, numbers, isTaken) => {
    const { prepend, fifty } = aRecord();
    expect(prepend(fifty, idOf(50), page(...numbers))).toBe(isTaken);
  });

  it('ends with that listing in either case', () => {
    const { prepend, fifty } = aRecord();
    expect(prepend(fifty, upper(idOf(50)), page(49, 50))).toBe(true);
  });

  it('is not taken where another stretch leads into this one', () => {
    const { append, prepend, head, fifty } = aRecord();
    append(head, idOf(5), page(51));
    expect(prepend(fifty, idOf(50), page(49, 50))).toBe(false);
  });

  it('is not taken where the stretch that it begins with leads into another one', () => {
    const { append, prepend, head, fifty } = aRecord();
    append(head, idOf(5), page(70));
    expect(prepend(fifty, idOf(50), page(70, 50))).toBe(false);
    expect(fifty.previous).toBeUndefined();
  });
});

describe('the order', () => {
  it('is that of the stretches, whatever they were read in', () => {
    const { append, prepend, end, order, head, fifty, seventy } = aRecord();
    end(seventy);
    prepend(seventy, idOf(70), page(69, 70));
    append(fifty, idOf(55), page(56, 69));
    prepend(fifty, idOf(50), page(4, 5, 50));
    expect(head.next).toBe(fifty);
    expect(order()).toEqual([1, 2, 3, 4, 5, 50, 51, 52, 53, 54, 55, 56, 69, 70, 71, 72, 73, 74, 75]);
  });

  it('is not known where a stretch leads nowhere', () => {
    const { append, order, head, fifty } = aRecord();
    append(head, idOf(5), page(50));
    append(fifty, idOf(55), page(70));
    expect(order).toThrow(/do not make one list/);
  });

  it('is not known where a stretch is left out', () => {
    const { append, end, order, head, fifty, seventy } = aRecord();
    append(head, idOf(5), page(50));
    end(fifty);
    end(seventy);
    expect(order).toThrow(/do not make one list/);
  });

  it('is not known where some stretches lead into each other', () => {
    const { append, end, order, head, fifty, seventy } = aRecord();
    end(head);
    append(fifty, idOf(55), page(70));
    append(seventy, idOf(75), page(50));
    expect(order).toThrow(/do not make one list/);
  });
});
