import { type Field, MONEY_FIELDS } from '../domain/fields.ts';

/** What a column of a sheet can mean. */
export type ColumnName = Field | 'sku' | 'currency' | 'platform' | 'channel' | 'listing_id' | 'cost_divisor';

/** The names of columns in the order in which people are told of them. */
export const COLUMN_NAMES = [
  'sku',
  'cost',
  'minimum_price',
  'maximum_price',
  'strategy',
  'repricing',
  'manual_price',
  'currency',
  'platform',
  'channel',
  'listing_id',
  'cost_divisor',
] as const satisfies readonly ColumnName[];

/**
 * What shops, ERPs and people call these columns, the best first. Only whole headers count: `Maximum Inventory` is no
 * maximum price, and what is not here (asin, barcode, price, list price, quantities) is never taken on a guess.
 */
const ALIASES: Readonly<Record<ColumnName, readonly string[]>> = {
  sku: [
    'sku',
    'seller sku',
    'merchant sku',
    'item sku',
    'variant sku',
    'custom sku',
    'channel sku',
    'msku',
    'item no',
    'item number',
    'item code',
    'product code',
    'stock code',
    'inventory number',
    'material',
    'material number',
    'matnr',
    'internal reference',
    'default code',
    'part number',
    'part no',
    'article number',
    'article no',
    'artikelnummer',
    'artikelnr',
    'référence interne',
    'référence article',
    'referencia interna',
    'codice articolo',
    'artikelcode',
    'indeks',
  ],
  cost: [
    'cost',
    'unit cost',
    'landed cost',
    'average cost',
    'moving price',
    'moving average price',
    'verpr',
    'last purchase price',
    'last direct cost',
    'last cost price',
    'last unit cost',
    'purchase cost',
    'purchase price',
    'cost price',
    'average cost price',
    'cost per item',
    'default cost',
    'item cost',
    'standard cost',
    'standard price',
    'stprs',
    'purchases unit price',
    'einstandspreis',
    'ek',
    'ek netto',
    'ek preis',
    'einkaufspreis',
    'coût',
    "prix d'achat",
    'prix de revient',
    'coste',
    'costo',
    'precio de compra',
    "prezzo d'acquisto",
    'kostprijs',
    'inkoopprijs',
    'cena zakupu',
  ],
  minimum_price: [
    'minimum price',
    'min price',
    'min',
    'minimum seller allowed price',
    'floor',
    'floor price',
    'price floor',
    'mindestpreis',
    'prix minimum',
    'precio mínimo',
    'prezzo minimo',
    'minimumprijs',
    'cena min',
  ],
  maximum_price: [
    'maximum price',
    'max price',
    'max',
    'maximum seller allowed price',
    'ceiling',
    'ceiling price',
    'price ceiling',
    'höchstpreis',
    'prix maximum',
    'precio máximo',
    'prezzo massimo',
    'maximumprijs',
    'cena max',
  ],
  strategy: ['strategy', 'strategy id', 'strategy name', 'rule', 'rule name', 'repricing rule'],
  repricing: ['repricing', 'managed', 'repricing enabled'],
  manual_price: ['manual price'],
  currency: ['currency', 'curr', 'waers', 'currency code', 'währung', 'devise', 'moneda'],
  platform: ['platform'],
  channel: ['channel'],
  listing_id: [],
  cost_divisor: ['cost divisor', 'peinh', 'price unit', 'preiseinheit'],
};

/** Words that name the SKU only where no better one stands in the header. */
const WEAK_SKUS = ['no', 'nr', 'item id', 'product/service name', 'name', 'item'];

/** Of several columns that could be meant, the best is taken and said; for the others a person has to choose. */
export const BEST_IS_TAKEN: ReadonlySet<ColumnName> = new Set<ColumnName>(['sku', 'cost', 'strategy']);

export interface Meaning {
  readonly name: ColumnName;
  /** The smaller, the better. */
  readonly rank: number;
  /** The header says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
  /** Too common a word to be trusted alone. */
  readonly weak: boolean;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...COLUMN_NAMES.flatMap((name) => ALIASES[name].map((alias, rank) => toEntry(alias, { name, rank }))),
  ...WEAK_SKUS.map((alias, index) => toEntry(alias, { name: 'sku', rank: 1000 + index, weak: true })),
  ...MONEY_FIELDS.flatMap((name) =>
    ALIASES[name].slice(0, 3).map((alias) => toEntry(`${alias} cents`, { name, rank: 0, inCents: true })),
  ),
]);

function toEntry(
  alias: string,
  { inCents = false, weak = false, ...meaning }: Pick<Meaning, 'name' | 'rank'> & Partial<Meaning>,
): readonly [string, Meaning] {
  return [foldHeader(alias), { ...meaning, inCents, weak }];
}

/** What a header means. Our own `listing_id` is a UUID; the listing ids of other programs are something else. */
export function meaningOf(header: string): Meaning | undefined {
  if (/^\s*listing_id\s*$/i.test(header)) return { name: 'listing_id', rank: 0, inCents: false, weak: false };
  return MEANINGS.get(foldHeader(header));
}

/** A header without what doesn't matter in it: case, blanks, punctuation, notes such as `[..]`, and its currency. */
export function foldHeader(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\[[^\]]*\]|\((?:[a-z]{3}|\p{Sc})\)/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The currency that a header names: `EUR` of `Cost (EUR)`, `€` of `Cost [€]`. */
export function currencyNoteOf(header: string): string | undefined {
  return /[([]\s*([a-z]{3}|\p{Sc})\s*[)\]]/iu.exec(header.normalize('NFKC'))?.[1];
}
