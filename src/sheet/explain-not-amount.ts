import { currenciesBeside } from '../domain/currency.ts';

/** What a text is instead of an amount. */
export interface NotAmount {
  readonly reason: NotAmountReason;
  /** The rest of a sentence that begins with the text. */
  readonly detail: string;
}

export type NotAmountReason =
  | 'money_unreadable'
  | 'money_percent'
  | 'money_date'
  | 'money_error_value'
  | 'money_word'
  | 'money_exponent'
  | 'money_currency_unknown';

const MONTHS =
  'jan|feb|mar|mär|mrz|apr|avr|abr|may|mai|mei|maj|jun|juin|jul|juil|aug|août|ago|sep|set|oct|okt|ott|nov|dec|dez|déc|dic';
const DATES = [
  /^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?: \d.*)?$/,
  /^\d{4}([./-])\d{1,2}\1\d{1,2}(?:[ T]\d.*)?$/,
  new RegExp(`^\\d{1,4}[ ./-]*(?:${MONTHS})[a-zéû]*\\.?(?:[ ./-]*\\d{2,4})?$`, 'i'),
  new RegExp(`^(?:${MONTHS})[a-zéû]*\\.?[ ./-]*\\d{1,4}$`, 'i'),
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
];
const ERROR_VALUES =
  /^#(?:N\/A|NA|REF!?|DIV\/0!?|VALUE!?|NAME\??|NULL!?|NUM!?|SPILL!?|CALC!?|NV|BEZUG!?|WERT!?|ZAHL!?|VALEUR!?|NOM\??|VALOR!?|[¡¿]?[\p{L}/0-9]+[!?]|#+)$/iu;

interface Beside {
  /** What is beside the digits and is not a currency. */
  readonly stray?: string;
  /** A point or comma between letters and digits. */
  readonly openSign?: string | undefined;
}

/** What is wrong with a text that is not an amount. */
export function explainNotAmount(text: string, beside: Beside): NotAmount {
  if (ERROR_VALUES.test(text)) return { reason: 'money_error_value', detail: 'is a spreadsheet error value' };
  if (/[%٪％‰]/.test(text)) return { reason: 'money_percent', detail: 'is a percentage, not an amount' };
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(text)) {
    return { reason: 'money_exponent', detail: 'is in exponent notation, which has lost digits' };
  }
  if (DATES.some((date) => date.test(text))) {
    return {
      reason: 'money_date',
      detail: 'is a date; some spreadsheets turn amounts such as 5.12 into dates',
    };
  }
  if (!/\d/.test(text))
    return { reason: 'money_word', detail: 'is not an amount; a blank cell leaves the field as it is' };
  const kind = KINDS.find(([pattern]) => pattern.test(text));
  if (kind) return { reason: 'money_unreadable', detail: kind[1] };
  return whyStray(beside);
}

/** Matches one of these as a whole word. */
function word(words: string): string {
  return `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`;
}

const TAXES = word(
  'vat|tax|taxes|gst|hst|mwst|ust|tva|ht|ttc|iva|btw|moms|dph|kdv|áfa|ндс|net|netto|gross|brutto|' +
    'incl|inkl|excl|exkl|zzgl|plus',
);
const PER = word('per|pro|je|par|por|each|ea|apiece');
const ABOUT = word(
  'about|approx|approximately|around|ca|circa|etwa|ungefähr|rund|env|environ|est|' +
    'from|ab|von|bis|up to|to|desde|hasta|min|max|over|under|unter|über',
);
const BETWEEN = `(?:-|\\.{2,}|…|${word('to|bis|à|a|tot|do|hasta|till')})`;

/** Cells that hold more, or less, than one amount. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(TAXES, 'iu'), 'mentions a tax; write only the amount'],
  [
    new RegExp(`\\d[^/]*/ ?[\\d\\p{L}]|${PER}`, 'iu'),
    'is a price per something; write the price of one piece',
  ],
  [
    new RegExp(`\\d[ .\\p{L}\\p{Sc}]{0,9}${BETWEEN}[ .\\p{L}\\p{Sc}]{0,9}\\d`, 'iu'),
    'is a range; write one amount',
  ],
  [/^=|\d ?(?:[×*+]|(?<!^0)x) ?[\p{L}\p{Sc}]{0,3} ?\d/iu, 'is a calculation; write its result'],
  [new RegExp(`^[^\\d]*(?:[~≈<>≤≥±]|${ABOUT})`, 'iu'), 'is not an exact amount; write the exact one'],
  [/^[*†‡§#!?]+|[*†‡§#!?]+$/u, 'has an unknown mark beside it; write only the amount'],
];

function whyStray({ stray, openSign: sign }: Beside): NotAmount {
  if (stray !== undefined && sign !== undefined && currenciesBeside(stray.slice(0, -1).trimEnd())) {
    return {
      reason: 'money_unreadable',
      detail: `has a "${sign}" before its digits that may be a decimal sign or not; write "0${sign}50" or "50"`,
    };
  }
  if (stray !== undefined && /^(?=.*[\p{L}\p{Sc}])[\p{L}\p{M}\p{Sc}.\s]+$/u.test(stray)) {
    return {
      reason: 'money_currency_unknown',
      detail: `is not an amount of money; "${stray}" is not a known currency`,
    };
  }
  return { reason: 'money_unreadable', detail: 'is not an amount of money' };
}
