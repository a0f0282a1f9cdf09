import { describe, expect, it } from 'vitest';
import type { Channel, Listing } from '../../src/domain/listing.ts';
import type { Resolved, Unresolved } from '../../src/domain/stages.ts';
import { createStrategyFinder } from '../../src/resolve/find-strategy.ts';
import { describeChannels, type MatchContext, matchRow } from '../../src/resolve/match-row.ts';
import { aListing, aRow, aStrategy, cents, listingId, sku } from '../support/builders.ts';

const AMAZON = 'c0000000-0000-4000-8000-000000000001';
const WALMART = 'c0000000-0000-4000-8000-000000000002';
const SECOND_AMAZON = 'c0000000-0000-4000-8000-000000000003';

const channels: readonly Channel[] = [
  { id: AMAZON, type: 'seller_central', platform: 'amazon' },
  { id: WALMART, type: 'marketplace', platform: 'walmart' },
  { id: SECOND_AMAZON, type: 'seller_central', platform: 'amazon' },
];

const onAmazon = aListing({ id: listingId(1) });
const onWalmart = aListing({ id: listingId(2), platform: 'walmart', channel: WALMART });
const inactive = aListing({ id: listingId(3), channel: SECOND_AMAZON, status: 'inactive' });
const everywhere = [onAmazon, onWalmart, inactive];

function context(fields: Partial<MatchContext> = {}): MatchContext {
  return { findStrategy: createStrategyFinder([]), channels, filters: {}, match: 'one', ...fields };
}

/** Results in short: the listing's id and what became of it. */
function inShort(results: readonly (Resolved | Unresolved)[]): readonly string[] {
  return results.map((result) => {
    const id = result.listing ? result.listing.id.slice(-1) : '-';
    return result.kind === 'resolved' ? `${id} resolved` : `${id} ${result.status} ${result.reason}`;
  });
}

/** These listings, each ambiguous. */
const ambiguous = (...ids: readonly number[]) => ids.map((id) => `${id} ambiguous several_listings`);

function match(
  row: Parameters<typeof aRow>[0],
  listings: readonly Listing[],
  fields: Partial<MatchContext> = {},
): readonly string[] {
  return inShort(matchRow(aRow({ requested: { repricing: false }, ...row }), listings, context(fields)));
}

function first(results: readonly (Resolved | Unresolved)[]): Resolved | Unresolved {
  const [result] = results;
  if (!result) throw new Error('A row always has a result');
  return result;
}

describe('matchRow', () => {
  describe('compares SKUs exactly, whatever the service returned', () => {
    it.each([
      ['the same text', 'MUG-01', 'MUG-01', true],
      ['other case', 'MUG-01', 'mug-01', false],
      ['a space more at the end', 'MUG-01', 'MUG-01 ', false],
      ['a no-break space', 'MUG 01', 'MUG\u00a001', false],
      ['leading zeros', '0012', '12', false],
      ['composed and decomposed', 'CAF\u00c9', 'CAFE\u0301', false],
      ['a name of every object', 'constructor', 'constructor', true],
    ])('%s', (_name, inSheet, returned, matches) => {
      const listing = aListing({ sku: sku(returned) });
      expect(match({ sku: inSheet }, [listing])).toEqual([
        matches ? '1 resolved' : '- not_found sku_not_listed',
      ]);
    });

    it('leaves out a stranger that came back beside the right listing', () => {
      const stranger = aListing({ id: listingId(9), sku: sku('MUG-011') });
      expect(match({}, [stranger, onAmazon])).toEqual(['1 resolved']);
    });
  });

  it.each([
    ['all but one were deleted', 1, 'one', '1 resolved'],
    ['several are left', 2, 'one', '1 ambiguous several_listings'],
    ['several are left, and all are meant', 2, 'all', '1 resolved'],
  ] as const)('of the rows of a retry file for a SKU, %s', (_name, candidates, matched, expected) => {
    const row = { candidates, target: { listingId: listingId(1) } };
    expect(match(row, everywhere, { match: matched })).toEqual([expected]);
  });

  describe('narrows down to what the filters and the row say', () => {
    it.each([
      ['nothing said: several', {}, {}, ['1', '2', '3']],
      ['filter platform', {}, { platform: 'walmart' }, ['2']],
      ['filter channel', {}, { channel: SECOND_AMAZON }, ['3']],
      ['filter status', {}, { status: 'inactive' }, ['3']],
      ['filter platform and status', {}, { platform: 'amazon', status: 'active' }, ['1']],
      ['filters that exclude each other', {}, { platform: 'walmart', status: 'inactive' }, []],
      ['row platform', { platform: 'walmart' }, {}, ['2']],
      ['row channel', { channel: AMAZON }, {}, ['1']],
      ['row listing_id', { listingId: listingId(3) }, {}, ['3']],
      ['row and filter agree', { platform: 'amazon' }, { platform: 'amazon', status: 'active' }, ['1']],
      ['row and filter exclude each other', { platform: 'walmart' }, { platform: 'amazon' }, []],
      ['listing_id of another SKU', { listingId: listingId(8) }, {}, []],
      ['listing_id and a foreign platform', { listingId: listingId(1), platform: 'walmart' }, {}, []],
      ['listing_id of a filtered listing', { listingId: listingId(3) }, { status: 'active' }, []],
    ])('%s', (_name, target, filters, expected) => {
      const results = matchRow(aRow({ target }), everywhere, context({ filters, match: 'all' }));
      expect(results.flatMap(({ listing }) => listing?.id.slice(-1) ?? [])).toEqual(expected);
    });

    it('takes a listing_id whose listing the service writes in capitals, and keeps it so for the URL', () => {
      const id = 'ABCDEF00-0000-4000-8000-00000000000A' as typeof onAmazon.id;
      const row = { target: { listingId: id.toLowerCase() as typeof id } };
      expect(match(row, [aListing({ id })])).toEqual(['A resolved']);
    });
  });

  describe('several listings', () => {
    it('are ambiguous, once for each of them', () => {
      expect(match({}, everywhere)).toEqual(ambiguous(1, 2, 3));
    });

    it('says how many there are and how to tell them apart', () => {
      const result = first(matchRow(aRow(), everywhere, context()));
      expect(result).toMatchObject({
        message: expect.stringMatching(/^3 listings .*listing_id, platform or channel column$/),
      });
    });

    it('are all meant with match all', () => {
      expect(match({}, everywhere, { match: 'all' })).toEqual(['1 resolved', '2 resolved', '3 resolved']);
    });

    describe('in several currencies', () => {
      const inEuro = aListing({ id: listingId(4), currency: 'eur' });
      const inPounds = aListing({ id: listingId(5), currency: 'gbp' });
      const all = [onAmazon, inEuro, inPounds];

      it.each([
        ['the currency of the row', { currency: 'eur' }, {}, ['4 resolved']],
        ['a sign that may be one of them', { currencyOneOf: ['usd', 'cad'] }, {}, ['1 resolved']],
        ['the currency of all rows', {}, { currency: 'gbp' }, ['5 resolved']],
        ['a currency, and all are meant', { currency: 'eur' }, { match: 'all' }, ['4 resolved']],
        ['none: there are several', {}, {}, ambiguous(1, 4, 5)],
        ['a sign of several: there are still two', { currencyOneOf: ['usd', 'eur'] }, {}, ambiguous(1, 4)],
        ['one of none', { currency: 'jpy' }, {}, [1, 4, 5].map((n) => `${n} invalid currency_mismatch`)],
      ] as const)('are told apart by %s', (_name, row, options, expected) => {
        expect(match(row, all, options)).toEqual(expected);
      });
    });
  });

  describe('a SKU that a spreadsheet has changed, beside the id of its listing', () => {
    const listed = aListing({ id: listingId(7), sku: sku('00123') });
    const long = aListing({ id: listingId(8), sku: sku('4006381333931') });
    const byId = (number: number) => ({ target: { listingId: listingId(number) } });
    const rounded = { reason: 'rounded', message: 'cost was rounded' } as const;

    it.each([
      ['that lost its zeros', '123', listed, 7, 'sku_rewritten'],
      ['that was shortened, so that others may look the same', '4.00638E+12', long, 8, 'sku_damaged'],
    ] as const)('%s is recognized, and the row says so', (_name, written, listing, number, reason) => {
      const row = aRow({
        sku: written,
        requested: { repricing: false },
        notices: [rounded],
        ...byId(number),
      });
      const result = first(matchRow(row, [onAmazon, listing], context()));
      expect(result).toMatchObject({ kind: 'resolved', listing, desired: { repricing: false } });
      expect(result.row.notices).toEqual([
        rounded,
        {
          reason,
          message: expect.stringContaining(`SKU ${written} is ${listing.sku} there: a spreadsheet `),
        },
      ]);
    });

    it('is not certain if only a part of the account was read', () => {
      const [result] = matchRow(aRow({ sku: '123', ...byId(7) }), [listed], context({ isOfPart: true }));
      expect(result?.row.notices).toEqual([
        { reason: 'sku_damaged', message: expect.stringContaining('; 123 may be listed in a part') },
      ]);
    });

    it('is recognized by an id in capitals', () => {
      const id = 'ABCDEF00-0000-4000-8000-00000000000A' as typeof listed.id;
      const row = { sku: '123', target: { listingId: id } };
      expect(match(row, [{ ...listed, id: id.toLowerCase() as typeof id }])).toEqual(['a resolved']);
    });

    it.each([
      ['names no listing', { sku: '123' }, [listed], {}],
      ['names another listing', { sku: '123', ...byId(1) }, [listed, onAmazon], {}],
      ['is not what a spreadsheet makes of it', { sku: '124', ...byId(7) }, [listed], {}],
      ['names a filtered listing', { sku: '123', ...byId(7) }, [listed], { status: 'inactive' }],
    ])('is not listed if the row %s', (_name, row, listings, filters) => {
      expect(match(row, listings, { filters })).toEqual(['- not_found sku_not_listed']);
    });

    it('is right as it is written where it is listed: then the id is wrong', () => {
      const bare = aListing({ id: listingId(9), sku: sku('123') });
      const row = aRow({ sku: '123', ...byId(7) });
      const result = first(matchRow(row, [bare, listed], context()));
      expect(result).toMatchObject({
        status: 'not_found',
        reason: 'filtered_out',
        message: expect.stringMatching(/the listing_id beside it is that of SKU 00123/),
      });
    });

    it('says whose id it is, if it is another SKU’s', () => {
      const result = first(matchRow(aRow({ sku: 'A', ...byId(7) }), [onAmazon, listed], context()));
      expect(result).toMatchObject({
        reason: 'sku_not_listed',
        message:
          'No listing has this SKU; the listing_id beside it is that of SKU 00123; one of the two is wrong',
      });
    });
  });

  describe('no listing', () => {
    it.each([
      [{ platform: 'walmart' }, {}, 'platform walmart'],
      [{}, { platform: 'walmart' }, 'platform walmart'],
      [{ channel: WALMART }, {}, `channel ${WALMART}`],
      [{ platform: 'amazon' }, { channel: AMAZON }, `platform amazon, channel ${AMAZON}`],
    ])('names the part of the account that was looked at: %j, %j', (target, filters, part) => {
      const message = `No listing of ${part} has this SKU`;
      expect(first(matchRow(aRow({ target }), [], context({ filters })))).toMatchObject({ message });
    });

    const PADDED =
      '; if it has zeros in front where it is listed, "sku-pad" in pricesheet.json puts them back';
    const SHORTENED = '; a spreadsheet may have turned it into a shortened number; type it in again';
    const SCANNED = '; if a spreadsheet changed it, --resolve scan looks for the listing_id of the row';
    it.each([
      ['5', {}, PADDED],
      ['55', {}, PADDED],
      ['0005', {}, ''],
      ['A-5', {}, ''],
      ['4.01E+12', {}, SHORTENED],
      ['4.01E+12', { listingId: listingId(7) }, `${SHORTENED}${SCANNED}`],
    ])('has no SKU %s, and says what may help', (text, target, hint) => {
      const result = first(matchRow(aRow({ sku: text, target }), [], context()));
      expect(result).toMatchObject({
        status: 'not_found',
        reason: text.includes('E+') ? 'sku_damaged' : 'sku_not_listed',
        message: `No listing has this SKU${hint}`,
      });
    });

    it('has it, but one that looks like it', () => {
      const suggestions = new Map([[sku('5'), { sku: sku('0005'), how: 'by leading zeros only' }]]);
      expect(first(matchRow(aRow({ sku: '5' }), [], context({ suggestions })))).toMatchObject({
        message: 'No listing has this SKU; "0005" is listed, which differs by leading zeros only',
      });
    });

    it('fits the filters: says which listings there are instead', () => {
      const result = first(
        matchRow(aRow({ target: { platform: 'walmart' } }), [onAmazon, inactive], context()),
      );
      expect(result).toMatchObject({ status: 'not_found', reason: 'filtered_out' });
      const { message } = result as Unresolved;
      for (const part of [listingId(1), AMAZON, 'active', listingId(3), SECOND_AMAZON, 'inactive'])
        expect(message).toContain(part);
    });
  });

  describe('a channel that the account does not have', () => {
    it('makes the row invalid and names the channels there are', () => {
      const result = first(matchRow(aRow({ target: { channel: 'c-none' } }), everywhere, context()));
      expect(result).toMatchObject({ status: 'invalid', reason: 'channel_unknown' });
      const { message } = result as Unresolved;
      expect(message).toContain('"c-none"');
      for (const { id, platform } of channels) expect(message).toContain(`${id} (${platform})`);
    });

    it('says so where there are no channels at all', () => {
      const result = first(matchRow(aRow({ target: { channel: 'x' } }), [], context({ channels: [] })));
      expect(result).toMatchObject({ message: expect.stringContaining('none') });
    });
  });

  describe('currency', () => {
    const usd = aListing();
    const jpy = aListing({ currency: 'jpy' });
    const kwd = aListing({ currency: 'kwd' });
    const huf = aListing({ currency: 'huf' });
    const unheardOf = aListing({ currency: 'zzz' });
    const cost = { cost: cents(700) };
    const [OK, MISMATCH] = ['1 resolved', '1 invalid currency_mismatch'];
    const UNSUPPORTED = '1 invalid currency_unsupported';

    it.each([
      ['the row names the listing’s', usd, { currency: 'usd', requested: cost }, {}, OK],
      ['the row names another', usd, { currency: 'eur', requested: cost }, {}, MISMATCH],
      ['nobody names one', usd, { requested: cost }, {}, OK],
      ['the flag names the listing’s', usd, { requested: cost }, { currency: 'usd' }, OK],
      ['the flag names another', usd, { requested: cost }, { currency: 'eur' }, MISMATCH],
      ['the row beats the flag', usd, { currency: 'usd', requested: cost }, { currency: 'eur' }, OK],
      ['the row, not a right flag', usd, { currency: 'eur', requested: cost }, { currency: 'usd' }, MISMATCH],
      ['another currency stops a clear', usd, { currency: 'eur', requested: { cost: null } }, {}, MISMATCH],
      ['a sign that may be the listing’s', usd, { currencyOneOf: ['cad', 'usd'], requested: cost }, {}, OK],
      ['a sign that may be others’', huf, { currencyOneOf: ['cad', 'usd'], requested: cost }, {}, MISMATCH],
      ['no hundredths: jpy', jpy, { requested: cost }, {}, UNSUPPORTED],
      ['thousandths: kwd', kwd, { requested: cost }, {}, UNSUPPORTED],
      ['hundredths by ISO 4217: huf', huf, { requested: cost }, {}, OK],
      ['a code nobody knows', unheardOf, { requested: cost }, {}, UNSUPPORTED],
      ['jpy in cents', jpy, { requested: cost, moneyInCents: true }, {}, OK],
      ['jpy in cents, named', jpy, { currency: 'jpy', requested: cost, moneyInCents: true }, {}, OK],
      ['jpy, clearing money', jpy, { requested: { cost: null, manual_price: null } }, {}, OK],
      ['jpy, no money', jpy, { requested: { repricing: true } }, {}, OK],
      ['jpy, money, a clear', jpy, { requested: { cost: null, minimum_price: cents(5) } }, {}, UNSUPPORTED],
      ['jpy, an amount of 0', jpy, { requested: { cost: cents(0) } }, {}, UNSUPPORTED],
    ] as const)('%s', (_name, listing, row, fields, expected) => {
      expect(match(row, [listing], fields)).toEqual([expected]);
    });

    it.each([
      [{ currency: 'eur' }, 'The row is in eur, and the listing in usd'],
      [
        { currencyOneOf: ['jpy', 'cny'], currencySource: 'Min "¥9"' },
        'Min "¥9" is in ¥, and the listing in usd',
      ],
    ])('names both currencies, and the cell: %j', (row, message) => {
      expect(first(matchRow(aRow({ ...row, requested: cost }), [usd], context()))).toMatchObject({ message });
    });

    it('names the way out for a currency without cents', () => {
      const result = first(matchRow(aRow({ requested: cost }), [jpy], context()));
      expect(result).toMatchObject({ message: expect.stringMatching(/jpy.*--money cents/) });
    });
  });

  describe('strategies', () => {
    const findStrategy = createStrategyFinder([
      aStrategy(),
      aStrategy({ id: 'w-1', name: 'Lowest', platform: 'walmart' }),
    ]);

    it('turns a name into the id of the listing’s platform, and keeps every other wish', () => {
      const requested = { cost: cents(700), strategy: 'buy box', manual_price: null };
      const result = first(matchRow(aRow({ requested }), [onAmazon], context({ findStrategy })));
      expect(result).toMatchObject({ kind: 'resolved' });
      expect((result as Resolved).desired).toEqual({ ...requested, strategy: aStrategy().id });
    });

    it('makes the row invalid where there is none, for that listing only', () => {
      const row = { requested: { strategy: 'Lowest' } };
      expect(match(row, [onAmazon, onWalmart], { findStrategy, match: 'all' })).toEqual([
        '1 invalid strategy_unknown',
        '2 resolved',
      ]);
    });

    it('keeps the one that the listing has, though it is in no list, however it is written', () => {
      const held = aListing({ values: { strategy: 'S-old' } });
      const keep = aRow({ requested: { strategy: 's-OLD', cost: cents(700) } });
      const result = first(matchRow(keep, [held], context({ findStrategy })));
      expect(result).toMatchObject({ kind: 'resolved', desired: { strategy: 'S-old', cost: 700 } });
      expect(match({ requested: { strategy: 's-other' } }, [held], { findStrategy })).toEqual([
        '1 invalid strategy_unknown',
      ]);
    });

    it('looks nothing up to clear a strategy', () => {
      const result = first(matchRow(aRow({ requested: { strategy: null } }), [onAmazon], context()));
      expect(result).toMatchObject({ kind: 'resolved', desired: { strategy: null } });
    });
  });

  describe('fees', () => {
    const fees = { perUnit: cents(30) };
    const jpy = aListing({ currency: 'jpy' });

    it('of a setting can’t be in a currency without cents, unless the row has its own', () => {
      const refused = ['1 invalid currency_unsupported'];
      expect(match({}, [jpy], { fees })).toEqual(refused);
      expect(match({ fees: { perUnit: cents(3) }, moneyInCents: true }, [jpy], { fees })).toEqual([
        '1 resolved',
      ]);
      expect(match({}, [jpy])).toEqual(['1 resolved']);
    });
  });

  it('adds no wish of its own', () => {
    const requested = { maximum_price: cents(2100) };
    const result = first(matchRow(aRow({ requested }), [onAmazon], context()));
    expect(result).toEqual({
      kind: 'resolved',
      row: aRow({ requested }),
      listing: onAmazon,
      desired: requested,
    });
  });
});

const [ONE, TWO] = ['c0000000-0000-4000-8000-00000000abcd', 'd1111111-1111-4111-8111-111111111111'];
const CHANNELS = [
  { id: ONE, type: 'seller_central', platform: 'amazon' },
  { id: TWO, type: null, platform: 'walmart' },
];
const KNOWN = `it has: ${ONE} (amazon), ${TWO} (walmart)`;

describe('describeChannels', () => {
  it.each([
    ['capitals, and no dashes', 'C0000000000040008000' + '00000000ABCD', `; did you mean "${ONE}"?`],
    ['the platform', 'Amazon', `; did you mean "${ONE}"?`],
    ['the type', 'Seller Central', `; did you mean "${ONE}"?`],
    ['something else', 'ebay', ''],
    ['another id', 'f2222222-2222-4222-8222-222222222222', ''],
  ])('%s', (_, text, asked) => {
    expect(describeChannels(text, CHANNELS)).toBe(KNOWN + asked);
  });

  it('lists no crowd, and none where there is none', () => {
    const many = Array.from({ length: 4 }, (_, n) => ({
      id: `${n}`.repeat(36),
      type: null,
      platform: 'amazon',
    }));
    expect(describeChannels('amazon', many)).not.toContain('did you mean');
    expect(describeChannels('amazon', [])).toBe('it has: none');
  });
});
