import { type Cents, formatCents } from '../domain/cents.ts';
import { currenciesOf, nameCurrencies } from '../domain/currency.ts';
import type { Fees } from '../domain/fees.ts';
import type { Desired, MoneyField } from '../domain/fields.ts';
import type { RowCurrency } from '../domain/row.ts';
import type { CellReader, MoneyCells } from './cell-reader.ts';
import { explainBadDivisor, explainUnknownUnit, foldUnit, isPiece, readPieces } from './divisor-text.ts';
import type { AmountColumn, Column } from './header/column.ts';
import { parseMoney, type Rounding } from './parse-money.ts';
import { explainMissingPrice, meansOther } from './program-columns.ts';

/** The requested values of a row while it is read: one object per row, since there may be millions. */
export type RequestedDraft = { -readonly [F in keyof Desired]: Desired[F] };

/** What the amounts of a row are in. */
export interface MoneyReading extends RowCurrency {
  /** All of them were given in cents, so that they mean the same in every currency. */
  readonly inCents: boolean;
  readonly fee: Fees['perUnit'];
}

/** Reads the amounts of a row; the requested ones go into `requested`. `declared` is what its currency column says. */
export function readMoneyCells(
  reader: CellReader,
  requested: RequestedDraft,
  declared: string | undefined,
): MoneyReading {
  let inCents = true;
  for (const money of reader.layout.money) {
    const value = readMoney(reader, money);
    if (value === undefined) continue;
    requested[money.name] = value;
    inCents &&= value === null || money.inCents;
  }
  const { fee: cells } = reader.layout;
  const fee = cells && readFee(reader, cells);
  if (cells && fee !== undefined) inCents &&= cells.inCents;
  if (reader.currencySigns.length === 0) return { inCents, currency: declared, fee };
  return { inCents, fee, ...settleCurrency(reader, declared) };
}

function readMoney(reader: CellReader, money: MoneyCells<MoneyField>): Desired[MoneyField] {
  const { format } = reader;
  const meant = money.name === 'cost' && format.priceControl ? findMeant(reader, money) : money;
  if (!meant) return undefined;
  const text = reader.text(meant.column);
  if (text === undefined) return undefined;
  return text === format.clearToken ? null : readAmount(reader, meant, text);
}

/** A fee is an amount like any other, except that there is nothing to clear. */
function readFee(reader: CellReader, cells: MoneyCells<'fee'>): Fees['perUnit'] {
  const text = reader.plain(cells.column);
  return text === undefined ? undefined : readAmount(reader, cells, text);
}

/** How amounts finer than a cent are rounded if nobody said how. A fee is sent nowhere, and never counted as less than it is. */
const ROUNDING: Readonly<Partial<Record<AmountColumn, Rounding>>> = { cost: 'half-up', fee: 'up' };

function readAmount(
  reader: CellReader,
  { name, column, inCents }: MoneyCells,
  text: string,
): Cents | undefined {
  const { format } = reader;
  const divisor = name === 'cost' ? readDivisor(reader, column) : 1n;
  if (divisor === undefined) return undefined;
  if (name === 'cost') reader.pieces = divisor;
  const parsed = parseMoney(text, {
    unit: inCents ? 'cents' : 'major',
    decimalSign: format.decimalSigns.get(name) ?? '.',
    rounding: format.rounding ?? ROUNDING[name] ?? 'error',
    divisor,
  });
  if (parsed.kind === 'problem')
    return reader.problem(parsed.reason, `${column.header} "${text}" ${parsed.detail}`, text);
  noteCurrency(reader, column, { text, currencies: parsed.currencies });
  if (parsed.rounded) {
    const per = divisor === 1n ? '' : ` per ${divisor}`;
    const message = `${column.header} ${text}${per} was rounded to ${formatCents(parsed.cents)}`;
    reader.notice('rounded', message);
  }
  return parsed.cents;
}

/** The column that the row's price control names. If the sheet does not have that column, the row has no cost; the other price is not used instead. */
function findMeant(reader: CellReader, money: MoneyCells<MoneyField>): MoneyCells<MoneyField> | undefined {
  const { priceControl: control, clearToken, moneyUnit } = reader.format;
  const { cells } = reader.record;
  if (!control || !meansOther(cells, control)) return money;
  const { other } = control;
  if (!other) {
    const text = reader.text(money.column);
    if (text === undefined || text === clearToken) return money;
    return reader.problem('cost_not_meant', explainMissingPrice(cells, { control, cost: money.column }));
  }
  const letter = reader.text(control.column);
  if (reader.text(other) !== undefined)
    reader.notice('other_price', `${control.column.header} "${letter}": the cost is ${other.header}`);
  return { name: money.name, column: other, inCents: moneyUnit === 'cents' || other.inCents };
}

function noteCurrency(
  reader: CellReader,
  { header, currencyNote }: Column,
  { text, currencies }: { readonly text: string; readonly currencies: ReadonlySet<string> | undefined },
): void {
  if (currencies) reader.currencySigns.push({ where: `${header} "${text}"`, currencies });
  const inHeader = currencyNote === undefined ? undefined : currenciesOf(currencyNote);
  if (inHeader) reader.currencySigns.push({ where: `"${header}"`, currencies: inHeader });
}

/**
 * How many pieces the cost is for; `undefined` if that is unknown. A cost is never for one piece by default, and two numbers are
 * never multiplied.
 */
function readDivisor(reader: CellReader, cost: Column): bigint | undefined {
  const { cost_divisor, unit } = reader.layout;
  const { costPer } = reader.format;
  const all = cost.pieces ?? (costPer === undefined ? undefined : BigInt(costPer));
  if (!cost_divisor && !unit) return all ?? 1n;
  const divisor = cost_divisor && readPiecesCell(reader, 'cost_divisor', cost_divisor);
  const units = unit && readPiecesCell(reader, 'unit', unit);
  if ((cost_divisor && !divisor) || (unit && !units)) return undefined;
  const said = [divisor, units].filter((cell) => cell?.pieces !== undefined);
  const several = said.filter((cell) => cell?.pieces !== 1n);
  if (several.length > 1)
    return reader.problem(
      'cost_divisor_unusable',
      `${divisor?.where} and ${units?.where} may both count; --map unit= or --map cost_divisor= leaves one of them out`,
    );
  const { pieces, where, name } = several[0] ?? said[0] ?? {};
  if (pieces === undefined || all === undefined || pieces === all) return pieces ?? all ?? 1n;
  const who = cost.pieces === undefined ? `--cost-per ${all}` : cost.header;
  return reader.problem(
    'cost_divisor_unusable',
    `${who} gives a different number of pieces than ${where}; pass --map ${name}= if ${who} is right`,
  );
}

interface PiecesCell {
  readonly name: 'cost_divisor' | 'unit';
  /** The column and the text. */
  readonly where: string;
  /** Nothing for a word for one piece: such a word goes with any number. */
  readonly pieces?: bigint | undefined;
}

function readPiecesCell(
  reader: CellReader,
  name: PiecesCell['name'],
  column: Column,
): PiecesCell | undefined {
  const { units, decimalSigns } = reader.format;
  const text = reader.text(column) ?? '';
  const where = `${column.header} "${text}"`;
  const given = units?.get(foldUnit(text));
  if (given === undefined && isPiece(text)) return { name, where };
  const pieces = given ?? readPieces(text, decimalSigns.get('cost'));
  if (pieces !== undefined) return { name, where, pieces };
  return name === 'unit'
    ? reader.problem('unit_unknown', `${column.header} ${explainUnknownUnit(text)}`)
    : reader.problem(
        'cost_divisor_unusable',
        `${where} is not a usable number of pieces: ${explainBadDivisor(text)}; write the number into the cell`,
      );
}

/**
 * The one currency that everything in a row agrees on. A sign such as `$` leaves several; which of them is meant shows
 * with the listing.
 */
function settleCurrency(reader: CellReader, declared: string | undefined): RowCurrency {
  const signs = reader.currencySigns;
  const known = declared ?? reader.format.currency;
  const start = known === undefined ? (signs[0]?.currencies ?? []) : [known];
  const left = [...start].filter((code) => signs.every(({ currencies }) => currencies.has(code)));
  if (left.length === 0) {
    const said = signs.map(({ where, currencies }) => `${where} is in ${nameCurrencies([...currencies])}`);
    const wanted = known === undefined ? [] : [`the row is in ${known}`];
    reader.problem('currency_mismatch', [...new Set([...wanted, ...said])].join(', '));
  }
  const currencySource = declared === undefined ? signs[0]?.where : undefined;
  return left.length === 1
    ? { currency: left[0], currencySource }
    : { currency: declared, currencyOneOf: left, currencySource };
}
