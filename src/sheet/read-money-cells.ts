import { formatCents } from '../domain/cents.ts';
import { currenciesOf } from '../domain/currency.ts';
import { type Desired, MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { type DecimalSign, isAmount, readAmountText } from './amount-text.ts';
import type { CellReader, RowFormat } from './cell-reader.ts';
import { parseMoney } from './parse-money.ts';

/** What a row wishes, while it is being read: one object per row, since there may be millions of them. */
export type WishesInMaking = { -readonly [F in keyof Desired]: Desired[F] };

/** What the amounts of a row are in. */
export interface MoneyReading {
  /** All of them were given in cents, so that they mean the same in every currency. */
  readonly inCents: boolean;
  readonly currency?: string | undefined;
  /** Likewise, where a sign such as `$` leaves several. */
  readonly currencyOneOf?: readonly string[] | undefined;
}

/** Reads the amounts of a row into `wishes`. `declared` is what its currency column says. */
export function readMoneyCells(
  reader: CellReader,
  wishes: WishesInMaking,
  declared: string | undefined,
): MoneyReading {
  let inCents = true;
  for (const field of MONEY_FIELDS) {
    const value = readMoney(reader, field);
    if (value === undefined) continue;
    wishes[field] = value;
    inCents &&= value === null || isInCents(field, reader.format);
  }
  const { currency, currencyOneOf } = settleCurrency(reader, declared);
  return { inCents, currency, currencyOneOf };
}

function isInCents(field: MoneyField, { moneyUnit, columns }: RowFormat): boolean {
  return moneyUnit === 'cents' || columns.get(field)?.inCents === true;
}

function readMoney(reader: CellReader, field: MoneyField): Desired[MoneyField] {
  const { format } = reader;
  const text = reader.text(field);
  if (text === undefined) return undefined;
  if (text === format.clearToken) return null;
  const divisor = field === 'cost' ? readDivisor(reader) : 1n;
  if (divisor === undefined) return undefined;
  const parsed = parseMoney(text, {
    unit: isInCents(field, format) ? 'cents' : 'major',
    decimalSign: format.decimalSigns.get(field) ?? '.',
    rounding: format.rounding ?? (field === 'cost' ? 'half-up' : 'error'),
    divisor,
  });
  if (parsed.kind === 'problem')
    return reader.problem(parsed.reason, `${reader.name(field)} "${text}" ${parsed.detail}`);
  noteCurrency(reader, field, parsed.currencies);
  if (parsed.rounded) {
    const per = divisor === 1n ? '' : ` per ${divisor}`;
    const message = `${reader.name(field)} ${text}${per} was rounded to ${formatCents(parsed.cents)}`;
    reader.notices.push({ reason: 'rounded', message });
  }
  return parsed.cents;
}

function noteCurrency(
  { currencySigns, format }: CellReader,
  field: MoneyField,
  currencies: ReadonlySet<string> | undefined,
): void {
  const column = format.columns.get(field);
  if (currencies) currencySigns.push({ where: column?.header ?? field, currencies });
  const inHeader = column?.currencyNote === undefined ? undefined : currenciesOf(column.currencyNote);
  if (inHeader) currencySigns.push({ where: `the header "${column?.header}"`, currencies: inHeader });
}

/** How many pieces the cost is for; `undefined` where that can't be told. */
function readDivisor(reader: CellReader): bigint | undefined {
  const { columns, decimalSigns } = reader.format;
  if (!columns.has('cost_divisor')) return 1n;
  const text = reader.text('cost_divisor') ?? '';
  const divisor = parseDivisor(text, decimalSigns.get('cost'));
  return (
    divisor ??
    reader.problem(
      'cost_divisor_unusable',
      `${reader.name('cost_divisor')} "${text}" is not a number of pieces that the cost is for`,
    )
  );
}

const LONGEST_DIVISOR = 9;

/** `1.000` is a thousand pieces where the costs have a decimal comma, and one piece where they have a point. */
function parseDivisor(text: string, sign: DecimalSign | undefined): bigint | undefined {
  const amount = readAmountText(text);
  if (!isAmount(amount) || amount.negative || amount.currencies) return undefined;
  const { '.': point, ',': comma } = amount.readings;
  const digits =
    sign === undefined && point?.integer === comma?.integer ? point : sign && amount.readings[sign];
  if (!digits || /[1-9]/.test(digits.fraction) || digits.integer.length > LONGEST_DIVISOR) return undefined;
  return digits.integer === '0' ? undefined : BigInt(digits.integer);
}

/**
 * The one currency that everything in a row agrees on. A sign such as `$` leaves several; which of them is meant shows
 * with the listing.
 */
function settleCurrency(
  reader: CellReader,
  declared: string | undefined,
): { readonly currency?: string | undefined; readonly currencyOneOf?: readonly string[] | undefined } {
  const signs = reader.currencySigns;
  const [first] = signs;
  if (!first) return { currency: declared };
  const known = declared ?? reader.format.currency;
  const start = known === undefined ? first.currencies : new Set([known]);
  const left = [...start].filter((code) => signs.every(({ currencies }) => currencies.has(code)));
  if (left.length === 0) {
    const said = signs.map(({ where, currencies }) => `${where} says ${[...currencies].join(' or ')}`);
    const wanted = known === undefined ? [] : [`the row is in ${known}`];
    reader.problem('currency_mismatch', [...new Set([...wanted, ...said])].join(', '));
  }
  return left.length === 1 ? { currency: left[0] } : { currency: declared, currencyOneOf: left };
}
