/** The number of pieces that a header itself says its amounts are for, where that is more than one: 100 of `Cost per 100`. */
export function piecesOf(header: string): number | undefined {
  const [, digits = ''] = PER_PIECES.exec(header.slice(0, LONGEST_HEADER).normalize('NFKC')) ?? [];
  const pieces = Number(digits.replace(/[.,' ]/g, ''));
  return pieces > 1 ? pieces : undefined;
}

const LONGEST_HEADER = 200;

/** A word for `per`, or a slash, and a whole number behind it; of `per 1.5 l` nothing can be said here. */
const PER_PIECES =
  /(?:(?<!\p{L})(?:per|pro|je|pour|por|cada|für|à|for)[\s_-]*|\/\s*)(\d{1,3}(?:[.,' ]\d{3})+|\d{1,6})(?![\d.,]|\s*(?:g|kg|ml|cl|l|cm|mm|m)(?!\p{L}))/iu;
