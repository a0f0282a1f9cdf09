import { nameCurrencies } from '../../domain/currency.ts';
import { type Day, dayAfter, END_OF_TIME } from '../../domain/day.ts';
import type { SheetFigures } from '../../domain/documents/ledger.ts';
import { FIELDS, type Field, MONEY_FIELDS, type MoneyField } from '../../domain/fields.ts';
import { countIn, type Tally } from '../../domain/lists.ts';
import { describeRewriting } from '../../domain/rewritten-sku.ts';
import {
  hasAmount,
  type IgnoredReason,
  type IgnoredRow,
  type InvalidRow,
  type Row,
  type SheetRow,
  type Target,
} from '../../domain/row.ts';
import { LogHistogram } from '../../domain/statistics.ts';
import { setsAnyField } from '../../resolve/row-facts.ts';
import { isAmount, readAmountText } from '../../sheet/amount-text.ts';
import type { ColumnName } from '../../sheet/header/column.ts';
import { meaningOf } from '../../sheet/header/header-meanings.ts';
import { type Claim, isUsualPieces, readCells, readUnit } from '../../sheet/note-claims.ts';
import { isMisplaced } from '../../sheet/parse-row.ts';

/** How many rows there are, and the lines of the first. */
export class CountedLines {
  count = 0;
  readonly lines: number[] = [];

  add(line: number): void {
    this.count++;
    if (this.lines.length < MAX_KEPT) this.lines.push(line);
  }
}

/** The cells of a field of amounts, in the rows that can be used. */
export class AmountCells {
  /** Zeros included. */
  amounts = 0;
  readonly blank = new CountedLines();
  readonly zero = new CountedLines();
  /** By what the cells themselves or their header say that they are in, such as `EUR`; `£` may mean several. */
  readonly currencies = new Map<string, CountedLines>();
  readonly #histogram = new LogHistogram();

  add({ line, cents, currency }: AmountCell): void {
    if (cents === undefined) this.blank.add(line);
    if (cents == null) return;
    this.amounts++;
    this.#histogram.add(cents);
    if (currency !== undefined) countUnder(this.currencies, currency, line);
    if (cents === 0) this.zero.add(line);
  }

  /** Zeros apart, of which alone it is 0. */
  median(): number {
    return Math.round(this.#histogram.median() ?? 0);
  }
}

interface AmountCell {
  readonly line: number;
  readonly cents: number | null | undefined;
  readonly currency: string | undefined;
}

/** What the messages about a sheet as a whole need of its rows. */
export interface SheetDigest {
  /** Rows of all kinds. */
  readonly total: number;
  readonly counts: Readonly<Record<Row['kind'], number>>;
  /** Ignored rows by reason. */
  readonly ignored: ReadonlyMap<IgnoredReason, CountedLines>;
  /** The first few SKUs that look as if a spreadsheet had rewritten them. */
  readonly rewrittenSkus: readonly string[];
  /** SKUs that are the last part of the path in their cell. */
  readonly skusFromPaths: number;
  /** SKUs that were padded with zeros, and how many digits they have since. */
  readonly filledSkus: { readonly count: number; readonly digits: number };
  readonly cells: Readonly<Record<MoneyField, AmountCells>>;
  /** Rows whose own minimum is above their maximum. */
  readonly invertedBounds: CountedLines;
  /** The first day on which other rows count. */
  readonly changesOn: Day | undefined;
  /** The lines that are for no SKU and say something: notes, units, and the like. */
  readonly notes: readonly NoteLine[];
  readonly said: SaidByRows;
  /** What later runs compare their sheet with. */
  readonly figures: Pick<SheetFigures, 'sets' | 'medians'>;
}

/** What the rows say of their amounts themselves, which a note may say of all of them. */
export class SaidByRows {
  /** How many pieces the costs are for. */
  readonly pieces = new Set<number>();
  /** Of the rows with amounts. `undefined`: some say none. */
  readonly currencies = new Set<string | undefined>();
  /** `undefined`: some rows that count say none. */
  readonly begins = new Set<Day | undefined>();
  readonly ends = new Set<Day | undefined>();
  /** Some rows are for the listings of every market. */
  isOfEveryMarket = false;
}

export interface NoteLine extends Pick<Row, 'line' | 'cells'> {
  /** There is no row between it and the header. */
  readonly isBelowHeader?: boolean;
  /** It is a line of words outside of the rows: above or right below the header, or behind the last row. */
  readonly isBeside?: boolean;
  /** It looks like the header of another table, and rows that can be read as those of the first one follow. */
  readonly isAboveRows?: boolean;
}

/** Counts the rows of a sheet by what messages say about them. */
export class SheetTally implements Tally<Row, SheetDigest> {
  readonly #counts = { row: 0, invalid: 0, duplicate: 0, ignored: 0 };
  readonly #ignored = new Map<IgnoredReason, CountedLines>();
  readonly #rewrittenSkus = new Set<string>();
  readonly #filledSkus = { count: 0, digits: 0 };
  readonly #cells = Object.fromEntries(MONEY_FIELDS.map((field) => [field, new AmountCells()])) as Record<
    MoneyField,
    AmountCells
  >;
  readonly #invertedBounds = new CountedLines();
  /** The lines that say something of the amounts. */
  readonly #claims: NoteOrWords[] = [];
  /** The others of words, below the header and since the last row. */
  #words: NoteOrWords[] = [];
  /** How many SKUs of rows have each look. */
  readonly #looks = new Map<RegExp, number>();
  /** The first rows, for comparison. */
  readonly #firstRows: Row[] = [];
  readonly #said = new SaidByRows();
  readonly #sets: Partial<Record<Field, number>> = {};
  #total = 0;
  #skusFromPaths = 0;
  #changesOn = NEVER;
  #lastRow: Row | undefined;

  add(row: Row): void {
    const isBelowHeader = this.#total === this.#counts.ignored;
    this.#total++;
    this.#counts[row.kind]++;
    if (row.kind === 'ignored') this.#addIgnored(row);
    const filled = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const isNames = this.#isOfNames(row, filled);
    const isWords = isOfWords(row, filled) || this.#isPadded(row, filled);
    if (row.kind !== 'ignored' && !isWords && !isNames) this.#endWords(row);
    this.#changesOn = Math.min(this.#changesOn, changeOf(row));
    if (isNames || isNote(row, { filled, isBelowHeader })) {
      const target = row.kind === 'row' ? row.target : undefined;
      const note = { line: row.line, cells: row.cells, isBelowHeader, isOfWords: isWords, isNames, target };
      // Some shops have a line without a SKU for each further picture.
      if (isNames || saysAnything(filled, isBelowHeader)) this.#claims.push(note);
      else if (isWords && this.#words.length < MAX_WORDS) this.#words.push(note);
    }
    if (row.kind === 'row') this.#addUsable(row);
  }

  result(): SheetDigest {
    const lastLine = this.#lastRow?.line ?? 0;
    const filled = MONEY_FIELDS.filter((field) => this.#cells[field].amounts > 0);
    const medians = filled.map((field) => [field, this.#cells[field].median()]);
    return {
      total: this.#total,
      counts: this.#counts,
      ignored: this.#ignored,
      rewrittenSkus: [...this.#rewrittenSkus],
      skusFromPaths: this.#skusFromPaths,
      filledSkus: this.#filledSkus,
      cells: this.#cells,
      invertedBounds: this.#invertedBounds,
      changesOn: this.#changesOn === NEVER ? undefined : this.#changesOn,
      said: this.#said,
      figures: { sets: this.#sets, medians: Object.fromEntries(medians) },
      notes: [
        ...this.#claims,
        ...this.#words.filter(({ target }) => !target || this.#shareLike(target) === 0),
      ]
        .sort((one, other) => one.line - other.line)
        .map(({ isOfWords, isNames, target, ...note }) => {
          const isAboveRows = isNames && note.line < lastLine;
          const isBeside = isOfWords && (note.isBelowHeader || note.line > lastLine);
          return { ...note, isBeside: isBeside || isAboveRows, isAboveRows };
        }),
    };
  }

  /** `Artikel;Staffel` below rows: a name in each cell of a line that is not like the rows above it. */
  #isOfNames(row: Row, filled: readonly string[]): boolean {
    const mayBe = row.kind === 'invalid' || (row.kind === 'row' && !setsAnyField(row));
    if (!mayBe || !this.#lastRow || isMisplaced(row) || !filled.every(isName)) return false;
    const { target } = row;
    if (!target) return true;
    const hasColumnName = filled.some((cell) => meaningOf(cell) !== undefined);
    if (!DIGITLESS.test(target.sku)) return hasColumnName && this.#shareLike(target) === 0;
    if (hasColumnName) return true;
    const isOdd = this.#shareLike(target) <= MAX_ODD;
    if (row.kind === 'invalid') return isOdd || new Set(row.problems.map(({ cell }) => cell)).size > 1;
    const isBareName = isOdd && WORD.test(target.sku) && filled.length > 1;
    return isBareName && (this.#isAfterGap(row) || this.#hasOtherCells(row));
  }

  /** `Superseded;;`, as spreadsheets save a note: a row that sets nothing and looks like no row above it. */
  #isPadded(row: Row, { length }: readonly string[]): boolean {
    return row.kind === 'row' && length === 1 && !setsAnyField(row) && this.#shareLike(row.target) === 0;
  }

  /** Which part of the rows above has SKUs that look like this one: by its rarest look. */
  #shareLike({ sku }: Target): number {
    const counts = looksOf(sku).map((look) => this.#looks.get(look) ?? 0);
    return Math.min(1, ...counts.map((count) => count / Math.max(1, this.#counts.row)));
  }

  /** Whether there is a blank line, or another one that is no row, between a line and the last row. */
  #isAfterGap({ line }: Row): boolean {
    const { line: lastLine = line, cells = [] } = this.#lastRow ?? {};
    return line > lastLine + cells.join().split('\n').length;
  }

  /** Whether no cell beside the SKU is written as those above it. */
  #hasOtherCells({ cells, target }: Row): boolean {
    return cells.every((cell, at) => {
      const characters = charactersOf(cell);
      const isLike = (row: Row): boolean => charactersOf(row.cells[at] ?? '') === characters;
      return characters === '' || cell.trim() === target?.sku || !this.#firstRows.some(isLike);
    });
  }

  /** Words with a row behind them are beside nothing, unless they are right below the header. */
  #endWords(row: Row): void {
    this.#lastRow = row;
    if (this.#firstRows.length < MAX_COMPARED) this.#firstRows.push(row);
    const between = this.#words.filter(({ isBelowHeader }) => !isBelowHeader);
    if (between.length > 0) this.#words = this.#words.filter(({ isBelowHeader }) => isBelowHeader);
    for (const { target } of [row, ...between])
      for (const look of looksOf(target?.sku ?? '')) countIn(this.#looks, look);
  }

  #addIgnored({ reason, line, begins, ends }: IgnoredRow): void {
    countUnder(this.#ignored, reason, line);
    if (begins !== undefined) this.#said.begins.add(begins);
    if (ends !== undefined) this.#said.ends.add(ends);
  }

  #addUsable(row: SheetRow): void {
    const { line, target, requested, notices } = row;
    const { sku, listingId, platform, channel } = target;
    const said = this.#said;
    said.begins.add(row.begins);
    said.ends.add(row.ends);
    if (requested.cost != null) said.pieces.add(row.pieces ?? 1);
    if (hasAmount(row)) said.currencies.add(row.currency);
    said.isOfEveryMarket ||= (listingId ?? platform ?? channel) === undefined;
    for (const field of FIELDS)
      if (requested[field] !== undefined) this.#sets[field] = (this.#sets[field] ?? 0) + 1;
    const currency = currencySaidBy(row);
    for (const field of MONEY_FIELDS) this.#cells[field].add({ line, cents: requested[field], currency });
    const { minimum_price: minimum, maximum_price: maximum } = requested;
    if (minimum != null && maximum != null && minimum > maximum) this.#invertedBounds.add(line);
    for (const { reason } of notices) {
      if (reason === 'sku_from_path') this.#skusFromPaths++;
      if (reason !== 'sku_filled') continue;
      this.#filledSkus.count++;
      this.#filledSkus.digits = sku.length;
    }
    if (this.#rewrittenSkus.size < MAX_KEPT && describeRewriting(sku)) this.#rewrittenSkus.add(sku);
  }
}

/** What a row's own amounts, or their headers, say that they are in. */
function currencySaidBy({ currency, currencyOneOf = [], currencySource }: SheetRow): string | undefined {
  if (currencySource === undefined) return undefined;
  return currency?.toUpperCase() ?? nameCurrencies(currencyOneOf);
}

function countUnder<K>(counts: Map<K, CountedLines>, key: K, line: number): void {
  const counted = counts.get(key) ?? new CountedLines();
  counts.set(key, counted);
  counted.add(line);
}

/** The first lines, and whether there are more. */
export function listLines({ lines, count }: CountedLines): string {
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
}

const MAX_KEPT = 5;
const NEVER = Number.POSITIVE_INFINITY;

/** The day on which a row begins to count, or doesn't count any more. */
function changeOf(row: Row): Day {
  if (row.kind === 'ignored' && row.reason === 'not_valid_yet') return row.begins ?? NEVER;
  const { ends = END_OF_TIME } = row.kind === 'row' ? row : {};
  return ends < END_OF_TIME ? dayAfter(ends) : NEVER;
}

const MAX_WORDS = 1000;

interface NoteOrWords extends NoteLine {
  readonly isBelowHeader: boolean;
  readonly isOfWords: boolean;
  readonly isNames: boolean;
  /** It can be read as a row. */
  readonly target: Target | undefined;
}

const DIGITLESS = /^\D+$/;
/** `Lamp`, not `LAMP-RED`. */
const WORD = /^\D*\p{Ll}\D*$/u;
/** Without a digit, as a word, with blanks, in brackets: as words look, and most SKUs don't. */
const LOOKS = [DIGITLESS, WORD, /\s/, /[()]/];

/** A few SKUs that look like words don't make every word a SKU. */
const MAX_ODD = 0.2;
const MAX_COMPARED = 50;

/** Words, a sign of money alone or with a unit, `#`, `%`; not `n/a`. */
function isName(cell: string): boolean {
  return /\p{L}{2}|^\p{Sc}|^[#%]$/u.test(cell) && !isAmount(readAmountText(cell));
}

function looksOf(sku: string): readonly RegExp[] {
  return LOOKS.filter((look) => look.test(sku));
}

/** The kinds of characters in a cell: `Form` has others than `Lamp red`, and than `LAMP`. */
function charactersOf(cell: string): string {
  return CHARACTERS.filter((kind) => kind.test(cell.trim())).join(' ');
}

const CHARACTERS = [/\d/, /\p{Ll}/u, /\p{Lu}/u, /\s/];

function saysAnything(filled: readonly string[], isBelowHeader: boolean): boolean {
  const texts = filled.filter((cell) => !LINK.test(cell));
  return (
    readCells(texts).claims.length > 0 || (isBelowHeader && texts.some((text) => readUnit(text).length > 0))
  );
}

/** `/100.jpg` says nothing of pieces. */
const LINK = /^https?:\/\/\S+$/i;

/** A note, a single cell that can't be read as a row, or names where a row was expected: only a sheet without a header has a row in line 1. */
function isOfWords(row: Row, filled: readonly string[]): boolean {
  if (row.kind === 'ignored') return row.reason === 'note';
  const isOfNames = row.line === 1 && filled.every((cell) => /^\D+$/.test(cell));
  return row.kind === 'invalid' && (filled.length === 1 || isOfNames);
}

/** A line of words that is for no SKU, or has nothing but one cell; right below the header, a line of units may have words below `sku`. */
function isNote(
  row: Row,
  { filled, isBelowHeader }: { readonly filled: readonly string[]; readonly isBelowHeader: boolean },
): boolean {
  const [label = ''] = filled;
  // `Preiseinheit;100`: no SKU is called like a column.
  if (filled.length === 2 && /^\D+$/.test(label) && isLabel(label)) return true;
  const isForNone =
    (row.kind === 'ignored' && (row.reason === 'note' || row.reason === 'no_sku')) ||
    (row.kind === 'invalid' && (isBelowHeader || row.target === undefined || namesUnit(row)));
  const isUnit =
    isBelowHeader && row.kind === 'invalid' && row.target === undefined && filled.every(isUsualPieces);
  // `5 .57` and `5.57/100` beside a SKU are amounts that can't be read.
  const isBroken = row.kind === 'invalid' && row.target !== undefined;
  const holdsAmount = (cell: string): boolean =>
    isAmount(readAmountText(cell)) || (isBroken && DECIMALS.test(cell));
  return (isForNone || filled.length === 1) && (isUnit || !filled.some(holdsAmount));
}

/** `je 100` or `GBP` in place of an amount: the heading of a table, whatever SKUs look like. */
function namesUnit({ problems }: InvalidRow): boolean {
  return problems.some(
    ({ cell = '' }) => /^\D/.test(cell) && readCells([cell]).claims.some(({ kind }) => UNITS.has(kind)),
  );
}

const UNITS: ReadonlySet<Claim['kind']> = new Set<Claim['kind']>(['pieces', 'cents', 'currency']);
const DECIMALS = /\d\s*[.,]\s*\d{1,2}(?!\d)/;

function isLabel(text: string): boolean {
  const meaning = meaningOf(text.replace(/\s*[:=]$/, ''));
  return (
    meaning !== undefined && (meaning.by !== 'weak' || /\s/.test(text)) && SAYS_OF_AMOUNTS.has(meaning.name)
  );
}

const SAYS_OF_AMOUNTS: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'cost_divisor',
  'unit',
  'currency',
  'valid_from',
  'valid_to',
  'platform',
  'channel',
]);
