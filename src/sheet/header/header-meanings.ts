import {
  COLUMN_NAMES,
  type ColumnMap,
  type ColumnName,
  foldHeader,
  fromLetters,
  isInCents,
  isMoneyColumn,
  isOwnName,
  perQuantityOf,
  withoutCents,
  withoutNet,
  wordsOf,
} from './column.ts';

/** What a header can mean. */
export interface Meaning {
  readonly name: ColumnName;
  /** The smaller, the better. */
  readonly rank: number;
  /** `own`: a name that pricesheet gives its columns. `weak`: a word that other trades use too. */
  readonly by: 'own' | 'strong' | 'weak';
}

type Known = ReadonlyMap<string, Meaning>;

/** Where ranks begin. */
const OWN = -1000;
/** Beside one of these, a bare `Cost` is that of the whole line. */
const PER_PIECE = new Set(['unitcost', 'costperitem', 'avgunitcost', 'averageunitcost', 'lastunitcost']);
const WEAKEST = 1000;
/** Behind every name that is known as a whole. */
const BY_WORDS = 500;

/** Made when the first header is read: it takes as long as all the rest of what `--help` needs. */
let known: Known | undefined;

/** Amounts and numbers, which are most of the cells that are looked at for a header: no name is made of these alone. */
const NO_NAME = /^[\d\s.,+-]*$/;

/** What a header means in any context. Our own `listing_id` is a UUID; the listing ids of other programs are something else. */
export function meaningOf(header: string): Meaning | undefined {
  if (/^\s*listing_id\s*$/i.test(header)) return { name: 'listing_id', rank: 0, by: 'own' };
  if (NO_NAME.test(header)) return undefined;
  const inCents = isInCents(header);
  known ??= listKnown();
  const text = inCents ? withoutCents(header) : header;
  const meaning = known.get(foldHeader(text)) ?? costByWords(text, known);
  if (!meaning) return meaningOfMany(header);
  if (inCents && !isMoneyColumn(meaning.name)) return undefined;
  // `Part #` is a number of a part, and `Min #` a number of pieces.
  if (isMoneyColumn(meaning.name) && header.includes('#')) return undefined;
  // `Price Unit` is what a price is for, `Price/Unit` a price.
  if (meaning.name === 'cost_divisor' && header.includes('/')) return undefined;
  return meaning;
}

/** `Cost per 100` is a cost, and divided; anything else is not. */
function meaningOfMany(header: string): Meaning | undefined {
  const note = perQuantityOf(header);
  const meaning = note && meaningOf(note.rest);
  return meaning?.name === 'cost' && meaning.by !== 'weak' ? meaning : undefined;
}

/** `Netto-Einkaufspreis` and `Einkaufspreis netto (EUR)`: the words of a cost's name in any order, net, and in some currency. */
function costByWords(header: string, names: Known): Meaning | undefined {
  const meaning = foldHeader(header) === '' ? undefined : names.get(wordKeyOf(header));
  return meaning?.name === 'cost' && meaning.by !== 'weak'
    ? { name: 'cost', rank: BY_WORDS, by: 'strong' }
    : undefined;
}

/** `Cost Unit` is no other way to write `Unit Cost`. */
function wordKeyOf(header: string): string {
  const words = withoutNet(wordsOf(header));
  return words.includes('unit') ? words.join('') : words.toSorted().join(' ');
}

function listKnown(): Known {
  const byWords = toEntries('strong', wordKeyOf).filter(([, { name }]) => name === 'cost');
  return new Map([...toEntries('weak'), ...byWords.reverse(), ...[...toEntries('strong')].reverse()]);
}

function toEntries(by: 'strong' | 'weak', keyOf = foldHeader): readonly (readonly [key: string, Meaning])[] {
  const from = by === 'strong' ? 0 : WEAKEST;
  const names = by === 'strong' ? STRONG : WEAK;
  return COLUMN_NAMES.flatMap((name) =>
    (names[name] ?? []).map((word, index) => {
      const folded = foldHeader(word);
      if (isOwnName(folded)) return [keyOf(word), { name, rank: OWN + index, by: 'own' }] as const;
      return [keyOf(word), { name, rank: (PER_PIECE.has(folded) ? 2 * OWN : from) + index, by }] as const;
    }),
  );
}

/**
 * What shops, ERPs and people call these columns, the best first. Only whole headers count: `Maximum Inventory` is not a maximum price, and
 * what is not here (asin, barcode, price, list price, quantities) is never taken on a guess. A name is proposed, and settled by a person.
 *
 * Source: header lines of exports, and the pages on them, as `test/sheet/exports.test.ts` has them.
 */
export const STRONG: Readonly<Record<ColumnName, readonly string[]>> = {
  sku: namesIn(`
    sku | seller sku | merchant sku | custom label (sku) | item sku | product sku | variant sku | custom sku |
    channel sku | variant code / sku | product code/sku | sku code | msku | händler-sku | sku-vendeur | sku venditore |
    sku del vendedor | sku-sprzedawcy | 出品者SKU | 商品管理番号 | 卖家 SKU | sku-البائع | seller-sku (satıcı sku) |
    item no | item number | item code | product code | product number | stock code | inventory number |
    inventory id | material number | matnr | internal reference | default code | part number | part no |
    fishbowl part number | article number | article no | ordernumber | artikelnummer | artikelnr |
    art.-nr. | interne referenz | référence interne | référence article | referencia interna | riferimento interno |
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
    minimumprijs | cena min | vk min | 販売価格の下限設定
  `),
  maximum_price: namesIn(`
    maximum price | max price | max | maximum seller allowed price | maximum seller set price | max selling price |
    ceiling price | price ceiling | höchstpreis | prix maximum | precio máximo |
    precio máximo permitido al vendedor | prezzo massimo | maximumprijs | cena max | vk max | 販売価格の上限設定
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

/** Names of columns out of a text that has a bar between each two. */
export function namesIn(text: string): readonly string[] {
  return text.trim().split(/\s*\|\s*/);
}

/** Words by topic, in the languages that exports come in; `*` is any ending. */
const TOPICS = {
  cost: toPattern(
    'purchase* purchasing buying buy einkauf* achat* acquist* compra* inkoop* zakup* ' +
      'cost costs kosten coût coûts costo costi coste costes costos custo kostprijs koszt koszty ek ek-preise',
  ),
  tax: toPattern(
    'vat tax taxes duty duties customs mwst ust umsatzsteuer steuer* zoll tva taxe* douane iva impuesto* arancel* imposta dazio btw belasting* moms gst',
  ),
  shipping: toPattern(
    'shipping ship freight postage delivery carriage courier* carrier* parcel* tracking* track shipment* consignment* waybill* awb ' +
      'versand* porto fracht* lieferung sendung* spediteur* transport* paketdienst* livraison port expédition suivi ' +
      'spedizion* trasport* corriere vettore envío* envio* portes seguimiento flete verzend* verzending* zending* vracht* ' +
      'wysyłk* dostaw* przesyłk* kurier* przewoźnik*',
  ),
  other_cost: toPattern(
    'labor labour overhead handling advertising ads marketing storage fulfil* fba referral fee fees commission* insurance packaging packing previous prior old last budget target forecast planned competitor* competition gebühr* provision* verpackung* vorjahr alt plan soll wettbewerb*',
  ),
};

function toPattern(words: string): RegExp {
  return new RegExp(`^(?:${words.replaceAll('*', '.*').replaceAll(' ', '|')})$`, 'u');
}

/** Whether a header mentions a topic, which decides what a person is shown first. */
export function mentions(header: string, topic: keyof typeof TOPICS): boolean {
  return wordsOf(header).some((word) => TOPICS[topic].test(word));
}

/** The letter of a column that is named by letter and header: `C:Cost`. */
const LETTER_OF = /^\s*[A-Z]{1,3}:/i;

/** How well a record would do as the header. */
export interface HeaderScore {
  /** The fields that its cells name, besides the SKU. */
  readonly fields: number;
  readonly sku: 'named' | 'weak' | 'none';
}

/** Scores a record as a header. A name in the map is the text of a header, or what is left of it without what doesn't matter. */
export function scoreHeader(cells: readonly string[], map: ColumnMap): HeaderScore {
  const wanted = [...map].flatMap(([name, text]) =>
    text.trim() === '' || isLetterIn(cells, text)
      ? []
      : [{ name, text: text.trim(), folded: foldHeader(text.replace(LETTER_OF, '')) }],
  );
  const findWanted = (cell: string): ColumnName | undefined => {
    const folded = foldHeader(cell);
    const found =
      wanted.find(({ text }) => text === cell.trim()) ??
      wanted.find((each) => folded !== '' && each.folded === folded);
    return found?.name;
  };
  const names = new Set<ColumnName>();
  let sku: HeaderScore['sku'] = 'none';
  for (const cell of cells) {
    const mapped = wanted.length === 0 ? undefined : findWanted(cell);
    const meaning = mapped ? undefined : meaningOf(cell);
    const name = mapped ?? meaning?.name;
    if (name === undefined) continue;
    if (name !== 'sku') names.add(name);
    else if (meaning?.by !== 'weak') sku = 'named';
    else if (sku === 'none') sku = 'weak';
  }
  return { fields: names.size, sku };
}

/** A letter says where a column is, and nothing of what is written above it. `EK`, of which no sheet has a column, is a header. */
function isLetterIn(cells: readonly string[], text: string): boolean {
  const index = fromLetters(text.trim());
  return index !== undefined && (index < 26 || index < cells.length);
}
