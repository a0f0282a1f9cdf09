/**
 * The layout of every sheet that is written, as flags for reading it where settings expect another one. A map by flag
 * replaces one by settings; it names one column, and the headers identify the others.
 */
export const OUTPUT_LAYOUT = [
  ['encoding', 'utf-8'],
  ['quote', 'double'],
  ['header-row', '1'],
  ['map', 'sku=sku'],
] as const;
