export type DecimalSign = '.' | ',';

/** A decimal number as its digits: `integer` without leading zeros, `fraction` as written. */
export interface DecimalText {
  readonly negative: boolean;
  readonly integer: string;
  readonly fraction: string;
}

const SHAPES: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^([+-]?)(?:(\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?|\.(\d+))$/,
  ',': /^([+-]?)(?:(\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?|,(\d+))$/,
};

/** Reads a number written with this decimal sign, thousands set apart by the other sign or not at all. */
export function parseDecimalText(text: string, decimalSign: DecimalSign): DecimalText | undefined {
  const match = SHAPES[decimalSign].exec(text);
  if (!match) return undefined;
  const [, sign, integer = '0', fraction = '', bareFraction] = match;
  return {
    negative: sign === '-',
    integer: integer.replace(/[.,]/g, '').replace(/^0+(?=\d)/, ''),
    fraction: bareFraction ?? fraction,
  };
}

/**
 * What one cell says of its column's decimal sign: the sign that alone makes sense of it, `either` where both do and
 * lead to different numbers (`1.250`), `none` where it doesn't matter (`12`) or the cell is no number.
 */
export function decimalEvidence(text: string): DecimalSign | 'either' | 'none' {
  const point = SHAPES['.'].test(text);
  const comma = SHAPES[','].test(text);
  if (point && comma) return /[.,]/.test(text) ? 'either' : 'none';
  if (point) return '.';
  return comma ? ',' : 'none';
}
