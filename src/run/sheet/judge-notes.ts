import { MONEY_FIELDS } from '../../domain/fields.ts';
import { clip } from '../../report/text/clip.ts';
import { contradictionOf, readClaims, type SettledAmounts } from '../../sheet/note-claims.ts';
import type { DatedOptions, Reading } from '../../sheet/read-sheet.ts';
import type { SheetDigest } from './tally-sheet.ts';

/**
 * Lines above, below and among the rows that say of the amounts something else than what is settled: for a hundred pieces, in cents, in
 * another currency, with tax, from a later day on. What such a line says counts as if each heading said it.
 */
export function judgeNotes(
  { columns, table: { above } }: Pick<Reading, 'columns' | 'table'>,
  { notes }: Pick<SheetDigest, 'notes'>,
  options: Pick<DatedOptions, 'asOf' | 'costPer' | 'moneyUnit' | 'currency'>,
): string | undefined {
  const settled = toSettled(columns, options);
  const found = [...above, ...notes].flatMap(({ line, cells }) => {
    const text = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const said = [...new Set([...text, text.join(' ')])].flatMap(readClaims);
    const against = said.flatMap((claim) => contradictionOf(claim, settled) ?? []);
    return [...new Set(against)].map(
      (why) => `line ${line} says "${clip(text.join(' '), MAX_NOTE)}", and ${why}`,
    );
  });
  return found.length === 0 ? undefined : found.slice(0, MAX_FOUND).join('; ');
}

const MAX_NOTE = 100;
const MAX_FOUND = 5;

function toSettled(
  columns: Reading['columns'],
  { asOf, costPer = 1, moneyUnit, currency }: Parameters<typeof judgeNotes>[2],
): SettledAmounts {
  const money = MONEY_FIELDS.flatMap((field) => columns.get(field) ?? []);
  const [note] = money.flatMap(({ currencyNote }) => currencyNote ?? []);
  const pieces = columns.get('cost')?.pieces;
  return {
    pieces: columns.has('cost_divisor') || columns.has('unit') ? 'rows' : Number(pieces ?? costPer),
    inCents: moneyUnit === 'cents' || money.every(({ inCents }) => inCents),
    currency: columns.has('currency') ? 'rows' : (currency ?? note?.toLowerCase()),
    asOf,
  };
}
