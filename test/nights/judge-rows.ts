import { type Field, MONEY_FIELDS } from '../../src/domain/fields.ts';
import { type PlacedRow, SET_FIELDS, type Value } from './sheet.ts';

/** What each field of each listing holds, by `id field`. */
export type State = ReadonlyMap<string, Value>;

/** A field of which sheet and listing say different things. */
export interface Difference {
  readonly field: Field;
  readonly live: Value;
  readonly sheet: Value;
}

/** What becomes of a row if nothing stops the run. */
export interface JudgedRow {
  readonly row: PlacedRow;
  readonly status: 'updated' | 'unchanged' | 'duplicate' | 'blocked' | 'not_found';
  readonly differences: readonly Difference[];
}

export function judgeRows(rows: readonly PlacedRow[], live: State): readonly JudgedRow[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    const isSeen = seen.has(row.sku);
    seen.add(row.sku);
    if (isSeen) return { row, status: 'duplicate', differences: [] };
    if (row.id === undefined) return { row, status: 'not_found', differences: [] };
    const differences = differencesOf(row, live);
    const isFar = differences.some(isFarMove);
    return { row, status: isFar ? 'blocked' : differences.length > 0 ? 'updated' : 'unchanged', differences };
  });
}

function differencesOf({ id, values }: PlacedRow, live: State): readonly Difference[] {
  return SET_FIELDS.flatMap((field) => {
    const sheet = values[field];
    const held = live.get(`${id} ${field}`) ?? null;
    return sheet === undefined || sheet === held ? [] : [{ field, live: held, sheet }];
  });
}

/** By more than half: README has it as the default of `--max-change`. */
function isFarMove({ field, live, sheet }: Difference): boolean {
  const isMoney = MONEY_FIELDS.some((money) => money === field);
  if (!isMoney || typeof live !== 'number' || typeof sheet !== 'number') return false;
  return Math.abs(sheet - live) * 2 > live;
}
