/** Behind a word any number counts that can't be a year; behind a slash only numbers that prices are usually for. */
const NUMBER = String.raw`(?!(?:19|20)\d\d(?!\d))(?:\d{1,3}(?:[.,' ]000)+|\d{1,6})`;
const USUAL = "10(?:0{0,3}|[.,' ]000)|1[.,' ]000";
const UNIT = 'pcs?|pieces?|units?|ea|st|stk|stück|pz|szt|u';
/** A number of pieces at the end of a header: `per 100`, `je 1.000 Stk`, `(EUR/100 ST)`; of `per 100 kg` nothing can be said here. */
const NOTE = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:per|je|pro|par|por|voor|za)[\s_-]*(?<any>${NUMBER})|/[\s_]*(?<usual>${USUAL}))` +
    String.raw`(?![\p{N}.,])[\s_]*(?:${UNIT})?\.?\s*(?<bracket>[)\]]?)\s*$`,
  'iu',
);

interface PerQuantity {
  readonly pieces: bigint;
  /** The header without it. */
  readonly rest: string;
}

/** What a header says that its amounts are for, if that is more than one piece. */
export function perQuantityOf(header: string): PerQuantity | undefined {
  const found = NOTE.exec(header.slice(-60));
  const { any, usual = any, bracket = '' } = found?.groups ?? {};
  const pieces = BigInt(usual?.replace(/\D/g, '') ?? 0);
  if (!found || pieces <= 1n) return undefined;
  const before = header.slice(0, header.length - found[0].length).trimEnd();
  return { pieces, rest: close(before, bracket) };
}

/** Without the note, a bracket before it holds nothing, or a currency. */
function close(before: string, bracket: string): string {
  if (bracket === '') return before;
  return /[([]$/.test(before) ? before.slice(0, -1).trimEnd() : before + bracket;
}
