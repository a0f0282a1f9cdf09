import { currenciesOf } from '../../domain/currency.ts';
import { type Field, MONEY_FIELDS } from '../../domain/fields.ts';

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
  currency: [
    'currency',
    'curr',
    'waers',
    'currency code',
    'währung',
    'devise',
    'moneda',
    'währg',
    'waehrung',
    'wrg',
    'crcy',
    'ccy',
    'cur',
    'currency key',
    'currency iso',
    'iso currency',
    'cost currency',
    'purchase currency',
    'last purchase currency',
    'valuta',
    'waluta',
    'moeda',
  ],
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

const CENTS = /[\s_-]*cents\s*$/i;

/** Nobody calls a column anything longer, and what is longer could keep the expressions below busy for long. */
const LONGEST_HEADER = 200;

/** What changes the meaning of a number: a header with one of these is none that is known. */
const OTHER_MEASURE = /[%‰¢±<>=]|\+\/-/;
/** What stands in brackets behind a header. */
const NOTE = /[[(]([^[\](){}]*)[\])]/gu;
/** Words of notes that leave the meaning as it is. */
const HARMLESS = new Set(
  'net netto nett ht excl ex without vat tax mwst ust required optional text number decimal in per'.split(
    ' ',
  ),
);
/** What a price is for, where the note says that it is a price: `[EUR/pc]`, `(per piece)`; alone it would be a count. */
const PIECES = new Set('pc piece unit each ea item stk stück stueck st'.split(' '));

type Known = ReadonlyMap<string, Omit<Meaning, 'inCents'>>;

/** Made when the first header is read: it takes as long as all the rest of what `--help` needs. */
let known: Known | undefined;

function listMeanings(): Known {
  return new Map<string, Omit<Meaning, 'inCents'>>([
    ...COLUMN_NAMES.flatMap((name) =>
      ALIASES[name].map((alias, rank) => [foldHeader(alias), { name, rank, weak: false }] as const),
    ),
    ...WEAK_SKUS.map(
      (alias, index) =>
        [foldHeader(alias), { name: 'sku', rank: 1000 + index, weak: true } as const] as const,
    ),
  ]);
}

/** What a header means. Our own `listing_id` is a UUID; the listing ids of other programs are something else. */
export function meaningOf(header: string): Meaning | undefined {
  if (/^\s*listing_id\s*$/i.test(header)) return { name: 'listing_id', rank: 0, inCents: false, weak: false };
  const inCents = isInCents(header);
  known ??= listMeanings();
  const meaning = known.get(foldHeader(inCents ? withoutCents(header) : header));
  if (!meaning || (inCents && !MONEY_FIELDS.some((field) => field === meaning.name))) return undefined;
  return { ...meaning, inCents };
}

/** What a column is called elsewhere, as people write it. */
export function aliasesOf(name: ColumnName): readonly string[] {
  return ALIASES[name];
}

/** A header without what it says of cents. */
export function withoutCents(header: string): string {
  return header.replace(CENTS, '');
}

/** Whether a header says that its amounts are in cents, whatever else it says. */
export function isInCents(header: string): boolean {
  return CENTS.test(header.slice(0, LONGEST_HEADER));
}

/**
 * A header without what doesn't matter in it: case, blanks, punctuation, notes such as `(net)`, and its currency. Nothing
 * is left of one that measures something else than the words say.
 */
export function foldHeader(text: string): string {
  const header = text.slice(0, LONGEST_HEADER).normalize('NFKC').toLowerCase();
  if (OTHER_MEASURE.test(header)) return '';
  return header
    .replace(NOTE, (note, words: string) => (isHarmless(words) ? ' ' : note))
    .replace(/[([{]/g, 'x')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function isHarmless(note: string): boolean {
  const words = wordsOf(note);
  const isPrice = words.includes('per') || words.some(isCurrency);
  return words.every((word) => HARMLESS.has(word) || isCurrency(word) || (isPrice && PIECES.has(word)));
}

function wordsOf(note: string): readonly string[] {
  return note
    .toLowerCase()
    .split(/[\s/.,;:-]+/)
    .filter((word) => word !== '');
}

/** A code, a sign, or a short form that is nothing else. */
function isCurrency(word: string): boolean {
  return (
    (/\p{Sc}/u.test(word) || word.length > 2 || SHORT_FORMS.has(word)) && currenciesOf(word) !== undefined
  );
}

const SHORT_FORMS = new Set(['kr', 'kč', 'zł']);

/** The currency that a header names: `EUR` of `Cost (EUR)` and `Cost [EUR/pc]`, `€` of `Cost €`. */
export function currencyNoteOf(header: string): string | undefined {
  const text = header.slice(0, LONGEST_HEADER).normalize('NFKC');
  const notes = [...text.matchAll(NOTE)].flatMap(([, words = '']) => words.split(/[\s/.,;:-]+/));
  return notes.find((word) => isCurrency(word.toLowerCase())) ?? /\p{Sc}/u.exec(text)?.[0];
}

/** Columns that only Amazon's own files have; beside them, the standard price is what the shop sells for. */
const AMAZON = new Set(['asin', 'asin1', 'itemsku', 'sellersku', 'minimumsellerallowedprice', 'productid']);

/** Headers that mean something else in the company of the others, as they are written. */
export function misleadingHeaders(header: readonly string[]): ReadonlySet<string> {
  const isAmazon = header.some((text) => AMAZON.has(foldHeader(text)));
  return new Set(isAmazon ? header.filter((text) => foldHeader(text) === 'standardprice') : []);
}
