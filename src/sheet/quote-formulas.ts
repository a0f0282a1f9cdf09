import type { Dialect } from './dialect.ts';

/** Rewrites a text that comes in pieces: what `next` and `end` return, one after the other, is all of it. */
export interface FormulaQuoter {
  next(piece: string): string;
  end(): string;
}

/** A cell longer than this is not a formula around a SKU, and csv-parse refuses it. */
const MAX_CELL = 1024 * 1024;

/**
 * Puts cells such as `="0005"` into quotes, which keep spreadsheets from rewriting a SKU and which no reader of CSV
 * takes: `"=""0005"""` is what they mean. Only such cells are rewritten that would end the reading: in a text that
 * can be read, a quote behind `=` closes its cell or is doubled, and no plain character follows it.
 */
export function createFormulaQuoter(dialect: Dialect): FormulaQuoter {
  const { delimiter } = dialect;
  let rest = '';
  return {
    next: (piece) => {
      const text = rest + piece;
      const end = text.length > MAX_CELL ? text.length : endOfCells(text, delimiter);
      rest = text.slice(end);
      return quoteFormulas(text.slice(0, end), dialect);
    },
    end: () => {
      const last = quoteFormulas(rest, dialect);
      rest = '';
      return last;
    },
  };
}

/** A text that begins where a cell begins and ends where one ends. */
export function quoteFormulas(text: string, { delimiter, quote }: Dialect): string {
  if (quote !== '"' || !isPlainSign(delimiter) || !text.includes('="')) return text;
  return text.replace(formulaBetween(delimiter), '"=""$1"""');
}

function isPlainSign(delimiter: string): boolean {
  return delimiter.length === 1 && delimiter !== '=' && delimiter !== '"';
}

/** Behind the last delimiter or line break: a cell of which more may come is left for the next piece. */
function endOfCells(text: string, delimiter: string): number {
  const last = text.lastIndexOf(delimiter);
  const breaks = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return Math.max(last < 0 ? 0 : last + delimiter.length, breaks + 1);
}

const EXPRESSIONS = new Map<string, RegExp>();

function formulaBetween(delimiter: string): RegExp {
  const known = EXPRESSIONS.get(delimiter);
  if (known) return known;
  const sign = delimiter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const made = new RegExp(`(?<=^|[\\r\\n]|${sign})="([^"\\r\\n${sign}]+)"(?=$|[\\r\\n]|${sign})`, 'g');
  EXPRESSIONS.set(delimiter, made);
  return made;
}
