import { describe, expect, it } from 'vitest';
import type { ColumnName } from '../../../src/sheet/header/column.ts';
import { currencyNoteOf, foldHeader } from '../../../src/sheet/header/fold-header.ts';
import { meaningOf } from '../../../src/sheet/header/header-meanings.ts';
import { listed, withResults } from '../../support/listed.ts';

/** What programs and people call each column, by the research that the reader was built on; the best first. */
const WORDS: Readonly<Record<ColumnName, string>> = {
  sku: `sku, seller sku, merchant sku, item sku, variant sku, custom sku, channel sku, msku, item no, item number,
    item code, itemcode, product code, stock code, inventory number, material number, matnr, internal reference,
    default code, part number, part no, article number, article no, artikelnummer, artikelnr, artikel nr, référence interne,
    référence article, referencia interna, codice articolo, artikelcode, indeks`,
  cost: `cost, unit cost, landed cost, average cost, moving price, moving average price, verpr, last purchase price,
    last direct cost, last cost price, last unit cost, purchase cost, purchase price, cost price, cost per item,
    default cost, item cost, standard cost, stprs, purchasesunitprice, einstandspreis, ek, ek netto,
    ek preis, einkaufspreis, coût, prix d achat, prix de revient, coste, costo, precio de compra, prezzo d acquisto,
    kostprijs, inkoopprijs, cena zakupu`,
  cost_divisor: 'peinh, preiseinheit, price unit qty, unit cost quantity, cost_divisor',
  unit: 'unit',
  currency: 'currency, curr, waers, currency code, währung, devise, moneda',
  minimum_price: `minimum price, min price, minimum seller allowed price, floor price, price floor, mindestpreis,
    prix minimum, precio mínimo, prezzo minimo, minimumprijs, cena min`,
  maximum_price: `maximum price, max price, maximum seller allowed price, ceiling price, price ceiling,
    höchstpreis, prix maximum, precio máximo, prezzo massimo, maximumprijs, cena max`,
  strategy: 'strategy, strategy id, strategy name, repricing rule',
  repricing: 'repricing, repricing enabled',
  manual_price: 'manual price',
  platform: 'platform',
  channel: 'channel',
  listing_id: 'listing_id',
  fee: 'fee, fee per unit',
  valid_from: `valid_from, valid from, Valid From, VALID-FROM, gültig ab, Gültig von, valable du, valido dal, válido desde, geldig vanaf,
    ważne od, datab`,
  valid_to: `valid_to, valid to, Valid until, gültig bis, valable au, valido al, válido hasta, geldig tot, ważne do, datbi`,
  fee_percent: 'fee_percent, fee percent, fee percentage, fee pct',
};

/** Words that other trades use too, by what they mean in this one. */
const WEAK = {
  sku: 'material, no, nr, item id, name, item',
  cost: 'kosten',
  minimum_price: 'floor',
  maximum_price: 'ceiling',
  strategy: 'rule, rule name',
  repricing: 'managed',
  cost_divisor: 'price unit, per, pe, je',
} satisfies Partial<Record<ColumnName, string>>;

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

const ALL_WEAK = withResults(WEAK);
const ALL = withResults(WORDS);

describe('meaningOf', () => {
  it.each(ALL)('takes "%s" for %s', (word, name) => {
    expect(meaningOf(word)).toMatchObject({ name, inCents: false });
    expect(meaningOf(word)?.by).not.toBe('weak');
  });

  it.each(ALL.filter(([, name]) => name !== 'listing_id'))(
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

  it.each(ALL_WEAK)('trusts "%s" for %s not alone', (word, name) => {
    expect(meaningOf(word)).toMatchObject({ name, by: 'weak' });
    expect(meaningOf(`${word}.`.toUpperCase())).toMatchObject({ name, by: 'weak' });
  });

  it.each(['min', 'Max', 'SKU', 'cost', 'MIN_PRICE', 'manual-price', 'cost divisor', 'listing_id'])(
    'knows "%s" for a name of our own',
    (word) => {
      expect(meaningOf(word)?.by).toBe('own');
    },
  );

  it.each(NEVER)('takes "%s" for nothing', (word) => {
    expect(meaningOf(word)).toBeUndefined();
    expect(meaningOf(word.toUpperCase())).toBeUndefined();
  });

  it('takes only whole headers', () => {
    for (const [word] of ALL) {
      expect(meaningOf(`my ${word}`)?.name).toBeUndefined();
      if (word !== 'currency') expect([word, meaningOf(`${word} of it`)?.name]).toEqual([word, undefined]);
    }
  });

  it('prefers what stands first', () => {
    const ranks = (name: ColumnName) => listed(WORDS[name]).map((word) => meaningOf(word)?.rank ?? -1);
    expect(ranks('sku')).toEqual(ranks('sku').toSorted((a, b) => a - b));
    expect(meaningOf('unit cost')?.rank).toBeLessThan(
      Math.min(
        ...listed(WORDS.cost)
          .slice(0, 1)
          .map((word) => meaningOf(word)?.rank ?? 0),
      ),
    );
    for (const word of listed(WEAK.sku))
      expect(meaningOf(word)?.rank).toBeGreaterThan(Math.max(...ranks('sku')));
    for (const worse of ['item cost', 'kosten', 'last purchase price'])
      expect(meaningOf(worse)?.rank).toBeGreaterThan(meaningOf('average cost')?.rank ?? 9999);
  });

  it.each([
    ['cost_cents', 'cost'],
    ['Unit Cost Cents', 'cost'],
    ['minimum_price_cents', 'minimum_price'],
    ['min cents', 'minimum_price'],
    ['MAX PRICE CENTS', 'maximum_price'],
    ['manual_price_cents', 'manual_price'],
  ])('takes "%s" for %s in cents', (word, name) => {
    expect(meaningOf(word)).toMatchObject({ name, inCents: true });
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
    ...Object.entries({
      'Coût (EUR)': 'coût',
      'Cost [pc]': 'costxpc',
      'Length [ft]': 'lengthxft',
      'Cost [per 1000]': 'costxper1000',
      'Min (qty)': 'minxqty',
      'Cost [ct]': 'costxct',
      'Cost (TSD)': 'costxtsd',
      'N°': 'no',
      'Min (")': 'minx',
      'Min (in)': 'minxin',
      'Cost (VAT)': 'costxvat',
      'Cost [MwSt]': 'costxmwst',
      'Cost (incl. VAT)': 'costxinclvat',
      '*ItemCode': 'itemcode',
      'Prix d’achat': 'prixdachat',
      'Nr.': 'nr',
      ' Min  Price ': 'minprice',
      ['[ '.repeat(100_000)]: 'x'.repeat(100),
    }),
  ])('%j is %j', (header, folded) => {
    expect(foldHeader(header)).toBe(folded);
  });
});

describe('currencyNoteOf', () => {
  it.each(
    withResults({
      EUR: 'Cost (EUR), Cost ( EUR ), Cost（EUR）',
      eur: 'Cost (eur)',
      USD: 'Cost [USD]',
      '€': 'Cost (€)',
      $: 'Cost [$]',
    }),
  )('of "%s" is %s', (header, note) => {
    expect(currencyNoteOf(header)).toBe(note);
  });

  it.each(['Cost', 'Cost EUR', 'Cost (per piece)', 'Cost ()'])('"%s" has none', (header) => {
    expect(currencyNoteOf(header)).toBeUndefined();
  });
});
