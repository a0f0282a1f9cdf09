declare const brand: unique symbol;

/** An amount in hundredths of a currency's major unit: a safe integer. */
export type Cents = number & { readonly [brand]: 'Cents' };

/** Trusts the caller that `value` is a whole number of cents; anything else is a bug here. */
export function toCents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number of cents: ${value}`);
  return value as Cents;
}

/**
 * Cents as decimal text with two places, by string arithmetic.
 *
 * Shape: `1299` → `12.99`, `-5` → `-0.05`. Units: major units of the currency, decimal sign as given.
 */
export function formatCents(cents: Cents, decimalSign: '.' | ',' = '.'): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimalSign}${digits.slice(-2)}`;
}
