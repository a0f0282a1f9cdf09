import { type Cents, formatCents, toCents } from './cents.ts';

/** What a sale costs the seller beside the cost of the item, as far as somebody has said; nothing is assumed. */
export interface Fees {
  /** An amount for each unit. Units: cents of the listing's currency. */
  readonly perUnit?: Cents | undefined;
  /** A part of the price. Units: thousandths of a percent, as a whole number. */
  readonly share?: number | undefined;
}

/** Thousandths of a percent in a hundred percent. */
export const WHOLE_SHARE = 100_000;

/** The fees of a row: what it says, else what the settings say; `undefined` if nobody said any. */
export function feesOf(row: Fees | undefined, settings: Fees | undefined): Fees | undefined {
  const perUnit = row?.perUnit ?? settings?.perUnit;
  const share = row?.share ?? settings?.share;
  return perUnit === undefined && share === undefined ? undefined : { perUnit, share };
}

/**
 * The part of a price that a fee is. A part of a cent counts as a whole one: then a price covers its cost and fees exactly if it
 * does so in cents.
 *
 * Units: cents, thousandths of a percent.
 */
export function shareOfPrice(price: Cents, share: number): Cents {
  return toCents(Number(divideUp(BigInt(price) * BigInt(share), BigInt(WHOLE_SHARE))));
}

/** What is left of a price once cost and fees are paid; negative if it does not cover them. Units: cents. */
export function marginOf(
  price: Cents,
  { cost, fees }: { readonly cost: Cents; readonly fees: Fees | undefined },
): number {
  if (!fees) return price - cost;
  const { perUnit = 0, share = 0 } = fees;
  return price - cost - perUnit - shareOfPrice(price, share);
}

/** The lowest price that covers cost and fees; `undefined` if no price is as high. */
export function leastPrice(cost: Cents, { perUnit = NONE, share = 0 }: Fees): Cents | undefined {
  const fixed = BigInt(cost) + BigInt(perUnit);
  const least = divideUp(fixed * BigInt(WHOLE_SHARE), BigInt(WHOLE_SHARE - share));
  return least > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : toCents(Number(least));
}

const NONE = 0 as Cents;

function divideUp(part: bigint, by: bigint): bigint {
  return (part + by - 1n) / by;
}

/** `fee 0.30, fee 15 % of 9.99 = 1.50`. */
export function describeFees({ perUnit, share }: Fees, price: Cents): string {
  return [
    ...(perUnit === undefined ? [] : [`fee ${formatCents(perUnit)}`]),
    ...(share === undefined
      ? []
      : [
          `fee ${formatShare(share)} % of ${formatCents(price)} = ${formatCents(shareOfPrice(price, share))}`,
        ]),
  ].join(', ');
}

/** `15`, `12.5`, `0.35`: percent, without zeros behind the last digit. Units: thousandths of a percent. */
export function formatShare(share: number): string {
  const digits = String(share).padStart(4, '0');
  const fraction = digits.slice(-3).replace(/0+$/, '');
  return `${digits.slice(0, -3)}${fraction === '' ? '' : `.${fraction}`}`;
}
