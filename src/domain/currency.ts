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
