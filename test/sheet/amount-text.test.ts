import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmountDigits,
  countPlainDecimals,
  type DecimalSign,
  decimalEvidence,
  isAmount,
  type NotAmountReason,
  readAmountText,
  readPlainCents,
} from '../../src/sheet/amount-text.ts';
import { linesOf, listed, pairsOf, withResult } from '../support/listed.ts';
import { runs } from '../support/runs.ts';

function show(digits: AmountDigits | undefined): string | undefined {
  return digits?.fraction === '' ? digits.integer : digits && `${digits.integer}.${digits.fraction}`;
}

/**
 * A text as it is read: `12` with either decimal sign, `12.99 .` with a point alone, `12.99 ,` with a comma alone, `1.250 . 1250 ,` if they
 * differ; behind it the currencies that may be meant, or the reason why it is not an amount.
 */
function reading(text: string): string {
  const read = readAmountText(text);
  if (!isAmount(read)) return read.reason;
  const minus = read.negative ? '-' : '';
  const [point, comma] = [show(read.readings['.']), show(read.readings[','])];
  const signs = [point && `${minus}${point} .`, comma && `${minus}${comma} ,`].filter(Boolean);
  return [...(point === comma ? [minus + point] : signs), ...(read.currencies ?? [])].join(' ');
}

const AMOUNTS = `
digits: 12 = 12 | 0 = 0 | 000 = 0 | 0012.99 = 12.99 .
digits: 999999999999999999999999999999 = 999999999999999999999999999999
decimals: 12.99 = 12.99 . | 12,99 = 12.99 , | 12.9 = 12.9 . | 12.00 = 12.00 . | 1.2345 = 1.2345 .
decimals: 1,2345 = 1.2345 , | 17.849999999999998 = 17.849999999999998 .
nothing before the sign: .99 = 0.99 . | ,99 = 0.99 ,
three digits behind a sign: 1.250 = 1.250 . 1250 , | 1,250 = 1250 . 1.250 , | 999.999 = 999.999 . 999999 ,
three digits behind a sign: 0.250 = 0.250 . | 0,250 = 0.250 , | 1234.567 = 1234.567 . | 1234,567 = 1234.567 ,
English and German thousands: 1,299.00 = 1299.00 . | 1,234,567.89 = 1234567.89 . | 1,299,000 = 1299000 .
English and German thousands: 1.299,00 = 1299.00 , | 1.234.567,89 = 1234567.89 , | 1.299.000 = 1299000 ,
Swiss and Austrian thousands: 1'234.50 = 1234.50 . | 1’234.50 = 1234.50 . | 1'234'567.80 = 1234567.80 .
Swiss and Austrian thousands: 1'234'567,80 = 1234567.80 , | 1'234 = 1234 | 1'234,50 = 1234.50 ,
blanks of all kinds for thousands: 1 234,50 = 1234.50 , | 1\u00a0234,50 = 1234.50 , | 1\u202f234,50 = 1234.50 ,
blanks of all kinds for thousands: 1\u2009234,50 = 1234.50 , | 1\u2007234,50 = 1234.50 , | 10 000.5 = 10000.5 .
blanks of all kinds for thousands: 12 345 678 = 12345678
Indian lakhs and crores: 1,23,456.00 = 123456.00 . | 12,34,567.89 = 1234567.89 . | 1,23,45,678 = 12345678 .
Arabic: ١٢٣ = 123 | ١٬٢٣٤٫٥٠ = 1234.50 | ١٢٫٩٩ = 12.99 | ١٢.٩٩ = 12.99 . | \u200f١٢٣\u200f = 123 | ١٬٢٣٤ = 1234
Arabic: ١٢٬٣٤٥٬٦٧٨٫٥ = 12345678.5 | ١٬٢٣٬٤٥٦ = 123456 | ١٢٬٣٤٬٥٦٧ = 1234567 | ٣٬٤٥٬٦٧٬٨٩٠ = 34567890 | ٠٫٥ = 0.5
Persian: ۱۲۳۴ = 1234 | ۱٬۲۳۴٫۵ = 1234.5 | ۰۹ = 9
Devanagari and Bengali: १२३.५० = 123.50 . | १,२३,४५६ = 123456 . | ०९ = 9 | ১২৩.৫০ = 123.50 . | ০৯ = 9
full-width: １２.９９ = 12.99 . | １，２３４．５０ = 1234.50 . | ０９ = 9 | ＋5 = 5 | －5 = -5 | （5） = -5
blanks and marks around:   12  = 12 | \u00a012,5\u00a0 = 12.5 , | \ufeff12 = 12
a plus: +12.99 = 12.99 . | + 5 = 5
a minus before: -5 = -5 | - 5 = -5 | −5 = -5 | –5 = -5 | -.5 = -0.5 . | -0 = -0 | -€5 = -5 eur | €-5 = -5 eur
a minus before: EUR -5 = -5 eur | -EUR 5 = -5 eur
a minus behind, as SAP: 100.20- = -100.20 . | 12.990,00- = -12990.00 , | 5 - = -5 | 5-EUR = -5 eur
parentheses: (100.20) = -100.20 . | ( 5 ) = -5 | ($5.00) = -5.00 . usd cad …
CR: 100.20 CR = -100.20 . | 5CR = -5 | 5 cr = -5 | 5 CR. = -5
dashes for the cents: 12.- = 12 | 12.-- = 12 | 12,- = 12 | 12,— = 12 | 1.250,- = 1250 , | 1,250.- = 1250 .
dashes for the cents: 1'250.- = 1250 | -12,- = -12 | 12,- € = 12 eur
no cents in Sweden, India and Kenya: 12:- = 12 | 250/- = 250 | 1,250/- = 1250 . 1.250 , | 250/= = 250
`;

/** Behind three dots, more currencies may be meant. */
const BESIDE_CURRENCIES = `
dollars: $12.99 = 12.99 . usd cad aud nzd … | $ .50 = 0.50 . usd cad … | 12.99 $ = 12.99 . usd cad …
dollars: US$5 = 5 usd | 5 US$ = 5 usd | C$5 = 5 cad | CA$5 = 5 cad | A$ 5 = 5 aud | AU$5 = 5 aud | NZ$5 = 5 nzd
dollars: HK$5 = 5 hkd | S$5 = 5 sgd | MX$5 = 5 mxn | NT$5 = 5 twd | R$ 1.234,56 = 1234.56 , brl
dollars: $.50 = 0.50 . usd cad … | US$.50 = 0.50 . usd | 12.50 US dollars = 12.50 . usd
euros: €5 = 5 eur | € 5 = 5 eur | 1.234,50 € = 1234.50 , eur | 8 € = 8 eur | 5€ = 5 eur
euros: €1.234,5 = 1234.5 , eur | € ,50 = 0.50 , eur | 12,50 Euro = 12.50 , eur | 12 euros = 12 eur
other signs: £5 = 5 gbp fkp gip shp … | £1,234.50 = 1234.50 . gbp fkp … | ¥100 = 100 jpy cny
other signs: ￥100 = 100 jpy cny | 500円 = 500 jpy | ５００円 = 500 jpy | 100元 = 100 cny twd
other signs: ₹1,23,456.00 = 123456.00 . inr | 5₺ = 5 try | ₽5 = 5 rub | 5 ₴ = 5 uah | ₪5 = 5 ils | ₩5 = 5 krw
other signs: 5 ₫ = 5 vnd | ฿5 = 5 thb | ₱5 = 5 php | ₦5 = 5 ngn | 500원 = 500 krw
letters: Rs. 1,23,456.00 = 123456.00 . inr pkr … | Rs 5 = 5 inr pkr … | kr 5 = 5 sek nok dkk isk
letters: 1.234,50 kr. = 1234.50 , sek nok dkk isk | 1 234,50 zł = 1234.50 , pln | 12 zł = 12 pln
letters: 1 000 000,00 Kč = 1000000.00 , czk | 5 Ft = 5 huf | 25 lei = 25 ron mdl | 5 лв. = 5 bgn | 5 лв = 5 bgn
letters: CHF 1'234.50 = 1234.50 . chf | SFr. 5 = 5 chf | SFr 5 = 5 chf | Fr. 5.50 = 5.50 . chf xof xaf | R 5 = 5 zar
letters: RM5 = 5 myr | Rp5 = 5 idr | 12 pounds = 12 gbp fkp … | 12,50 TL = 12.50 , try
codes: EUR 5 = 5 eur | 5 EUR = 5 eur | 5EUR = 5 eur | eur 5 = 5 eur | USD12.50 = 12.50 . usd | -5 EUR = -5 eur
codes: 5 EUR- = -5 eur | (5 EUR) = -5 eur | EUR\u00a05 = 5 eur | 12,50 EUR. = 12.50 , eur
a point behind the letters: Rp.50000 = 50000 idr | Rp.50.000 = 50.000 . 50000 , idr | Rp.50.000,- = 50000 , idr
a point behind the letters: INR.1500 = 1500 inr | EUR.1250 = 1250 eur | eur.12,50 = 12.50 , eur
a point behind the letters: Rs.250 = 250 inr pkr … | Rs. 250/- = 250 inr pkr … | Fr.12 = 12 chf xof xaf
a point behind the letters: CHF 12.- = 12 chf | kr.12,50 = 12.50 , sek nok dkk isk | Rp.-50000 = -50000 idr
a point behind the letters: S/12.50 = 12.50 . pen | S/ 12.50 = 12.50 . pen | S/.12.50 = 12.50 . pen
a point behind the letters: B/.5 = 5 pab | Bs.S.12,50 = 12.50 , ves | Dhs.10 = 10 aed mad | руб.50 = 50 rub
a point behind the letters: रु.५० = 50 inr | د.إ. 12.50 = 12.50 . aed
the zero of accounting: $- = 0 usd cad … |  $ -    = 0 usd cad … | $\u00a0-\u00a0\u00a0 = 0 usd cad …
the zero of accounting: -   € = 0 eur | - € = 0 eur | -\u00a0\u00a0\u00a0€ = 0 eur | -   kr = 0 sek nok dkk isk
the zero of accounting: CHF - = 0 chf | -   zł = 0 pln | R$ - = 0 brl
`;

/** Texts that are not an amount. */
const NO_AMOUNTS: Readonly<Record<NotAmountReason, string>> = {
  money_percent: '12% | 12,5 % | -5% | 12٪ | 12％ | 100 ‰',
  money_date: `12.05.2024 | 12.05.24 | 1.5.24 | 12.05.2024 10:30 | 2024-05-12 | 2024/5/2 | 2024-05-12T10:30:00 | 05/12/24 | 5. Dez
    | 5.Dez | Dez 05 | 12-May | May-99 | 05-août | 12. Mai 2024 | 12:30 | 12:30:15`,
  money_error_value: `#N/A | #NA | #NV | #REF! | #REF | #BEZUG! | #BEZUG | #VALUE! | #VALUE | #WERT! | #WERT | #VALEUR! | #VALEUR
    | #¡VALOR! | #VALOR! | #VALOR | #DIV/0! | #DIV/0 | #NAME? | #NAME | #NOM? | #NOM | #NUM! | #NUM | #NULL! | #NULL | #ZAHL! | #ZAHL
    | #SPILL! | #SPILL | #CALC! | #CALC | #n/a | #¿NOMBRE? | #ÜBERLAUF! | ########`,
  money_exponent: '1e3 | 12E3 | 1.2E+3 | 1,25E+12 | 1.5e-3 | +1E3 | -1E3 | 1E10',
  money_word: ` | n/a | - | -- | — | TBD | on request | Infinity | NaN | TRUE | null | EUR | $ | . | () | 一百 | 五百円 | ½ | ,- | -€ | Fr.- | $--
    | $ — | $ - € | - tbd | item - | x #N/A | #N/A x`,
  money_currency_unknown:
    '5 pcs | 5 Stk | 5 CRx | 5 XYZ | 5 ₿ | 5 DR | USD 5 USD | $5 EUR | 12h | 1st | Nr.5 | 50.Rs | 12 km | 12 L | x12.05.2024 | x12:30 | 12:30x | 12.05.2024x | 1e3x | x1e3',
  money_unreadable: `12. | 12, | 5.. | ..5 | . 5 | , 5 | 1 .5 | --5 | +-5 | -5- | (-5) | -(5) | (5 | 5) | (5) x | x (5) | 1.2.3 | 1,2,3 | 1,29.00
    | 1,2999.00 | 1299,000.00 | 1,,299.00 | ,299.00 | 0,299.00 | 0.299,00 | 1299.000,00 | 1,234'567 | 1.234 567,00 | 1.00.000 | 12 34 | 1'2 | 1''234 | 0'123 | 1234'567 | 0 123 | 1234 567 | '12.99 | 1_000 | 0x10
    | 12½ | 5² | 12.50/1 | 1-2 | =5 | ~5 | <5 | 5* | 5 (net) | 12 per 10 | ١٬٢٣ | ١٬٢٣٤٥ | ٠٬١٢٣ | ١٢٣٬٤٥٬٦٧٨ | 5\n6 | \u202e05.21 | \u202e05.21\u202c
    | € \u202d12.50 | \u202a12.50\u202c | \u206712.50\u2069 | 12\u200f.50 | 12.\u061c50 | EUR,50 | EUR .50 | Rs .50 | Rs..50 | Rs. .50 | ₨.50
    | 円.50 | 원.500 | $. 5 | 1.250.- | 12.50.- | 12,--- | 2024-05-12x | x2024-05-12 | 112.05.2024 | 12:300 | 12:30:1`,
};

/** What messages say of a text, behind it. */
const DETAILS = `
is a percentage, not an amount: 12%
is a date; some spreadsheets turn amounts such as 5.12 into dates: 12.05.2024
is a spreadsheet error value: #N/A
is in exponent notation, which has lost digits: 1E+12
is not an amount; a blank cell leaves the field as it is: TBD
is not an amount of money; "Stk" is not a known currency: 5 Stk
is not an amount of money; "€." is not a known currency: 12.50 €.
is not an amount of money: 1.2.3
has a "." before its digits that may be a decimal sign or not; write "0.50" or "50": EUR .50 | Rs..50
has a "," before its digits that may be a decimal sign or not; write "0,50" or "50": EUR,50
is a price per something; write the price of one piece: 12.50 USD/pc | 12,50 €/Stk | 12.50/kg | 12.50 / 100 | 100 per 12
is a price per something; write the price of one piece: 12,50 EUR pro 100 | 12.50 each
is a range; write one amount: 12.50-13.00 | 12 - 13 | $12 to $13 | 12 bis 14 | 12..13
is a calculation; write its result: 2 x 12.50 | 2x12.50 | 3 × €4 | =5+3 | 5+3 | 10x12
is not an exact amount; write the exact one: ca. 12 | ca.12 | ~12 | <12 | ≥ 12 | from 12 | ab 12 EUR | min. 12 | EUR ca. 12
has an unknown mark beside it; write only the amount: 12.50* | *12.50 | 12 † | **12.50 | 12.50**
mentions a tax; write only the amount: 12.50 +VAT | 12.50 excl. VAT | 12,50 zzgl. MwSt | 12,50 HT | 12.50 net
`;

describe('readAmountText', () => {
  it.each([...linesOf(AMOUNTS), ...linesOf(BESIDE_CURRENCIES)])('reads %s', (line) => {
    const [, pairs = ''] = /^[^:]+: (.*)$/.exec(line) ?? [];
    for (const [text, expected] of pairsOf(pairs)) {
      const found = reading(text);
      const isOpen = expected.endsWith(' …');
      expect([text, isOpen ? `${found.slice(0, expected.length - 2)} …` : found]).toEqual([text, expected]);
    }
  });

  it.each(Object.entries(NO_AMOUNTS))('finds %s', (reason, texts) => {
    for (const text of texts.split(/\s*\| /)) expect([text, reading(text)]).toEqual([text, reason]);
  });

  it.each(linesOf(DETAILS))('%s', (line) => {
    const [, detail, texts = ''] = /^(.*): (.*)$/.exec(line) ?? [];
    for (const text of texts.split(' | ')) expect(readAmountText(text)).toMatchObject({ detail });
  });

  it('takes a text of more than a hundred characters for none', () => {
    const digits = '9'.repeat(97);
    expect([reading(`€ ${digits}`), reading(`€ ${digits}9`)]).toEqual([`${digits} eur`, `${digits}9 eur`]);
    expect(readAmountText(`€ ${digits}99`)).toEqual({
      reason: 'money_unreadable',
      detail: 'is not an amount of money',
    });
  });

  it('never throws, and reads only digits', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+0-9., '()€$CRE%]{0,12}$/)),
        (text) => {
          const read = readAmountText(text);
          if (!isAmount(read)) return;
          for (const digits of [read.readings['.'], read.readings[',']]) {
            if (digits) expect(`${digits.integer}|${digits.fraction}`).toMatch(/^(?:0|[1-9]\d*)\|\d*$/);
          }
          expect(read.readings['.'] ?? read.readings[',']).toBeDefined();
        },
      ),
      { numRuns: runs(5000) },
    );
  });
});

describe('decimalEvidence', () => {
  it.each(
    Object.entries({
      '.': "12.99 | 12.9 | .99 | .999 | 0.250 | 1234.567 | 1.2500 | 1,299.00 | 1,299,000 | 1,23,456 | -12.99 | $12.99 | 1'234.50 | S/.12.50",
      ',': '12,99 | 0,250 | 1.299,00 | 1.299.000 | 1 234,50 € | 100,20- | Rp.50.000,- | kr.12,50',
      either: '1.250 | 1,250 | 999.999 | -1.250 | € 1.250 | 1.250- | Rp.50.000',
      none: ` | 12 | 1250 | 1'250 | 1 250 | ١٬٢٣٤٫٥٠ | 12. | n/a | 12.5% | 12.05.2024 | 1.2.3 | Rp.50000 | EUR.1250 | B/.5 | EUR .50 | 12.- | 12,-`,
    }),
  )('takes for %s %s', (evidence, texts) => {
    for (const text of texts.split(/\s*\| /)) expect([text, decimalEvidence(text)]).toEqual([text, evidence]);
  });

  it('says a sign only where the other one makes no number of the text, or the same number', () => {
    const text = fc.stringMatching(/^-?[0-9]{0,4}([., '][0-9]{0,4}){0,3}$/);
    fc.assert(
      fc.property(text, (text) => {
        const read = readAmountText(text);
        const point = isAmount(read) ? read.readings['.'] : undefined;
        const comma = isAmount(read) ? read.readings[','] : undefined;
        const said = {
          '.': point !== undefined && comma === undefined,
          ',': comma !== undefined && point === undefined,
          either: point !== undefined && comma !== undefined && show(point) !== show(comma),
          none: show(point) === show(comma),
        };
        expect(said[decimalEvidence(text)]).toBe(true);
      }),
      { numRuns: runs(5000) },
    );
  });
});

const signs = fc.constantFrom<DecimalSign>('.', ',');
const units = fc.constantFrom('major' as const, 'cents' as const);

/** Amounts in their plainest form and near to it, and texts of what amounts are made of. */
const texts = fc.oneof(
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...'0129'), maxLength: 17 }),
      fc.constantFrom('', '.', ','),
      fc.string({ unit: fc.constantFrom(...'059'), maxLength: 4 }),
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(..."0123456789.,'+-eE x$\u0660\uff11/:;"), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

describe('readPlainCents', () => {
  it.each([
    ['0', 'major', '.', 0],
    ['12', 'major', ',', 1200],
    ['0012.5', 'major', '.', 1250],
    ['4.35', 'major', '.', 435],
    ['1,15', 'major', ',', 115],
    ['1299', 'cents', '.', 1299],
    ['9999999999.99', 'major', '.', 999_999_999_999],
  ] as const)('reads %s (%s, sign %s) as %d cents', (text, unit, decimalSign, cents) => {
    expect(readPlainCents(text, { unit, decimalSign })).toBe(cents);
  });

  it.each([
    ...withResult(
      'major' as const,
      listed(', ., .5, 5., 1.2.3, 1.250, -5, 5 EUR, 1/2, 1:2, 90071992547409.93'),
    ),
    ...withResult('major' as const, ['1,50', ' 5']),
    ...withResult('cents' as const, ['12.99', '9007199254740993']),
  ])('leaves %j (%s) to others', (text, unit) => {
    expect(readPlainCents(text, { unit, decimalSign: '.' })).toBeUndefined();
  });

  it('reads nothing that the reader of all amounts reads otherwise', () => {
    fc.assert(
      fc.property(texts, units, signs, (text, unit, decimalSign) => {
        const cents = readPlainCents(text, { unit, decimalSign });
        if (cents === undefined) return;
        const read = readAmountText(text);
        if (!isAmount(read)) return expect.fail(`${text} is no amount`);
        expect([read.negative, read.currencies]).toEqual([false, undefined]);
        const digits = read.readings[decimalSign];
        const places = unit === 'cents' ? 0 : 2;
        expect(digits?.fraction.length).toBeLessThanOrEqual(places);
        expect(BigInt(cents)).toBe(BigInt(`${digits?.integer}${digits?.fraction.padEnd(places, '0')}`));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('reads every amount of up to twelve digits with two places or none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 - 1 }), signs, (cents, decimalSign) => {
        const text = String(cents).padStart(3, '0');
        const major = `${text.slice(0, -2)}${decimalSign}${text.slice(-2)}`;
        expect(readPlainCents(major, { unit: 'major', decimalSign })).toBe(cents);
        expect(readPlainCents(String(cents), { unit: 'cents', decimalSign })).toBe(cents);
        expect(readPlainCents(String(cents), { unit: 'major', decimalSign })).toBe(cents * 100);
      }),
    );
  });
});

describe('countPlainDecimals', () => {
  const FITS = { '.': /^\d+(?:\.(\d+))?$/, ',': /^\d+(?:,(\d+))?$/ };

  it('tells what an expression tells of any text', () => {
    fc.assert(
      fc.property(texts, fc.option(signs, { nil: undefined }), (text, sign) => {
        const match = (sign === undefined ? /^\d+$/ : FITS[sign]).exec(text);
        expect(countPlainDecimals(text, sign)).toBe(match ? (match[1] ?? '').length : -1);
      }),
      { numRuns: runs(5000) },
    );
  });
});
