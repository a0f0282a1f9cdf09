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

const DOLLARS =
  'usd cad aud nzd hkd sgd mxn twd bbd bmd bnd bsd bzd clp cop fjd gyd jmd kyd lrd nad sbd srd ttd xcd';

/** What is written beside an amount instead of a code, and what it may mean. Source: Unicode CLDR, and custom. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'eur',
  $: DOLLARS,
  us$: 'usd',
  ca$: 'cad',
  c$: 'cad',
  a$: 'aud',
  au$: 'aud',
  nz$: 'nzd',
  hk$: 'hkd',
  s$: 'sgd',
  mx$: 'mxn',
  nt$: 'twd',
  r$: 'brl',
  '£': 'gbp fkp gip shp egp lbp sdg ssp syp',
  '¥': 'jpy cny',
  元: 'cny twd',
  円: 'jpy',
  '₹': 'inr',
  rs: 'inr pkr lkr npr mur scr',
  'rs.': 'inr pkr lkr npr mur scr',
  '₺': 'try',
  '₽': 'rub',
  '₴': 'uah',
  '₪': 'ils',
  '₩': 'krw',
  '₫': 'vnd',
  '฿': 'thb',
  '₱': 'php',
  '₦': 'ngn',
  kr: 'sek nok dkk isk',
  'kr.': 'sek nok dkk isk',
  zł: 'pln',
  kč: 'czk',
  ft: 'huf',
  lei: 'ron mdl',
  лв: 'bgn',
  'лв.': 'bgn',
  fr: 'chf xof xaf',
  'fr.': 'chf xof xaf',
  sfr: 'chf',
  'sfr.': 'chf',
  r: 'zar',
  rm: 'myr',
  rp: 'idr',
};

const CURRENCIES_BY_SIGN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...Object.entries(SIGNS).map(([sign, codes]) => [sign, new Set(codes.split(' '))] as const),
  ...[...EXPONENTS.keys()].map((code) => [code, new Set([code])] as const),
]);

/** The currencies, as lower-case codes, that a code or a sign such as `$` may mean; `undefined` for other text. */
export function currenciesOf(sign: string): ReadonlySet<string> | undefined {
  return CURRENCIES_BY_SIGN.get(sign.normalize('NFKC').toLowerCase());
}

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
