import { findColumn } from './header/read-map.ts';

/** One condition of `--where`. */
export interface Condition {
  /** By header or letter, as `--map` names columns. */
  readonly column: string;
  readonly isEqual: boolean;
  readonly value: string;
}

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

  /** Errors: `SheetError` if a column is not there. */
  constructor(conditions: readonly Condition[], header: readonly string[], { name, line }: Place) {
    this.#conditions = conditions.map((condition) => {
      const index = findColumn(header, condition.column, {
        sheet: name,
        line,
        purpose: '--where',
        hint: 'Name the column in --where by its header or its letter',
      });
      return { ...condition, index, header: header[index]?.trim() ?? '', texts: new Set(), hasValue: false };
    });
  }

  /** The positions of the columns that it looks at. */
  get columns(): ReadonlySet<number> {
    return new Set(this.#conditions.map(({ index }) => index));
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
    return this.#conditions.flatMap(({ hasValue, header, value, texts }) => {
      if (hasValue || texts.size === 0) return [];
      const seen = [...texts].map(show).join(', ');
      return [
        `--where names ${show(value)}, and no row has that in "${header}": rows have ${seen}${texts.size === MAX_TEXTS ? ', …' : ''}`,
      ];
    });
  }
}

function explain(text: string, { header, isEqual, value }: Watched): string {
  return `Left out by --where: ${header} is ${show(text)}${isEqual ? `, not ${show(value)}` : ''}`;
}

function show(text: string): string {
  return text === '' ? 'a blank cell' : `"${text}"`;
}
