import type { MoneyField } from '../domain/fields.ts';
import { findMisfit } from './find-misfit.ts';
import type { Cell, JointHistogram } from './joint-histogram.ts';
import { FEW_PRICED_ROWS } from './limits.ts';
import { figurePairs, middleOf } from './pair-figures.ts';

/** What is known of a column's amounts beside a price. */
export interface ColumnCounts {
  readonly amounts: number;
  /** Listings that hold an amount in this field already. */
  readonly compared: number;
  /** Of these: that hold about what the row asks for. */
  readonly held: number;
  /** Amounts that are the price itself. */
  readonly atPrice: number;
  /** Amounts that are the VAT in the price, by its rate in percent. */
  readonly taxes: ReadonlyMap<number, number>;
  /** Price and amount. */
  readonly pairs: JointHistogram;
  /** Likewise, of amounts that are absurd beside their own price and that the listing does not hold. */
  readonly strays: JointHistogram;
}

/** An amount is absurd under the first or over the second of these, times its price. */
export const ABSURD = { least: 1 / 100, most: 8 } as const;
/** How many of a hundred amounts may be absurd, and one in any case. */
const MAX_STRAYS = 5;
/** A price this many times above or below the usual one, `0.01` or `9999.99`, is a placeholder. */
const ODD_PRICE = 20;

/**
 * Why a column can't be the field that it is taken for; nothing if it may be. The limits were measured, see
 * docs/decisions/0021-plausible-columns.md.
 */
export function judgeColumn(field: MoneyField, counts: ColumnCounts): string | undefined {
  const { amounts, pairs } = counts;
  if (amounts < FEW_PRICED_ROWS) return undefined;
  const cells = pairs.cells();
  const middle = middleOf(cells);
  const hasPrice = ({ x }: Cell) => Math.abs(x - middle) <= Math.log(ODD_PRICE);
  return (
    (field === 'cost' ? findPartOfPrice(counts) : undefined) ??
    (isHeldByMost(counts) ? undefined : findMisfit(field, amounts, figurePairs(cells.filter(hasPrice)))) ??
    findStrays(amounts, counts.strays.cells().filter(hasPrice))
  );
}

/** What the listings hold already can't be far from what is meant, however odd their prices are. */
function isHeldByMost({ amounts, compared, held }: ColumnCounts): boolean {
  return compared >= FEW_PRICED_ROWS && compared * 2 >= amounts && held * 2 >= compared;
}

/** A cost is neither the price nor the VAT in it. */
function findPartOfPrice({ amounts, atPrice, taxes }: ColumnCounts): string | undefined {
  const parts: readonly (readonly [what: string, count: number])[] = [
    ['what the listings sell for (within 1 %)', atPrice],
    ...[...taxes].map(
      ([rate, count]) => [`the ${rate} % VAT in what the listings sell for (to the cent)`, count] as const,
    ),
  ];
  const [what, count] = parts.find(([, found]) => found * 2 >= amounts) ?? [];
  return what && `${count} of its ${amounts} amounts are ${what}, and half are too many`;
}

function findStrays(amounts: number, strays: readonly Cell[]): string | undefined {
  const count = strays.reduce((sum, cell) => sum + cell.count, 0);
  if (count < 2 || count * 100 < amounts * MAX_STRAYS) return undefined;
  return `${count} of its ${amounts} amounts are under 1/${1 / ABSURD.least} of what the listings sell for or over ${ABSURD.most} times that, and ${MAX_STRAYS} % are too many`;
}
