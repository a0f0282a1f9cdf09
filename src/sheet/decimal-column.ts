import { SheetError } from '../domain/errors.ts';
import type { Tally } from '../domain/lists.ts';
import { countPlainDecimals, type DecimalSign, decimalEvidence } from './amount-text.ts';
import type { AmountColumn, Column } from './header/column.ts';

interface Cell {
  readonly line: number;
  readonly text: string;
}

/**
 * Finds the decimal sign of a column of money from all of its cells: one that has shown it, and none that contradicts it.
 */
export class DecimalColumn implements Tally<Cell, DecimalSign | undefined> {
  readonly name: AmountColumn;
  readonly index: number;
  readonly #header: string;
  readonly #sheet: string;
  /** How many decimals all amounts so far have; `varied` if they differ. */
  #places: number | 'varied' | undefined;
  /** Once it is found. */
  sign: DecimalSign | undefined;
  readonly #evidence = new Map<DecimalSign | 'either', Cell>();

  /** `sheet` is its name, for messages. */
  constructor(name: AmountColumn, { index, header }: Column, sheet: string) {
    this.name = name;
    this.index = index;
    this.#header = header;
    this.#sheet = sheet;
  }

  /** A cell was seen that only a sign could settle, and none was found yet. */
  get isOpen(): boolean {
    return this.sign === undefined && this.#evidence.size > 0;
  }

  /** All amounts so far have as many decimals as each other, and this one has not. */
  isShorter(text: string): boolean {
    return typeof this.#places === 'number' && this.#places > 0 && placesOf(text) !== this.#places;
  }

  /** Errors: `SheetError` if the cell contradicts those before it. */
  add(cell: Cell): void {
    const decimals = countPlainDecimals(cell.text, this.sign);
    const places = decimals < 0 ? placesOf(cell.text) : decimals;
    if (this.#places === undefined) this.#places = places;
    else if (this.#places !== places) this.#places = 'varied';
    // Digits alone fit every sign, and digits around the sign that is known fit that.
    if (decimals >= 0) return;
    const found = decimalEvidence(cell.text);
    if (found === 'none' || this.#evidence.has(found)) return;
    this.#evidence.set(found, cell);
    if (found !== 'either') this.sign = found;
    const [point, comma] = [this.#evidence.get('.'), this.#evidence.get(',')];
    if (point && comma) {
      throw this.#unsettled(`${show(point)} has a decimal point, ${show(comma)} a decimal comma`);
    }
  }

  /** Errors: `SheetError` if the cells leave it open: `1.250` alone may be 1.25 or 1250. */
  result(): DecimalSign | undefined {
    const either = this.#evidence.get('either');
    if (this.isOpen && either)
      throw this.#unsettled(`${show(either)} can be read with a decimal point or a decimal comma`);
    return this.sign;
  }

  /** The column and the first cell that shows its sign, for messages. */
  describe(): string {
    const cell = this.sign && this.#evidence.get(this.sign);
    const name = `the column "${this.#header}"`;
    return cell ? `${name} (${show(cell)})` : name;
  }

  #unsettled(why: string): SheetError {
    return new SheetError(
      `Cannot determine the decimal sign of the column "${this.#header}" in "${this.#sheet}": ${why}`,
      { hint: HINT },
    );
  }
}

/**
 * A program writes one decimal sign in all columns. If a sheet shows both, somebody has changed one of the columns, and
 * what `1.250` is in it nobody can know.
 *
 * Errors: `SheetError` if one column has certainly a decimal point and another one certainly a decimal comma. `sheet` is
 * its name, for messages.
 */
export function refuseDisagreement(columns: readonly DecimalColumn[], sheet: string): void {
  const point = columns.find(({ sign }) => sign === '.')?.describe();
  const comma = columns.find(({ sign }) => sign === ',')?.describe();
  if (point === undefined || comma === undefined) return;
  throw new SheetError(
    `Cannot determine the decimal sign of the amounts in "${sheet}": ${point} has a decimal point, ${comma} a decimal comma`,
    {
      hint: `${HINT}; better, export all columns with the same sign: with the flag, the other sign is read as a thousands separator ("3.100" as 3100), and a row where that is impossible is refused`,
    },
  );
}

const HINT = 'Pass --decimal . or --decimal , to say which it is';

/** The characters behind the last sign that may be the decimal one; that of `Rp.500` is not. */
function placesOf(text: string): number {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  return at < 0 || /[\p{L}\p{M}/]/u.test(text.charAt(at - 1)) ? 0 : text.length - 1 - at;
}

function show({ line, text }: Cell): string {
  return `"${text}" on line ${line}`;
}
