import { currenciesOf } from './currency.ts';

/**
 * Words and short signs that mean a currency beside an amount, and may mean something else in a header: `Min (pounds)` is
 * a weight. Sources: Unicode CLDR (symbols and display names), and what people write instead of them.
 */
const WORDS: Readonly<Record<string, string>> = {
  eur: 'euro, euros, evro, eura, eiro, ευρώ, евро',
  'usd cad aud nzd hkd sgd twd bbd bmd bnd bsd bzd fjd gyd jmd kyd lrd nad sbd srd ttd xcd':
    'dollar, dollars, dólar, dólares',
  usd: 'us dollar, us dollars, u$s, $us, щ.д',
  cad: '$ca, canadian dollars',
  aud: 'australian dollars',
  dop: 'rd$',
  jmd: 'j$',
  ttd: 'tt$',
  xcd: 'ec$',
  nad: 'n$',
  cop: 'col$, co$',
  clp: 'cl$',
  ars: 'ar$',
  uyu: '$u, uy$',
  gbp: 'pounds sterling, pound sterling, uk£',
  'gbp fkp gip shp egp lbp sdg ssp syp': 'pound, pounds',
  'inr pkr lkr npr mur scr': 'rupee, rupees',
  inr: 'रु, रू',
  npr: 'nrs, नेरू',
  lkr: 'රු, slrs',
  pkr: 'pkrs',
  bdt: '৳, tk, taka',
  'chf xof xaf': 'franc, francs',
  chf: 'franken, franchi',
  'xof xaf': 'cfa, fcfa, f cfa',
  'sek nok dkk isk': 'kroner, krone, kronor, krona, krónur',
  dkk: 'dkr',
  sek: 'skr',
  nok: 'nkr',
  isk: 'ikr',
  czk: 'koruna, koruny, korun, kcs, kčs',
  pln: 'zloty, złoty, złote, złotych, zl',
  huf: 'forint',
  ron: 'leu',
  bgn: 'lv, leva, lev, лева',
  rsd: 'din, дин, dinara, динара',
  mkd: 'ден',
  try: 'tl, lira',
  rub: 'руб, рубль, рублей, rubles, roubles',
  'rub byn': 'р',
  uah: 'грн, гривень, hryvnia',
  kzt: '₸, тг, tenge',
  gel: '₾, lari',
  amd: '֏',
  azn: '₼, manat',
  ils: 'nis, shekel, shekels',
  'aed mad': 'dh, dhs, dirham, dirhams',
  aed: 'د.إ',
  mad: 'د.م',
  'sar qar omr yer irr': 'riyal, riyals, rial, rials, ریال, ريال',
  sar: 'sr, ر.س',
  qar: 'qr, ر.ق',
  omr: 'ر.ع',
  egp: 'ج.م, e£',
  kwd: 'kd, د.ك',
  bhd: 'bd, د.ب',
  jod: 'jd, د.أ',
  tnd: 'dt, د.ت',
  lyd: 'د.ل',
  iqd: 'د.ع',
  lbp: 'ل.ل, l£',
  syp: 'ل.س',
  dzd: 'د.ج',
  brl: 'reais, real',
  'ars clp cop cup dop mxn php uyu': 'peso, pesos',
  pen: 's/, sol, soles',
  pab: 'b/, balboa, balboas',
  'bob ves': 'bs, bolívares, bolivianos',
  ves: 'bs.s, bs.d',
  pyg: '₲, gs, guaraníes',
  crc: '₡, colones',
  gtq: 'q, quetzales',
  hnl: 'lempiras',
  zar: 'rand',
  ngn: 'naira',
  ghs: '₵, gh₵, gh¢, cedis',
  kes: 'ksh, kshs',
  tzs: 'tsh, tshs',
  ugx: 'ush, ushs',
  etb: 'ብር, birr',
  myr: 'ringgit',
  idr: 'rupiah',
  thb: 'baht, บาท',
  vnd: 'đ, đồng, vnđ, dong',
  khr: '៛',
  lak: '₭',
  mnt: '₮',
  krw: 'won, 원',
  jpy: 'yen, jp¥',
  cny: 'yuan, rmb, cn¥, 人民币',
};

/** Made when the first word is looked up: most sheets hold none. */
let currenciesByWord: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * The currencies that a text directly before or behind an amount may mean: a code, a sign, a word, with or without the
 * point of an abbreviation (`Rs.`, `EUR.`). `undefined` if it is none of them.
 */
export function currenciesBeside(text: string): ReadonlySet<string> | undefined {
  return find(text) ?? (isAbbreviated(text) ? find(text.slice(0, -1)) : undefined);
}

/** Whether a text ends in a point that belongs to the letters before it, as in `Rs.` and `S/.`, but not in `円.` and `$.`. */
export function isAbbreviated(text: string): boolean {
  return /[\p{L}\p{M}/]\.$/u.test(text) && !IDEOGRAPH.test(text);
}

/** Scripts that abbreviate nothing with a point. */
const IDEOGRAPH = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]\.$/u;

function find(text: string): ReadonlySet<string> | undefined {
  const known = currenciesOf(text);
  if (known) return known;
  currenciesByWord ??= byWord();
  return currenciesByWord.get(text.normalize('NFKC').toLowerCase());
}

function byWord(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [codes, words] of Object.entries(WORDS)) {
    for (const word of words.split(', '))
      found.set(word.normalize('NFKC'), new Set([...(found.get(word) ?? []), ...codes.split(' ')]));
  }
  return found;
}
