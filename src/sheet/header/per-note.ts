/** A number of pieces at the end of a header: `per 100`, `je 1.000 Stk`, `(EUR/100 ST)`. Other numbers may be a year or a size. */
const NOTE =
  /(?:(?<![\p{L}\p{N}])(?:per|je|pro|par|por|voor|za)[\s_]*|\/[\s_]*)(10|100|1000|10000|1[.,' ]000|10[.,' ]000)(?![\p{N}.,])[\s_]*(?:pcs?|pieces?|units?|ea|st|stk|stück|pz|szt|u)?\.?\s*([)\]]?)\s*$/iu;

interface PerNote {
  readonly pieces: bigint;
  /** The header without it. */
  readonly rest: string;
}

/** What a header says that its amounts are for, where that is more than one piece. */
export function perNoteOf(header: string): PerNote | undefined {
  const found = NOTE.exec(header.slice(-60));
  if (!found) return undefined;
  const [note, number = '', bracket = ''] = found;
  const before = header.slice(0, header.length - note.length).trimEnd();
  return { pieces: BigInt(number.replace(/\D/g, '')), rest: close(before, bracket) };
}

/** Without the note, a bracket before it holds nothing, or a currency. */
function close(before: string, bracket: string): string {
  if (bracket === '') return before;
  return /[([]$/.test(before) ? before.slice(0, -1).trimEnd() : before + bracket;
}
