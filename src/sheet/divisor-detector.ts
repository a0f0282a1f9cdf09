import { SheetError } from '../domain/errors.ts';
import type { Shell } from '../domain/quote-word.ts';
import type { Tally } from '../domain/tally.ts';
import { possiblePieces, splitDivisor } from './divisor-text.ts';
import type { Columns } from './header/column.ts';
import { toLetters } from './header/column-letters.ts';
import { foldHeader } from './header/fold-header.ts';
import { formatMapFlag } from './header/format-map-flag.ts';
import { nameForMap } from './header/name-for-map.ts';
import { findProgram } from './header/programs/find-program.ts';
import { mayBeDivisor, namesPriceQuantity } from './may-be-divisor.ts';
import type { RawRecord } from './raw-record.ts';

interface SheetFacts {
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly header: readonly string[];
  readonly columns: Columns;
  /** It is known already what the costs are for, or that they are for one piece. */
  readonly isSettled: boolean;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/** 1, 10, 100, 1000 and 10000: what prices are for wherever they are kept for more than one piece. */
const MAX_DIGITS = 5;
/** The share of filled cells that hold one of them. Columns of packs, stock and orders hold other numbers in more than a few. */
const LEAST_SHARE = 0.8;
/** One cell holds one of them by chance. */
const FEWEST_CELLS = 2;
/** After that many other cells, a column if they are the majority is given up. */
const ENOUGH_OTHERS = 100;
const MAX_EXAMPLES = 3;

/** A column that nothing is taken from. */
interface Watched {
  readonly index: number;
  /** Its header says that it holds what a price is for, so that no number in it is an unusual one. */
  readonly isNamed: boolean;
  /** Cells that hold a usual number of pieces. */
  usual: number;
  /** Cells that hold something else. */
  others: number;
  /** Cells that hold more than 1, the first of each kind. */
  readonly examples: Map<number, string>;
}

/**
 * Watches the columns beside a cost that nothing is taken from. One that looks like the number of pieces that the cost is
 * for ends the reading: taken for the cost of one piece, the cost would be a hundred times too high.
 */
export class DivisorDetector implements Tally<RawRecord, SheetError | undefined> {
  readonly #facts: SheetFacts;
  readonly #cost: number;
  #watched: Watched[];

  constructor(facts: SheetFacts) {
    const { header, columns } = facts;
    this.#facts = facts;
    this.#cost = columns.get('cost')?.index ?? -1;
    const isSettled = this.#cost < 0 || facts.isSettled || columns.has('cost_divisor');
    const used = new Set([...columns.values()].map(({ index }) => index));
    const others = new Set((findProgram(header)?.others ?? []).map(foldHeader));
    this.#watched = header.flatMap((text, index) =>
      isSettled || used.has(index) || others.has(foldHeader(text)) || !mayBeDivisor(text)
        ? []
        : [{ index, isNamed: namesPriceQuantity(text), usual: 0, others: 0, examples: new Map() }],
    );
  }

  add({ cells, line }: RawRecord): void {
    if (this.#watched.length === 0 || isBlank(cells[this.#cost])) return;
    let areDone = false;
    for (const column of this.#watched) {
      const text = cells[column.index] ?? '';
      if (text === '') continue;
      const pieces = column.isNamed ? possiblePieces(text) : readUsual(text);
      if (pieces !== undefined) note(column, { pieces, text, line });
      else if (!isBlank(text) && ++column.others >= ENOUGH_OTHERS) areDone ||= isDone(column);
    }
    if (areDone) this.#watched = this.#watched.filter((column) => !isDone(column));
  }

  /** Why the sheet is refused, if a column looks like the number of pieces that the cost is for. */
  result(): SheetError | undefined {
    const found = this.#watched.filter(isDivisor);
    return found.length > 0 ? refuse(found, this.#facts) : undefined;
  }
}

function isDivisor({ usual, others, examples }: Watched): boolean {
  const filled = usual + others;
  return filled >= FEWEST_CELLS && examples.size > 0 && usual >= filled * LEAST_SHARE;
}

function isBlank(text = ''): boolean {
  return text === '' || text.trim() === '';
}

function note(
  column: Watched,
  { pieces, text, line }: { readonly pieces: number; readonly text: string; readonly line: number },
): void {
  column.usual++;
  const { examples } = column;
  if (pieces > 1 && examples.size < MAX_EXAMPLES && !examples.has(pieces)) {
    examples.set(pieces, `"${text.trim()}" on line ${line}`);
  }
}

const ONE = 49;
const ZERO = 48;
const NINE = 57;
/** Longer cells hold something else. */
const LONGEST = 24;

/** The usual number of pieces that a cell holds, if it does. */
function readUsual(text: string): number | undefined {
  const first = text.charCodeAt(0);
  if (first > ONE && first <= NINE) return undefined;
  let zeros = 0;
  if (first === ONE) while (text.charCodeAt(zeros + 1) === ZERO) zeros++;
  const next = first === ONE ? text.charCodeAt(zeros + 1) : first;
  // Behind the end of the text it is not a number.
  if (Number.isNaN(next)) return zeros < MAX_DIGITS ? 10 ** zeros : undefined;
  if (next >= ONE && next <= NINE) return undefined;
  return text.length > LONGEST || !text.includes('1') ? undefined : readWritten(text);
}

/** Likewise, with signs, decimals of zeros and words around it. */
function readWritten(text: string): number | undefined {
  const { number } = splitDivisor(text.trim());
  const [, digits] = /^0*(10?[.,'’ ]000|10{0,4})(?:[.,]0{1,6})?$/.exec(number) ?? [];
  return digits === undefined ? undefined : Number(digits.replace(/\D/g, ''));
}

function isDone({ usual, others }: Watched): boolean {
  return others >= ENOUGH_OTHERS && usual < others;
}

function refuse(found: readonly Watched[], { name, header, columns, shell }: SheetFacts): SheetError {
  const cost = columns.get('cost')?.header ?? '';
  const seen = found.map((column) => describe(column, header)).join('; ');
  const flags = found
    .map(({ index }) => formatMapFlag([['cost_divisor', nameForMap(header, index)]], shell))
    .join(' or ');
  return new SheetError(
    `Cannot read the sheet "${name}": what one "${cost}" is for may be in a column with an unknown name: ${seen}`,
    {
      hint: `Pass ${flags} if "${cost}" is for that many pieces, or --map cost_divisor= if it is for one piece`,
    },
  );
}

function describe({ index, isNamed, usual, others, examples }: Watched, header: readonly string[]): string {
  const letter = toLetters(index);
  const text = header[index]?.trim() ?? '';
  const column = text === '' || text === letter ? `column ${letter}` : `"${text}" (column ${letter})`;
  const what = isNamed ? 'a number of pieces or a word for one' : '1, 10, 100, 1000 or 10000';
  return `${usual} of the ${usual + others} filled cells of ${column} hold ${what}: ${[...examples.values()].join(', ')}`;
}
