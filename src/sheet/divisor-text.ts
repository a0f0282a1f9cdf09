import type { DecimalSign } from './amount-text.ts';
import { decimalEvidence, isAmount, readAmountText } from './amount-text.ts';

/**
 * Words that mean one piece and nothing else, as `foldUnit` writes them. Measures such as `KG` and packs such as `CTN` are none of
 * them: how many pieces a carton holds is not known here.
 *
 * Source: unit codes of SAP (`ST`, `PC`, `EA`) and UN/ECE Recommendation 20 (`C62`, `H87`, `EA`, `PCE`, `NAR`), and the words beside
 * them in price lists.
 */
const PIECE_WORDS: ReadonlySet<string> = new Set(
  `ea each pc pcs pc(s) pce pces piece pieces piece(s) unit units unit(s) un u c62 h87 nar item
   st stk stck stuck stueck styck stuks stuk pz pza pzs pezzo pezzi pieza piezas peca pecas unite unites unita unidad unidade unidades
   uds ud szt sztuka sztuki ks kus nos db buc kom adet шт 个 個 件`.split(/\s+/),
);

/** A word as units are compared: without case, accents, the blanks around it and a dot at its end. */
export function foldUnit(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\.? ?$/, '')
    .trimStart()
    .toLowerCase();
}

const PARTS = /^(?:(?:per|je|pro|par|por|à|\/)\s*)?([\d.,'’\s]*\d)\s*(\p{L}[\p{L}\p{N}]{0,9})?\.?$/iu;

/** Nobody writes a number of pieces longer than this. */
const LONGEST = 40;

/** The number in `100 ST`, `per 100` and `1,000 EA`; every other text is its own number. */
function numberIn(text: string): string {
  const [, number, unit] = (text.length > LONGEST ? undefined : PARTS.exec(text)) ?? [];
  const isOfPieces = unit === undefined || unit === 'er' || isPiece(unit);
  return number !== undefined && isOfPieces ? number : text;
}

/** Whether a text is a word for one piece. */
export function isPiece(text: string): boolean {
  return text.length <= LONGEST && PIECE_WORDS.has(foldUnit(text));
}

/** A pack or a measure, by its short name. */
export const PACK_WORD =
  /^(?:dz|dtzd|doz|dozen|dutzend|cs|case|bx|box|kiste|ctn|carton|karton|pk|pack|paket|pal|palette|pr|pair|kg|g|m|l|ve|vpe|gebinde|kar|krt|set)\.?$/iu;

const MAX_DIGITS = 9;

/** A number of pieces: `1.000` is a thousand if the costs have a decimal comma, and one if they have a point. */
export function readPieces(text: string, sign: DecimalSign | undefined): bigint | undefined {
  const amount = readAmountText(numberIn(text));
  if (!isAmount(amount) || amount.negative || amount.currencies) return undefined;
  const { '.': point, ',': comma } = amount.readings;
  const digits =
    sign === undefined && point?.integer === comma?.integer ? point : sign && amount.readings[sign];
  if (!digits || /[1-9]/.test(digits.fraction) || digits.integer.length > MAX_DIGITS) return undefined;
  return digits.integer === '0' ? undefined : BigInt(digits.integer);
}

/** Whether only the decimal sign of the costs says how many pieces are meant: `1.000`, `1,000 EA`. */
function needsDecimalSign(text: string): boolean {
  return decimalEvidence(numberIn(text)) === 'either';
}

/**
 * Letters of trade that mean a number in some price lists and for a measure or a pack in others: `C` may be a case, `M`
 * a metre. They are named, never used.
 */
const TRADE_WORDS: Readonly<Record<string, string>> = {
  'a hundred pieces': 'c h hu hun cen',
  'a thousand pieces': 'm k t th ts tsd mil',
  'a dozen': 'dz doz',
  'twelve dozen': 'gro',
};

/** Why a text is not a usable number of pieces. */
export function explainBadDivisor(text: string): string {
  if (text === '') return 'the cell is blank';
  const word = text.toLowerCase().replace(/\.$/, '');
  const trade = Object.entries(TRADE_WORDS).find(([, words]) => words.split(' ').includes(word));
  if (trade) return `it may mean ${trade[0]} or a unit`;
  if (!/\d/.test(text)) return 'it is a word, not a number';
  if (needsDecimalSign(text)) return 'the costs show no decimal sign, so it may be 1 or 1000';
  if (/\p{L}/u.test(text)) return 'the word beside the number is not one for a single piece';
  return 'it has to be a whole number from 1 to 999999999';
}

const DOZENS: ReadonlyMap<string, number> = new Map(
  'dz dzn doz dozen dozens dutzend dtz douzaine docena dozzina duzia tuzin'
    .split(' ')
    .map((word) => [word, 12]),
);

/** Why a text names no known unit, and the way out. */
export function explainUnknownUnit(text: string): string {
  if (text === '') return 'is blank; if that means one piece, pass --units =1';
  if (needsDecimalSign(text)) return `"${text}" is not a usable number of pieces: ${explainBadDivisor(text)}`;
  const pair = `${text}=${DOZENS.get(foldUnit(text)) ?? 'N'}`;
  return `"${text}" is not a known unit; to say how many pieces it has, pass --units ${/\s/.test(text) ? `"${pair}"` : pair}`;
}
