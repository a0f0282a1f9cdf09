import type { ColumnName } from './column-names.ts';
import { namesIn } from './names-in.ts';

/**
 * What shops, ERPs and people call these columns, the best first. Only whole headers count: `Maximum Inventory` is not a maximum price, and
 * what is not here (asin, barcode, price, list price, quantities) is never taken on a guess. A name is proposed, and settled by a person.
 *
 * Source: header lines of exports, and the pages on them, as `test/sheet/exports` has them.
 */
export const STRONG: Readonly<Record<ColumnName, readonly string[]>> = {
  sku: namesIn(`
    sku | seller sku | merchant sku | custom label (sku) | item sku | product sku | variant sku | custom sku |
    channel sku | variant code / sku | product code/sku | sku code | msku | händler-sku | sku-vendeur | sku venditore |
    sku del vendedor | sku-sprzedawcy | 出品者SKU | 商品管理番号 | 卖家 SKU | sku-البائع | seller-sku (satıcı sku) |
    item no | item number | item code | product code | product number | stock code | inventory number |
    inventory id | material number | matnr | internal reference | default code | part number | part no |
    fishbowl part number | article number | article no | ordernumber | artikelnummer | artikelnr |
    interne referenz | référence interne | référence article | referencia interna | riferimento interno |
    interne referentie | codice articolo | artikelcode | kod towaru / usługi | indeks
  `),
  cost: namesIn(`
    cost | unit cost | landed cost | average cost | avg cost | average unit cost | avg unit cost |
    weighted average unit cost | average land cost | average part cost |
    moving price | moving average price | mv avg price | mov avg price | verpr | last purchase price | last pur prc | avgprice |
    last direct cost | last cost price | last cost price (standard) | last unit cost |
    last total unit cost | last part cost | last purchase rate | valuation rate | purchase cost | purchase price |
    purchase rate | purchase prices net | default purchase price | buying price | supply price | cost price |
    cost ex vat | cost excl vat | cost ex tax | average cost price | cost per item | default cost |
    default unit cost | item cost | item defined cost | seller cost | std accounting cost | standard cost |
    std cost | standard unit cost | current standard cost | standard cost price | last cost | stprs | purchases unit price |
    meta: _wc_cog_cost | meta: _alg_wc_cog_cost | einstandspreis | ek | ek netto | ek netto (für gld) |
    durchschnittlicher einkaufspreis | ek-preis (neuester) | ek preis | einkaufspreis | ek 1 | coût |
    coût unitaire | dernier coût direct | prix d'achat | prix d'achat ht | prix de revient | coste |
    costo | costo unitario | ultimo costo diretto | precio de compra | prezzo d'acquisto | kostprijs |
    laatste directe kosten | inkoopprijs | cena zakupu | cena zakupu netto
  `),
  minimum_price: namesIn(`
    minimum price | min price | min | minimum seller allowed price | minimum seller set price | min selling price |
    minimum selling price | minim. selling price | minimum sell price | floor price | price floor |
    mindestpreis | prix minimum | precio mínimo | precio mínimo permitido al vendedor | prezzo minimo |
    minimumprijs | cena min | 販売価格の下限設定
  `),
  maximum_price: namesIn(`
    maximum price | max price | max | maximum seller allowed price | maximum seller set price | max selling price |
    ceiling price | price ceiling | höchstpreis | prix maximum | precio máximo |
    precio máximo permitido al vendedor | prezzo massimo | maximumprijs | cena max | 販売価格の上限設定
  `),
  strategy: ['strategy', 'strategy id', 'strategy name', 'repricing rule', 'repricing strategy'],
  repricing: ['repricing', 'repricing enabled'],
  manual_price: ['manual price'],
  currency: namesIn(`
    currency | curr | waers | currency code | währung | devise | moneda | währg | waehrung | wrg | crcy |
    ccy | cur | currency key | currency iso | iso currency | cost currency | purchase currency |
    last purchase currency | währung ek1 | kostenwährung | valuta costo | kostprijs valuta | valuta | waluta |
    moeda | 通貨コード
  `),
  platform: ['platform'],
  channel: ['channel'],
  listing_id: [],
  cost_divisor: namesIn(`
    cost divisor | peinh | prunit | preiseinheit | preis pro anzahl | unit conversion rate | price unit qty | price unit quantity | price quantity |
    cost quantity | unit cost quantity | cost price quantity | cost per quantity | price per quantity |
    cost per qty | price per qty | unit price quantity | purchase price quantity | purchase price unit |
    pricing unit | pricing quantity | preismenge | preis pro menge | preis je menge | unité de prix |
    quantité de prix | unità di prezzo | unidad de precio | prijseenheid | prijs per aantal |
    jednostka ceny
  `),
  unit: ['unit'],
  // Neither one fee of several (`expected-fulfillment-fee-per-unit`) nor their sum at the price of that day (`estimated-fee-total`) is
  // what a sale costs at another price, so none of them is taken by its name. Source: the header of Amazon's report
  // GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA.
  fee: ['fee', 'fee per unit'],
  fee_percent: ['fee percent', 'fee percentage', 'fee pct'],
  // DATAB and DATBI are those of SAP's conditions (A-tables, report ME1L). `Start date` may be anything's.
  valid_from: namesIn(`
    valid from | valid from date | valid since | validity start | validity start date | validity from | effective from |
    effective date from | price valid from | datab | gültig ab | gültig von | gültig seit | gueltig ab |
    gueltig von | gültigkeit ab | gültigkeit von | gültigkeitsbeginn | preis gültig ab |
    valable du | valable à partir du | valide du | date début validité | date de début de validité |
    début de validité | válido desde | vigente desde | fecha inicio validez | inicio de validez |
    valido dal | valida dal | data inizio validità | inizio validità | geldig vanaf | geldig van |
    ingangsdatum geldigheid | ważne od | ważny od | ważna od | obowiązuje od
  `),
  valid_to: namesIn(`
    valid to | valid to date | valid until | valid till | valid through | validity end | validity end date |
    validity to | effective to | effective until | effective date to | price valid to | price valid until | datbi | gültig bis |
    gueltig bis | gültigkeit bis | gültigkeitsende | preis gültig bis | valable au |
    valable jusqu'au | valide jusqu'au | date fin validité | date de fin de validité | fin de validité | válido hasta |
    vigente hasta | fecha fin validez | fin de validez | valido al | valido fino al | valida fino al |
    data fine validità | fine validità | geldig tot | geldig tot en met | geldig t/m | ważne do |
    ważny do | ważna do | obowiązuje do
  `),
};

/** Words of which each names something else in another trade: stock levels, a warehouse's floors, a fabric, a unit. */
export const WEAK: Readonly<Partial<Record<ColumnName, readonly string[]>>> = {
  sku: namesIn(`
    material | stock number | stock no | product ref | reference | no | nr | nummer | item id |
    item | product/service name | item name | product | name
  `),
  cost: ['kosten'],
  minimum_price: ['floor'],
  maximum_price: ['ceiling'],
  strategy: ['rule name', 'rule'],
  repricing: ['managed'],
  cost_divisor: ['price unit', 'per', 'pe', 'je'],
};
