import { describe, expect, it } from 'vitest';
import type { MoneyField } from '../../src/domain/fields.ts';
import type { SheetRow } from '../../src/domain/row.ts';
import type { DecimalSign } from '../../src/sheet/amount-text.ts';
import { type RowFormat, toRowFormat } from '../../src/sheet/cell-reader.ts';
import { DateColumns } from '../../src/sheet/dates.ts';
import { readHeader } from '../../src/sheet/header/column-map.ts';
import { parseRow } from '../../src/sheet/parse-row.ts';
import { listingId } from '../support/builders.ts';
import { listed, pairsOf, tableOf, withResult } from '../support/listed.ts';

interface Told extends Partial<Omit<RowFormat, 'header' | 'columns' | 'decimalSigns'>> {
  readonly decimalSigns?: Partial<Record<MoneyField, DecimalSign>>;
}

const AT = { line: 1, name: 'prices.csv', map: new Map(), shell: 'posix', headings: [] } as const;

/** A row from its header and its cells, both separated by `;`. */
function parse(header: string, cells: string, { decimalSigns = {}, ...told }: Told = {}) {
  const names = header.split(';');
  const { columns } = readHeader(names, AT);
  const row = parseRow(
    { line: 7, cells: cells.split(';') },
    toRowFormat({
      header: names,
      columns,
      map: new Map(),
      moneyUnit: 'major',
      clearToken: 'null',
      dates: new DateColumns(columns, { name: 'prices.csv', given: undefined }),
      asOf: 20261120,
      ...told,
      decimalSigns: new Map(Object.entries(decimalSigns) as [MoneyField, DecimalSign][]),
    }),
  );
  if (row.kind === 'ignored') throw new Error(`Ignored: ${row.message}`);
  return row;
}

function parseUsable(header: string, cells: string, told?: Told): SheetRow {
  const row = parse(header, cells, told);
  if (row.kind !== 'row') throw new Error(`Not usable: ${JSON.stringify(row.problems)}`);
  return row;
}

function problemsOf(header: string, cells: string, told?: Told): readonly string[] {
  const row = parse(header, cells, told);
  return row.kind === 'row' ? [] : row.problems.map(({ reason, message }) => `${reason}: ${message}`);
}

const NO_NUMBER_OF_PIECES = 'it has to be a whole number from 1 to 999999999';

function unusable(header: string, pieces: string, why: string): string {
  return `cost_divisor_unusable: ${header} "${pieces}" is not a usable number of pieces: ${why}; write the number into the cell`;
}

describe('parseRow', () => {
  it('reads a row that says everything', () => {
    const header =
      'sku;cost;min;max;strategy;repricing;manual_price;currency;platform;channel;listing_id;cost_divisor;note';
    const cells = ` MUG-01 ;60;10.50;1,299.00;Buy Box;yes;12;EUR;Amazon;ch-1;${listingId(7)};10;hello`;
    expect(parse(header, cells)).toEqual({
      kind: 'row',
      line: 7,
      cells: cells.split(';'),
      target: { sku: 'MUG-01', listingId: listingId(7), platform: 'amazon', channel: 'ch-1' },
      moneyInCents: false,
      currency: 'eur',
      requested: {
        cost: 600,
        minimum_price: 1050,
        maximum_price: 129_900,
        strategy: 'Buy Box',
        repricing: true,
        manual_price: 1200,
      },
      pieces: 10,
      notices: [],
    });
  });

  it('wishes nothing where cells are blank, or there is no column', () => {
    expect(parseUsable('sku', 'A').requested).toEqual({});
    const header = 'sku;cost;min;max;strategy;repricing;manual_price;currency;platform;channel;listing_id';
    const row = parseUsable(header, 'A;; ;\u00a0;;  ;\t;;;;');
    expect(row.requested).toStrictEqual({});
    expect(row.currency).toBeUndefined();
    expect(row.target).toEqual({ sku: 'A', listingId: undefined, platform: undefined, channel: undefined });
  });

  it('takes a clear token, and zero, for what they are', () => {
    const pairs =
      'cost;null = null | min;null = null | max; null  = null | manual_price;null = null | strategy;null = null | cost;0 = 0 | min;0.00 = 0 | max;0 = 0 | manual_price;0 = 0 | strategy;0 = "0" | repricing;0 = false';
    for (const [column, value] of pairsOf(pairs)) {
      const [header, cell] = column.split(';');
      const { requested } = parseUsable(`sku;${header}`, `A;${cell}`);
      expect([column, JSON.stringify(Object.values(requested))]).toEqual([column, `[${value}]`]);
    }
  });

  it('clears with the token that was set, and with no other', () => {
    const clearToken = '-';
    expect(parseUsable('sku;cost;strategy', 'A;-;-', { clearToken }).requested).toEqual({
      cost: null,
      strategy: null,
    });
    expect(parseUsable('sku;strategy', 'A;null', { clearToken }).requested).toEqual({ strategy: 'null' });
    expect(problemsOf('sku;cost', 'A;null', { clearToken })).toEqual([
      'money_word: cost "null" is not an amount; a blank cell leaves the field as it is',
    ]);
    expect(problemsOf('sku;cost', 'A;NULL')).toEqual([
      'money_word: cost "NULL" is not an amount; a blank cell leaves the field as it is',
    ]);
  });

  it.each(['repricing', 'currency', 'platform', 'channel', 'listing_id'])('refuses to clear %s', (header) => {
    expect(problemsOf(`sku;${header}`, 'A;null')).toEqual([`not_clearable: ${header} can't be cleared`]);
  });

  it.each(listed("0005, 5, 5.0, 1e3, 0x1F, mug-01, MUG-01, Infinity, '5"))('keeps "%s" as it is', (sku) => {
    expect(parseUsable('sku;cost', `${sku};5`).target.sku).toBe(sku);
  });

  it('takes a SKU that is spelled like the clear token for a SKU', () => {
    expect(parseUsable('sku', 'null').target.sku).toBe('null');
  });

  it.each([
    ...withResult(true, ['true', 'yes', 'on', '1', 'TRUE', 'WAHR', ' Yes ']),
    ...withResult(false, ['false', 'no', 'off', '0', 'Off']),
  ])('reads repricing %s as %s', (cell, repricing) => {
    expect(parseUsable('sku;repricing', `A;${cell}`).requested).toEqual({ repricing });
  });

  it.each(['y', 'ja', '2', '01', 'constructor', 'tr'])('refuses repricing %s', (cell) => {
    expect(problemsOf('sku;Repricing', `A;${cell}`)).toEqual([
      `repricing_unreadable: Repricing "${cell}" is neither true nor false`,
    ]);
  });

  it.each([
    ...withResult('sku_missing: The row has no SKU', ['', '   ']),
    ...withResult('sku_unusable: The SKU holds a line break or another control character', [
      'A\nB',
      'A\tB',
      'A\u001b[31m',
      'A\u0085B',
    ]),
  ])('refuses the SKU %j: %s', (cell, problem) => {
    expect(problemsOf('sku;cost', `${cell};5`)).toEqual([problem]);
  });

  it.each(
    tableOf(`
platform | ebay | platform_unknown: platform "ebay" is not one of amazon, walmart; --map platform= leaves the column out
Currency | euro | currency_unreadable: Currency "euro" is not a three-letter currency code
currency | € | currency_unreadable: currency "€" is not a three-letter currency code
listing_id | 4711 | listing_id_unreadable: listing_id "4711" is not a UUID
cost | -5 | money_negative: cost "-5" is negative
Min | 1.005 | money_too_fine: Min "1.005" is finer than a cent
max | 99999999999999999 | money_too_large: max "99999999999999999" is too large
manual_price | 12,99 | money_unreadable: manual_price "12,99" has a comma where this sheet has decimal points: write 12.99
cost_cents | 12.99 | money_unreadable: cost_cents "12.99" is not a whole number of cents`),
  )('refuses the %s "%s": %s', (header, cell, problem) => {
    expect(problemsOf(`sku;${header}`, `A;${cell}`)).toEqual([problem]);
  });

  it('reads a listing id, a platform and a currency in any case', () => {
    const id = listingId(10).replace(/0/g, 'A');
    const row = parseUsable('sku;listing_id;platform;currency', `A;${id};WALMART;Usd`);
    expect(row.target).toMatchObject({ listingId: id.toLowerCase(), platform: 'walmart' });
    expect(row.currency).toBe('usd');
  });

  it('collects every problem of a row', () => {
    const header = 'sku;cost;min;repricing;platform;currency;listing_id;strategy';
    const row = parse(header, ' ;-1;x;maybe;ebay;dollar;7;');
    expect(row).toMatchObject({ kind: 'invalid', line: 7, target: undefined });
    expect(row.kind === 'invalid' && row.problems.map(({ reason }) => reason).sort()).toEqual(
      listed(`currency_unreadable, listing_id_unreadable, money_negative, money_word, platform_unknown,
      repricing_unreadable, sku_missing`),
    );
  });

  it('tells whose row it is even where the row cannot be used', () => {
    expect(parse('sku;platform;cost', 'A;amazon;x')).toMatchObject({
      kind: 'invalid',
      target: { sku: 'A', platform: 'amazon' },
    });
  });

  it('reads each column with its own decimal sign', () => {
    const decimalSigns = { cost: ',', minimum_price: '.' } as const;
    const row = parseUsable('sku;cost;min;max', 'A;1.250;1.25;1,250', { decimalSigns });
    expect(row.requested).toEqual({ cost: 125_000, minimum_price: 125, maximum_price: 125_000 });
  });

  it.each(
    tableOf(`
cost;min | 129900 500 | false
cost_cents;minimum_price_cents | 1299 5 | true
cost_cents;min | 1299 500 | false
cost;minimum_price_cents | 129900 5 | false
cost_cents;fee | 1299 | false
cost;fee_cents | 129900 | false
cost_cents;fee_cents | 1299 | true
cost_cents | 1299 | true`),
  )('reads 1299 and 5 under %s as %s cents', (header, cents, moneyInCents) => {
    const row = parseUsable(
      `sku;${header}`,
      'A;1299;5'
        .split(';')
        .slice(0, (header ?? '').split(';').length + 1)
        .join(';'),
    );
    expect(Object.values(row.requested).join(' ')).toBe(cents);
    expect(String(row.moneyInCents)).toBe(moneyInCents);
  });

  it('reads amounts in cents where the sheet is in cents', () => {
    const row = parseUsable('sku;cost;min', 'A;1299;5', { moneyUnit: 'cents' });
    expect(row).toMatchObject({ requested: { cost: 1299, minimum_price: 5 }, moneyInCents: true });
  });

  it.each(
    tableOf(`
a cost that can not be read | sku;cost;currency | A;six;usd | usd
another currency beside the amount | sku;cost;currency | A;€5;usd | undefined
a currency that can not be read | sku;cost;currency | A;€5;dollars | undefined
a cell below no header | sku;cost;currency; | A;5;usd;00 | undefined
a cell too many | sku;cost;currency | A;5;usd; | undefined`),
  )('knows the currency of a row with %s, or leaves it open', (_name, header = '', cells = '', currency) => {
    const row = parse(header, cells);
    expect([row.kind, String(row.currency), row.currencyOneOf]).toEqual(['invalid', currency, undefined]);
  });

  it('counts amounts that are cleared or absent as given in cents', () => {
    expect(parseUsable('sku;cost_cents;min;max', 'A;5;null;')).toMatchObject({ moneyInCents: true });
    expect(parseUsable('sku;strategy', 'A;x')).toMatchObject({ moneyInCents: true });
  });

  it.each([
    ['cost', undefined, 101, 'cost 1.005 was rounded to 1.01'],
    ['cost', 'half-even', 100, 'cost 1.005 was rounded to 1.00'],
    ['cost', 'down', 100, 'cost 1.005 was rounded to 1.00'],
    ['Min', 'up', 101, 'Min 1.005 was rounded to 1.01'],
  ] as const)('rounds %s by the rule %s, and says so', (header, rounding, cents, message) => {
    const row = parseUsable(`sku;${header}`, 'A;1.005', { rounding });
    expect([Object.values(row.requested), row.notices]).toEqual([[cents], [{ reason: 'rounded', message }]]);
  });

  it.each([
    ['min', undefined],
    ['max', undefined],
    ['manual_price', undefined],
    ['cost', 'error'],
  ] as const)('rounds no %s by the rule %s', (header, rounding) => {
    expect(problemsOf(`sku;${header}`, 'A;1.005', { rounding })).toEqual([
      `money_too_fine: ${header} "1.005" is finer than a cent`,
    ]);
  });

  it.each(
    tableOf(`
100 | 100 | 100
100 | 1 | 10000
100 | 0010 | 1000
10 | 3 | 333 | cost 10 per 3 was rounded to 3.33
20.00 | 3 | 667 | cost 20.00 per 3 was rounded to 6.67
null | 10 | null`),
  )('reads a cost of %s for %s pieces as %s', (cost, pieces, value, ...messages) => {
    const row = parseUsable('sku;cost;cost_divisor;min', `A;${cost};${pieces};7`);
    expect(row.requested).toEqual({ cost: JSON.parse(value ?? ''), minimum_price: 700 });
    expect(row.notices.map(({ message }) => message)).toEqual(messages);
  });

  it.each([
    ...withResult('the cell is blank', ['']),
    ...withResult(NO_NUMBER_OF_PIECES, ['0', '-1', '1.5', '1000000000']),
    ...withResult('it is a word, not a number', ['x', 'per piece', 'null', 'box']),
    ...Object.entries({
      'a hundred pieces': 'C c h HU hun. cen',
      'a thousand pieces': 'M k t TH ts tsd. mil',
      'a dozen': 'DZ doz',
      'twelve dozen': 'gro',
    }).flatMap(([meaning, words]) => withResult(`it may mean ${meaning} or a unit`, words.split(' '))),
    ...withResult('the costs show no decimal sign, so it may be 1 or 1000', ['1,000', '1.000 ST', '1.000']),
    ...withResult('the word beside the number is not one for a single piece', [
      ...['1e3', '100 KG', '1 CTN', '10 EUR', '100 ST 5', 'about 100 ST', `${'1'.repeat(38)} ST`],
    ]),
  ])('refuses a cost for "%s" pieces, since %s', (pieces, why) => {
    expect(problemsOf('sku;cost;note;cost divisor', `A;5;;${pieces}`)).toEqual([
      unusable('cost divisor', pieces, why),
    ]);
  });

  it('reads numbers of pieces with their unit', () => {
    const pairs =
      "100 ST = 5 | 1000 PC = 1 | 100Stk. = 5 | per 100 = 5 | /100 = 5 | je 10 Stück = 50 | 1 000 pcs = 1 | 1'000 EA = 1 | 100 C62 = 5 | 00100 = 5";
    for (const [pieces, cents] of pairsOf(pairs))
      expect([pieces, String(parseUsable('sku;cost;cost divisor', `A;5;${pieces}`).requested.cost)]).toEqual([
        pieces,
        cents,
      ]);
  });

  it('does not ask for how many pieces no cost is', () => {
    expect(parseUsable('sku;cost;cost_divisor', 'A;;').requested).toEqual({});
  });

  it.each(
    tableOf(`
sku;cost;min | A;5 | column_count: The row has 2 cells, the header 3
sku;cost | A;12;99 | cell_without_header: Cell 3 "99" has no header above it; a cell that contains the delimiter needs quotes
sku;cost;min;max | A;12;99;; | column_count: The row has 5 cells, the header 4
sku;cost;;note | A;12; 99 ;x | cell_without_header: Cell 3 "99" has no header above it; a cell that contains the delimiter needs quotes
sku;cost;note | A;5; <missing>  | cell_missing: A cell still holds the mark for a missing cell, <missing>`),
  )('refuses below %s the cells %s', (header = '', cells = '', problem) => {
    expect(problemsOf(header, cells)).toEqual([problem]);
  });

  it('refuses the mark of a missing cell wherever an amount should be', () => {
    expect(problemsOf('sku;cost', 'A;<missing>')).toContain(
      'cell_missing: A cell still holds the mark for a missing cell, <missing>',
    );
  });

  it.each([
    ['the numbers of rows in a first column without a name', ';sku;cost', '17;A;5'],
    ['blank cells under headers without names', 'sku;cost;;', 'A;5;;'],
    ['no cells under trailing headers without names', 'sku;cost;;', 'A;5'],
  ])('takes %s', (_name, header, cells) => {
    expect(parseUsable(header, cells).requested).toEqual({ cost: 500 });
  });

  it('never takes a word of JavaScript for a field', () => {
    const row = parseUsable('sku;__proto__;constructor;toString;cost', 'A;x;y;z;5');
    expect(row.requested).toStrictEqual({ cost: 500 });
    expect(Object.getPrototypeOf(row.requested)).toBe(Object.prototype);
  });

  describe('with a currency beside the amounts', () => {
    it.each(
      tableOf(`
a code | sku;cost | A;5 EUR | eur
a sign of one currency | sku;cost | A;5 € | eur
a word | sku;cost | A;5 Euro | eur
a word of several, and a column | sku;cost;currency | A;5 dollars;CAD | cad
a sign of several, and a column | sku;cost;currency | A;$5;CAD | cad
two signs that leave one | sku;cost;min | A;$5;US$6 | usd
a header | sku;Cost (EUR) | A;5 | eur
the sign in a header | sku;Cost [€] | A;5 | eur
a header and an amount | sku;Cost (USD) | A;$5 | usd
the same in every amount | sku;cost;min;max | A;5 €;EUR 6;7€ | eur
a code in one amount only | sku;cost;min | A;5 EUR;6 | eur
no amount, and a column | sku;cost;currency | A;5;eur | eur
a sign of several, and a setting | sku;cost | A;$5 | usd | usd
a column, against a setting | sku;cost;currency | A;5 EUR;EUR | eur | usd
a header that names no currency | sku;Cost (net) | A;5 | undefined
a header over a blank cell | sku;Cost (EUR);min | A;;5 | undefined
nothing | sku;cost | A;5 | undefined
nothing but a setting, which others apply | sku;cost | A;5 | undefined | usd`),
    )('agrees on one from %s', (_name, header = '', cells = '', expected, setting) => {
      const { currency, currencyOneOf } = parseUsable(header, cells, { currency: setting });
      expect([String(currency), currencyOneOf]).toEqual([expected, undefined]);
    });

    it('leaves open which of several a sign means', () => {
      const row = parseUsable('sku;cost;min', 'A;$5;$6');
      expect(row.currency).toBeUndefined();
      expect(row.currencyOneOf).toEqual(expect.arrayContaining(['usd', 'cad', 'aud', 'mxn']));
      expect(row.currencyOneOf).not.toContain('eur');
    });

    it.each(
      tableOf(`
two codes | sku;cost;min | A;5 EUR;6 USD | cost "5 EUR" is in eur, min "6 USD" is in usd
a word and a column | sku;cost;currency | A;5 TL;EUR | the row is in eur, cost "5 TL" is in try
letters with a point and a column | sku;cost;currency | A;Rp.50000;EUR | the row is in eur, cost "Rp.50000" is in idr
a code and a column | sku;cost;currency | A;5 EUR;USD | the row is in usd, cost "5 EUR" is in eur
a code and a setting | sku;cost | A;5 EUR | the row is in usd, cost "5 EUR" is in eur | usd
a sign of several and a column | sku;cost;currency | A;kr 5;EUR | the row is in eur, cost "kr 5" is in kr
a header and an amount | sku;Cost (EUR) | A;$5 | "Cost (EUR)" is in eur
a header and a column | sku;Cost (EUR);currency | A;5;USD | the row is in usd, "Cost (EUR)" is in eur
a header with a store, and a setting | sku;Min Price EUR (Sell on Amazon, DE) | A;5 | the row is in usd, "Min Price EUR (Sell on Amazon, DE)" is in eur | usd
two headers | sku;Cost (EUR);Min (USD) | A;5;6 | "Cost (EUR)" is in eur, "Min (USD)" is in usd`),
    )('refuses %s that disagree', (_name, header = '', cells = '', part, currency) => {
      const [problem = '', ...others] = problemsOf(header, cells, { currency });
      expect(others).toEqual([]);
      expect(problem).toMatch(/^currency_mismatch: /);
      expect(problem).toContain(part);
    });
  });

  it.each([
    ...withResult(1, [',1.000', '.1,000', "1'000", '1 000', '1000']),
    ...withResult(1000, ['.1.000', ',1,000']),
    ...withResult(10, [',100,00', '.100.000']),
    ...withResult(0.01, ['.100,000']),
  ])('reads pieces as the costs have it, by their sign and number %s: %s', (text, value) => {
    const sign = /^[.,]/.exec(text)?.[0] as DecimalSign | undefined;
    const decimalSigns = sign === undefined ? {} : { cost: sign };
    const row = parseUsable('sku;cost;peinh', `A;1000;${sign ? text.slice(1) : text}`, { decimalSigns });
    expect(row.requested.cost).toBe(value * 100);
  });

  it.each([
    ['1.000', undefined, 'the costs show no decimal sign, so it may be 1 or 1000'],
    ['1.5', '.', NO_NUMBER_OF_PIECES],
    ['1,5', ',', NO_NUMBER_OF_PIECES],
    ['0,00', ',', NO_NUMBER_OF_PIECES],
    ['-10', '.', NO_NUMBER_OF_PIECES],
    ['10%', '.', NO_NUMBER_OF_PIECES],
    ['1.000.000.000', ',', NO_NUMBER_OF_PIECES],
  ] as const)('refuses a cost for "%s" pieces where the sign is %s, since %s', (pieces, sign, why) => {
    const decimalSigns = sign === undefined ? {} : { cost: sign };
    expect(problemsOf('sku;cost;Price unit', `A;5;${pieces}`, { decimalSigns })).toEqual([
      unusable('Price unit', pieces, why),
    ]);
  });

  it.each([
    ['100100', 18, '000000000000100100'],
    ['7', 3, '007'],
  ])('fills up the SKU "%s" to %d digits: %s', (cell, skuPad, sku) => {
    const row = parseUsable('sku;cost', `${cell};5`, { skuPad });
    expect(row.target.sku).toBe(sku);
    expect(row.notices).toEqual([{ reason: 'sku_filled', message: `SKU ${sku}, written "${cell}"` }]);
  });

  it.each(['007', '1234', '7a', 'A7', '7-1', '٧'])('leaves the SKU "%s" alone at 3 digits', (sku) => {
    const row = parseUsable('sku;cost', `${sku};5`, { skuPad: 3 });
    expect(row.target.sku).toBe(sku);
    expect(row.notices).toEqual([]);
  });

  it.each([
    ['Mugs : MUG-01', ' : ', 'MUG-01'],
    ['Kitchen : Mugs : MUG-01', ' : ', 'MUG-01'],
    ['Mugs:MUG-01', ':', 'MUG-01'],
    ['Mugs : MUG 1:2', ' : ', 'MUG 1:2'],
  ])('takes the last part of "%s" for the SKU where parts are set apart by %j', (cell, skuPath, sku) => {
    const row = parseUsable('sku;cost', `${cell};5`, { skuPath });
    expect(row.target.sku).toBe(sku);
    expect(row.notices.map(({ reason }) => reason)).toEqual(['sku_from_path']);
  });

  it.each([
    ['MUG-01', ' : '],
    ['Mugs:MUG-01', ' : '],
    ['Mugs : MUG-01', undefined],
  ])('takes all of "%s" for the SKU where parts are set apart by %j', (sku, skuPath) => {
    const row = parseUsable('sku;cost', `${sku};5`, { skuPath });
    expect(row.target.sku).toBe(sku);
    expect(row.notices).toEqual([]);
  });

  it('refuses a path that ends in nothing', () => {
    expect(problemsOf('sku;cost', 'Mugs:;5', { skuPath: ':' })).toEqual([
      'sku_missing: "Mugs:" ends before it names a SKU',
    ]);
  });

  it('says of a SKU in a formula where it is from', () => {
    const { target, notices } = parseUsable('sku;cost', '="0005";5', { skuPad: 3 });
    expect([target.sku, notices.map(({ reason }) => reason)]).toEqual(['0005', ['sku_from_formula']]);
  });

  it('fills up the last part of a path', () => {
    const row = parseUsable('sku;cost', 'Mugs : 7;5', { skuPath: ' : ', skuPad: 3 });
    expect(row.target.sku).toBe('007');
  });
});
