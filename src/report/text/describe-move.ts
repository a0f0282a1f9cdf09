import { toCents } from '../../domain/cents.ts';
import { describeValue, isMoneyField, type MoneyField } from '../../domain/fields.ts';
import { describePercent } from '../../domain/moves.ts';
import type { Change } from '../../domain/stages.ts';
import { type Glyphs, UNICODE } from './glyphs.ts';

interface Amounts {
  readonly field: MoneyField;
  readonly before: number;
  readonly after: number;
}

/** An amount that moves, as `min 10.00 → 8.50 (−15.0 %)`. */
export function describeMove({ field, before, after }: Amounts, glyphs: Glyphs = UNICODE): string {
  const [from, to] = [before, after].map((amount) => describeValue(field, toCents(amount)));
  return `${SHORT_NAMES[field]} ${from} ${glyphs.arrow} ${to} (${describePercent(before, after, glyphs)})`;
}

/** How far a change moves an amount; empty for other fields. */
export function describeChange({ field, before, after }: Change, glyphs: Glyphs = UNICODE): string {
  if (!isMoneyField(field)) return '';
  return describePercent(before as number | null, after as number | null, glyphs);
}

/** As people head the columns of a sheet. */
const SHORT_NAMES: Readonly<Record<MoneyField, string>> = {
  cost: 'cost',
  minimum_price: 'min',
  maximum_price: 'max',
  manual_price: 'manual',
};
