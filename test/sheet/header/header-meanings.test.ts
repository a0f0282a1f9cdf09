import { describe, expect, it } from 'vitest';
import {
  COLUMN_NAMES,
  type ColumnName,
  currencyNoteOf,
  foldHeader,
  toColumn,
} from '../../../src/sheet/header/column.ts';
import { meaningOf, STRONG, WEAK } from '../../../src/sheet/header/header-meanings.ts';
import { listed, pairsOf as pairsIn, withResult, withResults } from '../../support/listed.ts';
import { readPage } from '../../support/pages.ts';

const NEVER = [
  ...listed(`asin, upc, ean, gtin, isbn, barcode, listing id, listing-id, internal id, external id, system id,
    product id, product-id, internal product id, external product id, system product id, vendor item no,
    stock, stock quantity, qty, quantity, inventory, min stock, minimum stock, max stock, maximum inventory,
    minimum inventory, min qty, minimum order, min order quantity, max order, maximum quantity, min weight,
    maximum weight, reorder level, price, sales price, list price, retail, retail price, msrp, current price,
    standard price, wholesale price, vk, vk preis, vk netto, vk brutto, unit price, sales unit price, mindestbestand, höchstbestand,
    meldebestand, manufact. sku, asin1, title, description, total cost, cost center, shipping cost,
    cost of goods sold, lagerbestand, minimum, maximum, id, status, message, -, __proto__, constructor,
    toString, fees, referral fee, referral fee %, fee %, fee (%), fba fee, fulfillment fee, fulfilment fee, closing fee,
    marketplace fee, storage fee, total fee, total fees, fee total, fee rate, fee type, fee date, fee currency,
    estimated-fee-total, estimated-referral-fee-per-unit, expected-fulfillment-fee-per-unit,
    estimated-variable-closing-fee, commission, commission %, coffee, free, fee id, fee (vat), # fee, fee #`),
  '',
  ' ',
];

const pairsOf = (names: Readonly<Partial<Record<ColumnName, readonly string[]>>>) =>
  Object.entries(names).flatMap(([name, words]) => withResult(name, words));
const ALL = [...pairsOf(STRONG), ...withResults({ sku: 'sku', cost: 'cost', listing_id: 'listing_id' })];

describe('meaningOf', () => {
  it.each(ALL)('takes "%s" for %s', (word, name) => {
    expect(meaningOf(word)?.name).toBe(name);
    expect(meaningOf(word)?.by).not.toBe('weak');
  });

  it.each(ALL.filter(([word, name]) => name !== 'listing_id' && !word.includes('ı')))(
    'takes "%s" for %s however it is written',
    (word, name) => {
      const variants = [
        word.toUpperCase(),
        `\ufeff${word}`,
        `*${word}`,
        ` ${word} * `,
        `${word}:`,
        word.replaceAll(' ', '_'),
        word.replaceAll(' ', '-'),
        word.replaceAll(' ', ''),
        word.replaceAll(' ', '\u00a0'),
        `${word} [net]`,
        `${word} (EUR)`,
        `${word} (€)`,
        word.normalize('NFD'),
        word
          .normalize('NFKC')
          .replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
      ];
      for (const variant of variants) expect([variant, meaningOf(variant)?.name]).toEqual([variant, name]);
    },
  );

  it.each(pairsOf(WEAK))('trusts "%s" for %s not alone', (word, name) => {
    expect(meaningOf(word)).toMatchObject({ name, by: 'weak' });
    expect(meaningOf(`${word}.`.toUpperCase())).toMatchObject({ name, by: 'weak' });
  });

  it.each(['min', 'Max', 'SKU', 'cost', 'MIN_PRICE', 'manual-price', 'cost divisor', 'listing_id'])(
    'knows "%s" for a name of our own',
    (word) => {
      expect(meaningOf(word)?.by).toBe('own');
    },
  );

  it.each(
    listed(`einkaufspreis netto, Netto-Einkaufspreis, Einkaufspreis netto (EUR), Preis EK, Cost EUR, net cost, unit cost net,
      Purchase Price excl. VAT`),
  )('takes "%s" for cost by its words, behind every whole name', (word) => {
    expect(meaningOf(word)).toEqual({ name: 'cost', rank: 500, by: 'strong' });
  });

  it.each([
    ...NEVER,
    ...listed(
      'cost unit, einkaufspreis brutto, cost incl. vat, net, eur, vat cost, net cost %, cost number, net kosten, net min, sku eur',
    ),
  ])('takes "%s" for nothing', (word) => {
    expect(meaningOf(word)).toBeUndefined();
    expect(meaningOf(word.toUpperCase())).toBeUndefined();
  });

  it('takes only whole headers', () => {
    for (const [word] of ALL) {
      expect(meaningOf(`my ${word}`)?.name).toBeUndefined();
      if (word !== 'currency') expect([word, meaningOf(`${word} of it`)?.name]).toEqual([word, undefined]);
    }
  });

  it('prefers a cost of one piece, and any name to one that other trades use too', () => {
    const rankOf = (word: string) => meaningOf(word)?.rank ?? Number.NaN;
    expect(rankOf('unit cost')).toBeLessThan(rankOf('cost'));
    for (const worse of ['item cost', 'kosten', 'last purchase price'])
      expect(rankOf(worse)).toBeGreaterThan(rankOf('average cost'));
    const worstSku = Math.max(...STRONG.sku.map(rankOf));
    for (const word of WEAK.sku ?? []) expect(rankOf(word)).toBeGreaterThan(worstSku);
  });

  it.each([
    ['cost_cents', 'cost'],
    ['Unit Cost Cents', 'cost'],
    ['minimum_price_cents', 'minimum_price'],
    ['min cents', 'minimum_price'],
    ['MAX PRICE CENTS', 'maximum_price'],
    ['manual_price_cents', 'manual_price'],
  ])('takes "%s" for %s in cents', (word, name) => {
    expect(meaningOf(word)?.name).toBe(name);
    expect(toColumn(word, 0).inCents).toBe(true);
  });
});

describe('foldHeader', () => {
  it.each([
    ...withResults({
      cost: `Cost [net], Cost [EUR/pc], Cost (per unit), Cost (kr), Cost (in EUR), Cost (excl. VAT),
        Cost (without tax), Cost (per piece)`,
      sku: 'SKU (optional), SKU (*), ＳＫＵ',
      '': 'Cost %, Cost (%), Cost ¢, Cost +/-, ∆Cost, Cost+, Min ″, Min °, ---, (EUR)',
    }),
    ...pairsIn(
      'Coût (EUR) = coût | Cost [pc] = costxpc | Length [ft] = lengthxft | Cost [per 1000] = costxper1000 | Min (qty) = minxqty',
    ),
    ...pairsIn(
      'Cost [ct] = costxct | Cost (TSD) = costxtsd | N° = no | Min (") = minx | Min (in) = minxin | Nr. = nr',
    ),
    ...pairsIn(
      'Cost (VAT) = costxvat | Cost [MwSt] = costxmwst | Cost (incl. VAT) = costxinclvat | *ItemCode = itemcode',
    ),
    ...pairsIn(' Min  Price  = minprice | Prix d’achat = prixdachat'),
    ['[ '.repeat(100_000), 'x'.repeat(100)],
  ])('%j is %j', (header, folded) => {
    expect(foldHeader(header)).toBe(folded);
  });
});

describe('currencyNoteOf', () => {
  it.each(
    withResults({
      EUR: 'Cost (EUR), Cost ( EUR ), Cost（EUR）, Cost EUR, EUR-Cost (net), COST_EUR, costEUR, Cost EUR/pc',
      TRY: 'Price TRY (Sell on Amazon TR)',
      eur: 'Cost (eur), Cost eur, cost_eur, CostEur, EK eur netto',
      try: 'Cost (try)',
      USD: 'Cost [USD]',
      '€': 'Cost (€)',
      $: 'Cost [$]',
    }),
  )('of "%s" is %s', (header, note) => {
    expect(currencyNoteOf(header)).toBe(note);
  });

  it.each(
    listed(
      'Cost, Cost ALL, TOP Cost, cost_all, cost per cup, try, EURO Cost, Europe, Cost VAT, Cost (per piece)',
    ),
  )('"%s" has none', (header) => {
    expect(currencyNoteOf(header)).toBeUndefined();
  });
});

const DOCS = readPage('docs/sheets.md').text.replaceAll(/[ \n]+/g, ' ');
const TOLD_APART = COLUMN_NAMES.filter((name) => !['platform', 'channel', 'listing_id'].includes(name));

describe('docs/sheets.md', () => {
  it.each(TOLD_APART)('lists the names of %s, the best first', (name) => {
    expect(DOCS).toContain(
      `| \`${name}\` | ${STRONG[name].join(', ')} | ${(WEAK[name] ?? []).join(', ')} |`.replaceAll(
        / +/g,
        ' ',
      ),
    );
  });
});
