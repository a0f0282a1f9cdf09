/**
 * How every sheet that is written here is laid out, as the flags say it to whoever reads it where other sheets are laid out in
 * another way. A map by flag takes the place of one that is set, and of the other columns the headers tell.
 */
export const OUTPUT_LAYOUT = [
  ['encoding', 'utf-8'],
  ['quote', 'double'],
  ['header-row', '1'],
  ['map', 'sku=sku'],
] as const;
