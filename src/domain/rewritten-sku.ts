const EXPONENT = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;
const DATES = [
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/,
  /^\d{4}-\d{2}-\d{2}(?: 00:00:00)?$/,
  /^\d{1,2}[.-]? ?(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*\.?$/i,
  /^(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*[ .-]\d{1,4}$/i,
];

/** What a spreadsheet seems to have made of a SKU that it took for a number or a date; `undefined` for other SKUs. */
export function describeRewriting(sku: string): 'a shortened number' | 'a date' | undefined {
  if (EXPONENT.test(sku)) return 'a shortened number';
  return DATES.some((date) => date.test(sku)) ? 'a date' : undefined;
}
