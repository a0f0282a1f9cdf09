import { FIELDS, type Field, isMoneyField } from '../../domain/fields.ts';
import { csvFile } from './csv-file.ts';
import type { UndoShape } from './render-undo.ts';

interface PartRecord {
  /** Of the part that it comes from. */
  readonly position: number;
  readonly cells: readonly string[];
}

const IDENTITY = ['listing_id', 'sku', 'currency'] as const;
const IN_CENTS = '_cents';

/**
 * One `undo.csv` out of several of one sheet. Each has the columns that it needs, and is in cents where one of its
 * currencies wants that: so all get the columns that one of them has, and all are in cents where one of them is.
 */
export function joinUndos(
  headers: readonly (readonly string[])[],
  records: Iterable<PartRecord>,
  shape: Pick<UndoShape, 'delimiter' | 'decimalSign' | 'clearToken'>,
): Iterable<string> {
  const parts = headers.map(readColumns);
  const fields = FIELDS.filter((field) => parts.some((columns) => columns.has(field)));
  const inCents = parts.some((columns) => [...columns.values()].some((column) => column.inCents));
  function* rows(): Generator<readonly string[]> {
    yield [
      ...IDENTITY,
      ...fields.map((field) => (inCents && isMoneyField(field) ? `${field}${IN_CENTS}` : field)),
    ];
    for (const { position, cells } of records) {
      const columns = parts[position];
      const values = fields.map((field) => {
        const column = columns?.get(field);
        const cell = column === undefined ? '' : (cells[column.index] ?? '');
        const isAmount = isMoneyField(field) && cell !== '' && cell !== shape.clearToken;
        return isAmount && inCents && !column?.inCents ? toCentsText(cell, shape.decimalSign) : cell;
      });
      yield [...cells.slice(0, IDENTITY.length), ...values];
    }
  }
  return csvFile(rows(), shape);
}

interface Column {
  readonly index: number;
  readonly inCents: boolean;
}

function readColumns(header: readonly string[]): ReadonlyMap<Field, Column> {
  return new Map(
    FIELDS.flatMap((field): readonly (readonly [Field, Column])[] => {
      const [plain, cents] = [header.indexOf(field), header.indexOf(`${field}${IN_CENTS}`)];
      if (cents !== -1) return [[field, { index: cents, inCents: true }]];
      return plain === -1 ? [] : [[field, { index: plain, inCents: false }]];
    }),
  );
}

/** `12.99` has two places whatever the amount, so its digits alone are the cents. */
function toCentsText(amount: string, decimalSign: string): string {
  return String(Number(amount.replace(decimalSign, '')));
}
