import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmountDigits,
  decimalEvidence,
  isAmount,
  type NotAmountReason,
  readAmountText,
} from '../../src/sheet/amount-text.ts';
import { withResult } from '../support/listed.ts';
import { runs } from '../support/runs.ts';

const NONE = '—';

function show(digits: AmountDigits | undefined): string {
  if (!digits) return NONE;
  return digits.fraction === '' ? digits.integer : `${digits.integer}.${digits.fraction}`;
}

/** With a decimal point, with a decimal comma; a minus in front where it is negative. `—` for none. */
function readings(text: string): readonly [point: string, comma: string] | NotAmountReason {
  const read = readAmountText(text);
  if (!isAmount(read)) return read.reason;
  const minus = read.negative ? '-' : '';
  return [minus + show(read.readings['.']), minus + show(read.readings[','])];
}

function currencies(text: string): string {
  const read = readAmountText(text);
  return isAmount(read) ? [...(read.currencies ?? [])].join(' ') : read.reason;
}

/** Texts that are no amount, by the reason, each beside what it is. */
const NO_AMOUNTS: Readonly<Partial<Record<NotAmountReason, Readonly<Record<string, string>>>>> = {
  money_percent: {
    'a percentage': '12%',
    'a percentage with a blank': '12,5 %',
    'a negative percentage': '-5%',
    'an Arabic percentage': '12٪',
    'per mille': '100 ‰',
  },
  money_date: {
    'a German date': '12.05.2024',
    'a short German date': '12.05.24',
    'a date and a time': '12.05.2024 10:30',
    'an ISO date': '2024-05-12',
    'an ISO date and time': '2024-05-12T10:30:00',
    'an American date': '05/12/24',
    'an amount that became a German date': '5. Dez',
    'an amount that became a date, without a blank': '5.Dez',
    'an amount that became a month': 'Dez 05',
    'an amount that became an English date': '12-May',
    'an amount that became a month and a year': 'May-99',
    'an amount that became a French date': '05-août',
    'a date with a name': '12. Mai 2024',
    'a time': '12:30',
  },
  money_error_value: {
    '#N/A': '#N/A',
    '#NV': '#NV',
    '#REF!': '#REF!',
    '#BEZUG!': '#BEZUG!',
    '#VALUE!': '#VALUE!',
    '#WERT!': '#WERT!',
    '#VALEUR!': '#VALEUR!',
    '#¡VALOR!': '#¡VALOR!',
    '#DIV/0!': '#DIV/0!',
    '#NAME?': '#NAME?',
    '#NUM!': '#NUM!',
    '#NULL!': '#NULL!',
    '#ZAHL!': '#ZAHL!',
    'a small #n/a': '#n/a',
    'a column too narrow': '########',
  },
  money_exponent: {
    'an exponent': '1e3',
    'an exponent of a spreadsheet': '1.2E+3',
    'an exponent of a German spreadsheet': '1,2E+12',
    'a negative exponent': '1.5e-3',
  },
  money_word: {
    nothing: '',
    'n/a': 'n/a',
    'a dash': '-',
    dashes: '--',
    'a long dash': '—',
    TBD: 'TBD',
    'a phrase': 'on request',
    'a word that JavaScript takes for a number': 'Infinity',
    'no number': 'NaN',
    'a truth': 'TRUE',
    'a clear token': 'null',
    'a currency alone': 'EUR',
    'a currency sign alone': '$',
    'a point': '.',
    'empty parentheses': '()',
    'Chinese numerals': '一百',
    'Chinese numerals and a currency': '五百円',
    'a fraction sign alone': '½',
    'dashes for the cents of no amount': ',-',
    'a sign and a currency alone': '-€',
    'dashes for the cents of a currency alone': 'Fr.-',
    'two dashes and a currency': '$--',
    'a long dash and a currency': '$ —',
    'a dash between currencies': '$ - €',
    'a dash and a word': '- tbd',
    'a word and a dash': 'item -',
  },
  money_currency_unknown: {
    'a unit': '5 pcs',
    'a German unit': '5 Stk',
    'a code that is no currency': '5 XYZ',
    'a sign that is no currency': '5 ₿',
    'a debit': '5 DR',
    'the currency on both sides': 'USD 5 USD',
    'two currencies': '$5 EUR',
    'a letter': '12h',
    'an ordinal': '1st',
    'letters that are no currency, with a point': 'Nr.5',
    'a point before the letters behind': '50.Rs',
    'a measure': '12 km',
    'a volume': '12 L',
  },
  money_unreadable: {
    'nothing behind the point': '12.',
    'nothing behind the comma': '12,',
    'two points at the end': '5..',
    'two points in front': '..5',
    'a point apart from the digits': '. 5',
    'a comma apart from the digits': ', 5',
    'a point behind a blank': '1 .5',
    'two signs': '--5',
    'two different signs': '+-5',
    'a minus on both sides': '-5-',
    'a minus in parentheses': '(-5)',
    'parentheses behind a minus': '-(5)',
    'half of the parentheses': '(5',
    'the other half': '5)',
    'two points': '1.2.3',
    'two commas': '1,2,3',
    'a group that is too short': '1,29.00',
    'a group that is too long': '1,2999.00',
    'a first group that is too long': '1299,000.00',
    'an empty group': '1,,299.00',
    'a group without a first': ',299.00',
    'a first group of zero': '0,299.00',
    'groups set apart in two ways': "1,234'567",
    'groups set apart in two other ways': '1.234 567,00',
    'Indian groups with points': '1.00.000',
    'digits apart': '12 34',
    'a short group behind an apostrophe': "1'2",
    'two apostrophes': "1''234",
    'an apostrophe in front': "'12.99",
    'a separator of JavaScript': '1_000',
    'a hexadecimal number': '0x10',
    'a fraction': '12½',
    'a power': '5²',
    'a ratio': '12.50/1',
    'a range': '1-2',
    'a formula': '=5',
    about: '~5',
    'less than': '<5',
    'a mark behind': '5*',
    'a remark': '5 (net)',
    'a number of pieces': '12 per 10',
    'an Arabic sign for thousands in the wrong place': '١٬٢٣',
    'several lines': '5\n6',
    'an override, so that 12.50 is seen': '\u202e05.21',
    'an override that ends': '\u202e05.21\u202c',
    'an override behind a currency': '€ \u202d12.50',
    'an embedding around': '\u202a12.50\u202c',
    'an isolate around': '\u206712.50\u2069',
    'a mark of direction among the digits, so that 50.12 is seen': '12\u200f.50',
    'an Arabic mark of direction among the digits': '12.\u061c50',
    'a code, and a comma that may be anything': 'EUR,50',
    'a code, and a point that may be anything': 'EUR .50',
    'letters, and a point that may be anything': 'Rs .50',
    'letters and two points': 'Rs..50',
    'letters with a point, and a point': 'Rs. .50',
    'a sign that is letters in one character': '₨.50',
    'an ideograph and a point': '円.50',
    'a syllable and a point': '원.500',
    'a sign, and a point apart from the digits': '$. 5',
    'points for thousands and for the cents': '1.250.-',
    'cents and a dash for them': '12.50.-',
    'three dashes for the cents': '12,---',
  },
};

describe('readAmountText', () => {
  it.each([
    ['digits', '12', '12', '12'],
    ['zero', '0', '0', '0'],
    ['zeros', '000', '0', '0'],
    ['zeros in front', '0012.99', '12.99', NONE],
    ['a decimal point', '12.99', '12.99', NONE],
    ['a decimal comma', '12,99', NONE, '12.99'],
    ['one decimal', '12.9', '12.9', NONE],
    ['two decimals that are zeros', '12.00', '12.00', NONE],
    ['four decimals', '1.2345', '1.2345', NONE],
    ['four decimals behind a comma', '1,2345', NONE, '1.2345'],
    ['nothing before the point', '.99', '0.99', NONE],
    ['nothing before the comma', ',99', NONE, '0.99'],
    ['three digits behind a point', '1.250', '1.250', '1250'],
    ['three digits behind a comma', '1,250', '1250', '1.250'],
    ['three digits behind 999', '999.999', '999.999', '999999'],
    ['three digits behind a zero', '0.250', '0.250', NONE],
    ['three digits behind a zero and a comma', '0,250', NONE, '0.250'],
    ['three digits behind four', '1234.567', '1234.567', NONE],
    ['three digits behind four and a comma', '1234,567', NONE, '1234.567'],
    ['English thousands', '1,299.00', '1299.00', NONE],
    ['English millions', '1,234,567.89', '1234567.89', NONE],
    ['English thousands without decimals', '1,299,000', '1299000', NONE],
    ['German thousands', '1.299,00', NONE, '1299.00'],
    ['German millions', '1.234.567,89', NONE, '1234567.89'],
    ['German thousands without decimals', '1.299.000', NONE, '1299000'],
    ['Swiss thousands', "1'234.50", '1234.50', NONE],
    ['Swiss thousands with a typographic apostrophe', '1’234.50', '1234.50', NONE],
    ['Swiss millions', "1'234'567.80", '1234567.80', NONE],
    ['Swiss thousands without decimals', "1'234", '1234', '1234'],
    ['Austrian thousands', "1'234,50", NONE, '1234.50'],
    ['French thousands', '1 234,50', NONE, '1234.50'],
    ['French thousands with a no-break space', '1\u00a0234,50', NONE, '1234.50'],
    ['French thousands with a narrow no-break space', '1\u202f234,50', NONE, '1234.50'],
    ['French thousands with a thin space', '1\u2009234,50', NONE, '1234.50'],
    ['French thousands with a figure space', '1\u2007234,50', NONE, '1234.50'],
    ['blanks and a point', '10 000.5', '10000.5', NONE],
    ['blanks and millions', '12 345 678', '12345678', '12345678'],
    ['Indian lakhs', '1,23,456.00', '123456.00', NONE],
    ['Indian lakhs of two digits', '12,34,567.89', '1234567.89', NONE],
    ['Indian crores', '1,23,45,678', '12345678', NONE],
    ['Arabic digits', '١٢٣', '123', '123'],
    ['Arabic digits and signs', '١٬٢٣٤٫٥٠', '1234.50', '1234.50'],
    ['Arabic digits and an Arabic decimal sign', '١٢٫٩٩', '12.99', '12.99'],
    ['Arabic digits and a point', '١٢.٩٩', '12.99', NONE],
    ['Arabic digits between marks of direction', '\u200f١٢٣\u200f', '123', '123'],
    ['Persian digits', '۱۲۳۴', '1234', '1234'],
    ['Persian digits and signs', '۱٬۲۳۴٫۵', '1234.5', '1234.5'],
    ['Devanagari digits', '१२३.५०', '123.50', NONE],
    ['Devanagari lakhs', '१,२३,४५६', '123456', NONE],
    ['Bengali digits', '১২৩.৫০', '123.50', NONE],
    ['full-width digits', '１２.９９', '12.99', NONE],
    ['full-width digits and signs', '１，２３４．５０', '1234.50', NONE],
    ['blanks around', '  12 ', '12', '12'],
    ['no-break spaces around', '\u00a012,5\u00a0', NONE, '12.5'],
    ['a byte order mark in front', '\ufeff12', '12', '12'],
    ['many decimals', '17.849999999999998', '17.849999999999998', NONE],
    ['many digits', '9'.repeat(30), '9'.repeat(30), '9'.repeat(30)],
    ['a plus', '+12.99', '12.99', NONE],
    ['a plus and a blank', '+ 5', '5', '5'],
    ['a full-width plus', '＋5', '5', '5'],
    ['a minus', '-5', '-5', '-5'],
    ['a minus and a blank', '- 5', '-5', '-5'],
    ['a real minus', '−5', '-5', '-5'],
    ['a dash', '–5', '-5', '-5'],
    ['a full-width minus', '－5', '-5', '-5'],
    ['a minus and nothing before the point', '-.5', '-0.5', `-${NONE}`],
    ['a minus behind, as SAP', '100.20-', '-100.20', `-${NONE}`],
    ['a minus behind, with a comma', '12.990,00-', `-${NONE}`, '-12990.00'],
    ['a minus behind a blank', '5 -', '-5', '-5'],
    ['parentheses', '(100.20)', '-100.20', `-${NONE}`],
    ['parentheses and blanks', '( 5 )', '-5', '-5'],
    ['full-width parentheses', '（5）', '-5', '-5'],
    ['CR', '100.20 CR', '-100.20', `-${NONE}`],
    ['CR without a blank', '5CR', '-5', '-5'],
    ['a small cr', '5 cr', '-5', '-5'],
    ['CR.', '5 CR.', '-5', '-5'],
    ['a minus and a sign', '-€5', '-5', '-5'],
    ['a sign and a minus', '€-5', '-5', '-5'],
    ['a code and a minus', 'EUR -5', '-5', '-5'],
    ['a minus and a code', '-EUR 5', '-5', '-5'],
    ['a minus between number and code', '5-EUR', '-5', '-5'],
    ['parentheses and a sign', '($5.00)', '-5.00', `-${NONE}`],
    ['minus zero', '-0', '-0', '-0'],
    ['a point and a dash for the cents', '12.-', '12', '12'],
    ['a point and two dashes for the cents', '12.--', '12', '12'],
    ['a comma and a dash for the cents', '12,-', '12', '12'],
    ['a comma and a long dash for the cents', '12,—', '12', '12'],
    ['dashes for the cents behind thousands', '1.250,-', NONE, '1250'],
    ['dashes for the cents behind English thousands', '1,250.-', '1250', NONE],
    ['dashes for the cents behind Swiss thousands', "1'250.-", '1250', '1250'],
    ['a minus and dashes for the cents', '-12,-', '-12', '-12'],
    ['a Swedish amount without cents', '12:-', '12', '12'],
    ['an Indian amount without cents', '250/-', '250', '250'],
    ['an Indian amount without cents, with thousands', '1,250/-', '1250', '1.250'],
    ['a Kenyan amount without cents', '250/=', '250', '250'],
  ])('reads %s: "%s"', (_name, text, point, comma) => {
    expect(readings(text)).toEqual([point, comma]);
  });

  it.each([
    ['12.99', '12.99', ''],
    ['$12.99', '12.99', 'usd cad aud nzd'],
    ['$ .50', '0.50', 'usd cad'],
    ['12.99 $', '12.99', 'usd cad'],
    ['US$5', '5', 'usd'],
    ['5 US$', '5', 'usd'],
    ['C$5', '5', 'cad'],
    ['CA$5', '5', 'cad'],
    ['A$ 5', '5', 'aud'],
    ['AU$5', '5', 'aud'],
    ['NZ$5', '5', 'nzd'],
    ['HK$5', '5', 'hkd'],
    ['S$5', '5', 'sgd'],
    ['MX$5', '5', 'mxn'],
    ['NT$5', '5', 'twd'],
    ['R$ 1.234,56', '1234.56', 'brl'],
    ['€5', '5', 'eur'],
    ['€ 5', '5', 'eur'],
    ['1.234,50 €', '1234.50', 'eur'],
    ['8 €', '8', 'eur'],
    ['5€', '5', 'eur'],
    ['€1.234,5', '1234.5', 'eur'],
    ['£5', '5', 'gbp fkp gip shp'],
    ['£1,234.50', '1234.50', 'gbp fkp'],
    ['¥100', '100', 'jpy cny'],
    ['￥100', '100', 'jpy cny'],
    ['500円', '500', 'jpy'],
    ['５００円', '500', 'jpy'],
    ['100元', '100', 'cny twd'],
    ['₹1,23,456.00', '123456.00', 'inr'],
    ['Rs. 1,23,456.00', '123456.00', 'inr pkr'],
    ['Rs 5', '5', 'inr pkr'],
    ['5₺', '5', 'try'],
    ['₽5', '5', 'rub'],
    ['5 ₴', '5', 'uah'],
    ['₪5', '5', 'ils'],
    ['₩5', '5', 'krw'],
    ['5 ₫', '5', 'vnd'],
    ['฿5', '5', 'thb'],
    ['₱5', '5', 'php'],
    ['₦5', '5', 'ngn'],
    ['kr 5', '5', 'sek nok dkk isk'],
    ['1.234,50 kr.', '1234.50', 'sek nok dkk isk'],
    ['1 234,50 zł', '1234.50', 'pln'],
    ['1 000 000,00 Kč', '1000000.00', 'czk'],
    ['5 Ft', '5', 'huf'],
    ['25 lei', '25', 'ron mdl'],
    ['5 лв.', '5', 'bgn'],
    ["CHF 1'234.50", '1234.50', 'chf'],
    ['SFr. 5', '5', 'chf'],
    ['Fr. 5.50', '5.50', 'chf xof xaf'],
    ['R 5', '5', 'zar'],
    ['RM5', '5', 'myr'],
    ['Rp5', '5', 'idr'],
    ['EUR 5', '5', 'eur'],
    ['5 EUR', '5', 'eur'],
    ['5EUR', '5', 'eur'],
    ['eur 5', '5', 'eur'],
    ['USD12.50', '12.50', 'usd'],
    ['-5 EUR', '-5', 'eur'],
    ['5 EUR-', '-5', 'eur'],
    ['(5 EUR)', '-5', 'eur'],
    ['EUR\u00a05', '5', 'eur'],
    ['Rp.50000', '50000', 'idr'],
    ['Rp.50.000', '50.000', 'idr'],
    ['Rp.50.000,-', '50000', 'idr'],
    ['INR.1500', '1500', 'inr'],
    ['EUR.1250', '1250', 'eur'],
    ['eur.12,50', '12.50', 'eur'],
    ['Rs.250', '250', 'inr pkr'],
    ['Rs. 250/-', '250', 'inr pkr'],
    ['Fr.12', '12', 'chf xof xaf'],
    ['CHF 12.-', '12', 'chf'],
    ['12,- €', '12', 'eur'],
    ['$-', '0', 'usd cad'],
    [' $ -   ', '0', 'usd cad'],
    ['$\u00a0-\u00a0\u00a0', '0', 'usd cad'],
    ['-   €', '0', 'eur'],
    ['- €', '0', 'eur'],
    ['-\u00a0\u00a0\u00a0€', '0', 'eur'],
    ['-   kr', '0', 'sek nok dkk isk'],
    ['CHF -', '0', 'chf'],
    ['-   zł', '0', 'pln'],
    ['R$ -', '0', 'brl'],
    ['kr.12,50', '12.50', 'sek nok dkk isk'],
    ['Rp.-50000', '-50000', 'idr'],
    ['S/12.50', '12.50', 'pen'],
    ['S/ 12.50', '12.50', 'pen'],
    ['S/.12.50', '12.50', 'pen'],
    ['B/.5', '5', 'pab'],
    ['Bs.S.12,50', '12.50', 'ves'],
    ['Dhs.10', '10', 'aed mad'],
    ['руб.50', '50', 'rub'],
    ['रु.५०', '50', 'inr'],
    ['د.إ. 12.50', '12.50', 'aed'],
    ['12,50 EUR.', '12.50', 'eur'],
    ['$.50', '0.50', 'usd cad'],
    ['US$.50', '0.50', 'usd'],
    ['€ ,50', '0.50', 'eur'],
    ['12,50 Euro', '12.50', 'eur'],
    ['12 euros', '12', 'eur'],
    ['12.50 US dollars', '12.50', 'usd'],
    ['12 pounds', '12', 'gbp fkp'],
    ['12,50 TL', '12.50', 'try'],
    ['12 zł', '12', 'pln'],
    ['500원', '500', 'krw'],
  ])('reads the currency of "%s"', (text, number, codes) => {
    expect(readings(text)).toContain(number);
    expect(currencies(text).startsWith(codes)).toBe(true);
    if (codes === '' || !codes.includes(' ')) expect(currencies(text)).toBe(codes);
  });

  it.each(
    Object.entries(NO_AMOUNTS).flatMap(([reason, texts]) =>
      Object.entries(texts).map(([name, text]) => [name, text, reason] as const),
    ),
  )('finds no amount in %s: "%s"', (_name, text, reason) => {
    expect(readings(text)).toBe(reason);
  });

  it.each([
    ['12%', 'is a percentage, not an amount'],
    ['12.05.2024', 'is a date; some spreadsheets turn amounts such as 5.12 into dates'],
    ['#N/A', 'is a spreadsheet error value'],
    ['1E+12', 'is in exponent notation, which has lost digits'],
    ['TBD', 'is not an amount; a blank cell leaves the field as it is'],
    ['5 Stk', 'is not an amount of money; "Stk" is not a known currency'],
    ['1.2.3', 'is not an amount of money'],
    ['EUR .50', 'has a "." before its digits that may be a decimal sign or not; write "0.50" or "50"'],
    ['Rs..50', 'has a "." before its digits that may be a decimal sign or not; write "0.50" or "50"'],
    ['12.50 €.', 'is not an amount of money; "€." is not a known currency'],
    ['EUR,50', 'has a "," before its digits that may be a decimal sign or not; write "0,50" or "50"'],
    ...withResult('is a price per something; write the price of one piece', [
      '12.50 USD/pc',
      '12,50 €/Stk',
      '12.50/kg',
      '12.50 / 100',
      '100 per 12',
      '12,50 EUR pro 100',
      '12.50 each',
    ]),
    ...withResult('is a range; write one amount', [
      '12.50-13.00',
      '12 - 13',
      '$12 to $13',
      '12 bis 14',
      '12..13',
    ]),
    ...withResult('is a calculation; write its result', ['2 x 12.50', '2x12.50', '3 × €4', '=5+3', '5+3']),
    ...withResult('is not an exact amount; write the exact one', [
      'ca. 12',
      'ca.12',
      '~12',
      '<12',
      '≥ 12',
      'from 12',
      'ab 12 EUR',
      'min. 12',
      'EUR ca. 12',
    ]),
    ...withResult('has an unknown mark beside it; write only the amount', ['12.50*', '*12.50', '12 †']),
    ...withResult('mentions a tax; write only the amount', [
      '12.50 +VAT',
      '12.50 excl. VAT',
      '12,50 zzgl. MwSt',
      '12,50 HT',
      '12.50 net',
    ]),
  ])('says what "%s" is', (text, detail) => {
    expect(readAmountText(text)).toMatchObject({ detail });
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

  const LOCALES = [
    'en-US',
    'de-DE',
    'fr-FR',
    'de-CH',
    'it-IT',
    'es-ES',
    'pl-PL',
    'sv-SE',
    'pt-BR',
    'en-IN',
    'hi-IN',
    'bn-BD',
    'fa-IR',
    'ar-EG',
    'ja-JP',
    'zh-CN',
    'cs-CZ',
    'da-DK',
    'nl-NL',
    'ru-RU',
    'tr-TR',
    'he-IL',
    'nb-NO',
    'hu-HU',
    'uk-UA',
  ];

  it.each(LOCALES)('reads what %s writes', (locale) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    for (const cents of [1, 50, 123, 1299, 99_999, 123_456, 1_234_567, 123_456_789]) {
      const read = readAmountText(format.format(cents / 100));
      if (!isAmount(read)) throw new Error(`${locale}: ${format.format(cents / 100)} ${read.reason}`);
      const known = [read.readings['.'], read.readings[',']].filter(
        (digits) => digits?.fraction.length === 2,
      );
      expect(known.map((digits) => Number((digits?.integer ?? '') + digits?.fraction))).toContain(cents);
    }
  });

  const MONEY = [
    ['en-US', 'USD'],
    ['en-US', 'EUR'],
    ['de-DE', 'EUR'],
    ['fr-FR', 'EUR'],
    ['de-CH', 'CHF'],
    ['en-GB', 'GBP'],
    ['pl-PL', 'PLN'],
    ['sv-SE', 'SEK'],
    ['pt-BR', 'BRL'],
    ['en-IN', 'INR'],
    ['ja-JP', 'JPY'],
    ['zh-CN', 'CNY'],
    ['cs-CZ', 'CZK'],
    ['da-DK', 'DKK'],
    ['nl-NL', 'EUR'],
    ['tr-TR', 'TRY'],
    ['he-IL', 'ILS'],
    ['ru-RU', 'RUB'],
    ['es-MX', 'MXN'],
    ['en-AU', 'AUD'],
    ['en-CA', 'CAD'],
    ['hu-HU', 'HUF'],
    ['uk-UA', 'UAH'],
    ['th-TH', 'THB'],
    ['ko-KR', 'KRW'],
  ] as const;

  it.each(MONEY)('reads what %s writes of %s', (locale, currency) => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 2 });
    for (const amount of [0.5, 12.34, 1234.5, 1_234_567.89]) {
      const read = readAmountText(format.format(amount));
      if (!isAmount(read)) throw new Error(`${format.format(amount)} ${read.reason}`);
      expect([...(read.currencies ?? [])]).toContain(currency.toLowerCase());
      const minus = readAmountText(format.format(-amount));
      expect(isAmount(minus) && minus.negative).toBe(true);
    }
  });
});

describe('decimalEvidence', () => {
  it.each([
    ...withResult('.', ['12.99', '12.9', '.99', '.999', '0.250', '1234.567', '1.2500', '1,299.00']),
    ...withResult('.', ['1,299,000', '1,23,456', '-12.99', '$12.99', "1'234.50", 'S/.12.50']),
    ...withResult(',', ['12,99', '0,250', '1.299,00', '1.299.000', '1 234,50 €', '100,20-', 'Rp.50.000,-']),
    ...withResult(',', ['kr.12,50']),
    ...withResult('either', ['1.250', '1,250', '999.999', '-1.250', '€ 1.250', '1.250-', 'Rp.50.000']),
    ...withResult('none', ['12', '1250', "1'250", '1 250', '١٬٢٣٤٫٥٠', '', '12.', 'n/a', '12.5%']),
    ...withResult('none', ['12.05.2024', '1.2.3', 'Rp.50000', 'EUR.1250', 'B/.5', 'EUR .50', '12.-', '12,-']),
  ])('takes %s for %s', (text, evidence) => {
    expect(decimalEvidence(text)).toBe(evidence);
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
