import { findColumn } from './header/column-map.ts';

/** One condition of `--where`. */
export interface Condition {
  /** By header or letter, as `--map` names columns. */
  readonly column: string;
  readonly isEqual: boolean;
  readonly value: string;
}

/** As `--where` has it. */
export function formatCondition({ column, isEqual, value }: Condition): string {
  return `${column}${isEqual ? '' : '!'}=${value}`;
}

/**
 * What Amazon's files say of a row as a whole: `x` in `add-delete` takes the offer away, and STOP in `rule-action` leaves its minimum and maximum as
 * they are. Source: Amazon's templates "Inventory Loader" and "Automate Pricing".
 */
const ROW_ACTIONS: readonly Condition[] = [
  { column: 'add-delete', isEqual: false, value: 'x' },
  { column: 'rule-action', isEqual: false, value: 'STOP' },
];

interface Place {
  /** Of the sheet, for messages. */
  readonly name: string;
  /** The physical line of the header. */
  readonly line: number;
}

interface Watched extends Condition {
  readonly index: number;
  readonly header: string;
  /** Some of the texts below the header. */
  readonly texts: Set<string>;
  hasValue: boolean;
}

const MAX_TEXTS = 8;

/** Which rows of a sheet count, as a person has said; texts are compared exactly, without the blanks around them. */
export class RowFilter {
  readonly #conditions: readonly Watched[];
  /** The number of those of `--where`, which come first. */
  readonly #given: number;

  /** Errors: `SheetError` if a column is not there. */
  constructor(given: readonly Condition[], header: readonly string[], { name, line }: Place) {
    const actions = ROW_ACTIONS.filter(({ column }) => header.some((text) => text.trim() === column));
    this.#given = given.length;
    this.#conditions = [...given, ...actions].map((condition) => {
      const index = findColumn(header, condition.column, {
        sheet: name,
        line,
        purpose: '--where',
        hint: 'Name the column in --where by its header or its letter',
      });
      return { ...condition, index, header: header[index]?.trim() ?? '', texts: new Set(), hasValue: false };
    });
  }

  /** The positions of the columns that decide which rows count. */
  get deciding(): ReadonlySet<number> {
    return new Set(this.#conditions.map(({ index }) => index));
  }

  /** Those of which it says what each row has there: behind `X!=…` that may be anything else. */
  get columns(): ReadonlySet<number> {
    const given = this.#conditions.slice(0, this.#given);
    return new Set(given.flatMap(({ index, isEqual }) => (isEqual ? [index] : [])));
  }

  /** Why a record doesn't count; `undefined` if it does. */
  whyNot(cells: readonly string[]): string | undefined {
    let why: string | undefined;
    for (const condition of this.#conditions) {
      const text = cells[condition.index]?.trim() ?? '';
      if (condition.texts.size < MAX_TEXTS) condition.texts.add(text);
      const isSame = text === condition.value;
      condition.hasValue ||= isSame;
      if (isSame !== condition.isEqual) why ??= explain(text, condition);
    }
    return why;
  }

  /** Conditions that name a text that no row has, which may be misspelt. */
  notices(): readonly string[] {
    return this.#conditions.slice(0, this.#given).flatMap(({ hasValue, header, value, texts }) => {
      if (hasValue || texts.size === 0) return [];
      const seen = [...texts].map(show).join(', ');
      return [
        `--where names ${show(value)}, and no row has that in "${header}": rows have ${seen}${texts.size === MAX_TEXTS ? ', …' : ''}`,
      ];
    });
  }
}

function explain(text: string, { header, isEqual, value }: Watched): string {
  if (ROW_ACTIONS.some(({ column }) => column === header))
    return `Left out by the sheet: ${header} is ${show(text)}`;
  return `Left out by --where: ${header} is ${show(text)}${isEqual ? `, not ${show(value)}` : ''}`;
}

function show(text: string): string {
  return text === '' ? 'a blank cell' : `"${text}"`;
}
