/**
 * Rates of VAT in percent that part of a price may be. 22 and 25 are left out: their part is 18 and 20 % of the price, and
 * many shops put down such a share of their prices as costs.
 *
 * *Source*: the rates of the EU, the United Kingdom, Switzerland and Norway, taxation-customs.ec.europa.eu and national pages.
 */
const VAT_RATES = [5.5, 7, 8.1, 10, 17, 19, 20, 21, 23, 24, 27];

/** Of less than that a cent is too much to know one rate from another. Units: cents. */
const LEAST_TAX = 100;

/** The rate of the VAT that is in a price, if the amount is that VAT to the cent. Units: cents, percent. */
export function taxRateOf(amount: number, price: number): number | undefined {
  if (amount < LEAST_TAX || amount * 4 > price) return undefined;
  return VAT_RATES.find((rate) => Math.abs(amount - (price * rate) / (100 + rate)) < HALF_A_CENT);
}

/** And what is lost in the reckoning. */
const HALF_A_CENT = 0.5 + 1e-6;
