/**
 * Minor-unit exponents of the active ISO 4217 codes (table A.1). Kept here because `Intl` follows CLDR, which
 * gives HUF, IDR, COP and others no decimals where ISO 4217 gives them two: a price off by a factor of 100.
 */
const CODES_BY_EXPONENT: Readonly<Record<number, string>> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
  2: `aed afn all amd aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob bov brl bsd btn bwp byn bzd cad cdf che chf chw
    cny cop cou crc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf idr ils
    inr irr jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn
    nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc
    syp szl thb tjs tmt top try ttd twd tzs uah usd usn uyu uzs ved ves wst xad xcd xcg yer zar zmw zwg`,
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
};

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  ),
);

/**
 * Whether a cent of this currency is a hundredth of its major unit, so that `12.99` means 1299 cents.
 *
 * Shape: a lower-case ISO 4217 code. A code that is not in the table answers no: what it means is not known.
 */
export function hasHundredths(currency: string): boolean {
  return EXPONENTS.get(currency) === 2;
}

/**
 * What is written instead of a code, by the currencies that it may mean. Signs before the bar mean a currency in a header too; words and short
 * signs behind it, or without a bar, only beside an amount: `Min (pounds)` is a weight. Sources: Unicode CLDR (symbols and display names), and
 * what people write instead of them.
 */
const NAMES: Readonly<Record<string, string>> = {
  eur: '€ | euro, euros, evro, eura, eiro, ευρώ, евро',
  'usd cad aud nzd hkd sgd mxn twd bbd bmd bnd bsd bzd clp cop fjd gyd jmd kyd lrd nad sbd srd ttd xcd':
    '$ |',
  usd: 'us$ | us dollar, us dollars, u$s, $us, щ.д',
  cad: 'ca$, c$ | $ca, canadian dollars',
  aud: 'a$, au$ | australian dollars',
  nzd: 'nz$ |',
  hkd: 'hk$ |',
  sgd: 's$ |',
  mxn: 'mx$ |',
  twd: 'nt$ |',
  brl: 'r$ | reais, real',
  'gbp fkp gip shp egp lbp sdg ssp syp': '£ | pound, pounds',
  'jpy cny': '¥ |',
  'cny twd': '元 |',
  jpy: '円 | yen, jp¥',
  inr: '₹ | रु, रू',
  'inr pkr lkr npr mur scr': 'rs, rs. | rupee, rupees',
  try: '₺ | tl, lira',
  rub: '₽ | руб, рубль, рублей, rubles, roubles',
  uah: '₴ | грн, гривень, hryvnia',
  ils: '₪ | nis, shekel, shekels',
  krw: '₩ | won, 원',
  vnd: '₫ | đ, đồng, vnđ, dong',
  thb: '฿ | baht, บาท',
  php: '₱ |',
  ngn: '₦ | naira',
  'sek nok dkk isk': 'kr, kr. | kroner, krone, kronor, krona, krónur',
  pln: 'zł | zloty, złoty, złote, złotych, zl',
  czk: 'kč | koruna, koruny, korun, kcs, kčs',
  huf: 'ft | forint',
  'ron mdl': 'lei |',
  bgn: 'лв, лв. | lv, leva, lev, лева',
  'chf xof xaf': 'fr, fr. | franc, francs',
  chf: 'sfr, sfr. | franken, franchi',
  zar: 'r | rand',
  myr: 'rm | ringgit',
  idr: 'rp | rupiah',
  'usd cad aud nzd hkd sgd twd bbd bmd bnd bsd bzd fjd gyd jmd kyd lrd nad sbd srd ttd xcd':
    'dollar, dollars, dólar, dólares',
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
  npr: 'nrs, नेरू',
  lkr: 'රු, slrs',
  pkr: 'pkrs',
  bdt: '৳, tk, taka',
  'xof xaf': 'cfa, fcfa, f cfa',
  dkk: 'dkr',
  sek: 'skr',
  nok: 'nkr',
  isk: 'ikr',
  ron: 'leu',
  rsd: 'din, дин, dinara, динара',
  mkd: 'ден',
  'rub byn': 'р',
  kzt: '₸, тг, tenge',
  gel: '₾, lari',
  amd: '֏',
  azn: '₼, manat',
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
  'ars clp cop cup dop mxn php uyu': 'peso, pesos',
  pen: 's/, sol, soles',
  pab: 'b/, balboa, balboas',
  'bob ves': 'bs, bolívares, bolivianos',
  ves: 'bs.s, bs.d',
  pyg: '₲, gs, guaraníes',
  crc: '₡, colones',
  gtq: 'q, quetzales',
  hnl: 'lempiras',
  ghs: '₵, gh₵, gh¢, cedis',
  kes: 'ksh, kshs',
  tzs: 'tsh, tshs',
  ugx: 'ush, ushs',
  etb: 'ብር, birr',
  khr: '៛',
  lak: '₭',
  mnt: '₮',
  cny: 'yuan, rmb, cn¥, 人民币',
};

const CURRENCIES_BY_SIGN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...byName('signs'),
  ...[...EXPONENTS.keys()].map((code) => [code, new Set([code])] as const),
]);

/** Made when the first word is looked up: most sheets hold none. */
let currenciesByWord: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** By each sign of the table, or by each word. */
function byName(part: 'signs' | 'words'): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [codes, names] of Object.entries(NAMES)) {
    const [words = '', signs = ''] = names.normalize('NFKC').split(/ \| ?/).reverse();
    const wanted = part === 'signs' ? signs : words;
    for (const name of wanted === '' ? [] : wanted.split(', '))
      found.set(name, new Set([...(found.get(name) ?? []), ...codes.split(' ')]));
  }
  return found;
}

/**
 * Pence, cents and agorot: the small letter says that it is the hundredth part. Source: the quotes of the exchanges in London, Johannesburg
 * and Tel Aviv, which spreadsheets and price feeds write like that.
 */
export const CODES_OF_HUNDREDTHS = 'GBp|ZAc|ILa';

/** Such a code, beside no other letter. */
export const HUNDREDTHS = new RegExp(`(?<!\\p{L})(?:${CODES_OF_HUNDREDTHS})(?!\\p{L})`, 'u');

/** The currencies, as lower-case codes, that a code or a sign such as `$` may mean; `undefined` for other text. */
export function currenciesOf(sign: string): ReadonlySet<string> | undefined {
  if (HUNDREDTHS.test(sign)) return undefined;
  return CURRENCIES_BY_SIGN.get(sign.normalize('NFKC').toLowerCase());
}

/** What currencies are called together: `eur`; or the sign or word that may mean just these, such as `$`. */
export function nameCurrencies(codes: readonly string[]): string {
  if (codes.length === 1) return codes.join();
  // Row by row: no list of all names is made.
  for (const names of [CURRENCIES_BY_SIGN, currenciesByWord ?? []])
    for (const [name, meant] of names)
      if (meant.size === codes.length && codes.every((code) => meant.has(code))) return name;
  return codes.join(' or ');
}

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
  currenciesByWord ??= byName('words');
  return currenciesByWord.get(text.normalize('NFKC').toLowerCase());
}
