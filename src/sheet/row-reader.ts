import { CUT_MARK } from '../domain/csv-cells.ts';
import { SheetError } from '../domain/errors.ts';
import { type IgnoredRow, type InvalidRow, LIKE_A_TOTAL, type Row, type SheetRow } from '../domain/row.ts';
import type { Redact } from '../domain/secret.ts';
import { isMoneyColumn, toColumn, toLetters } from './header/column.ts';
import { meaningOf } from './header/header-meanings.ts';
import type { RawRecord } from './parse-records.ts';
import { isMisplaced, parseRow } from './parse-row.ts';
import type { SheetSurvey } from './sheet-survey.ts';
import { whyIgnored } from './why-ignored.ts';

/** Makes the records of a sheet rows, in their order, once a survey has shown how they are written. */
export class RowReader {
  readonly #survey: SheetSurvey;
  /** Rows were seen below the header. */
  #hasRows = false;
  #skusAreWords = true;

  constructor(survey: SheetSurvey) {
    this.#survey = survey;
  }

  /** Errors: `SheetError` if another table begins with the record. */
  read(record: RawRecord): Row {
    const { totals, format, holdsKey, given } = this.#survey;
    const surely = totals.has(record.line) ? undefined : whyIgnored(record, format, { usable: true });
    const row = surely ?? this.#toRow(record);
    const { redact } = given.options;
    return holdsKey && redact ? withoutKey(row, format.header, redact) : row;
  }

  #toRow(record: RawRecord): Row {
    const { format, given, totals, tornLine } = this.#survey;
    const read = parseRow(record, format);
    const left = given.filter.whyNot(record.cells);
    if (left !== undefined && !isMisplaced(read)) return this.#leaveOut(read, left);
    const row = record.line === tornLine ? refuseTorn(read) : read;
    if (row.kind === 'ignored') {
      this.#hasRows = true;
      return row;
    }
    if (row.kind === 'row' && setsAnything(row)) {
      this.#hasRows = true;
      this.#skusAreWords &&= !row.target.sku.includes(' ');
      return totals.has(record.line) ? withTotalNotice(row) : row;
    }
    const skusAreWords = this.#hasRows && this.#skusAreWords;
    const facts = { usable: false, isBelowHeader: !this.#hasRows, skusAreWords };
    const ignored = totals.get(record.line) ?? whyIgnored(record, format, facts);
    const isHeader = ignored?.reason === 'repeated_header';
    if (isHeader || row.kind === 'invalid') this.#refuseOtherTable(record, isHeader);
    this.#hasRows ||= !ignored;
    return ignored ?? row;
  }

  #leaveOut(row: ParsedRow, message: string): IgnoredRow {
    const ignored = whyIgnored(row, this.#survey.format, { usable: false });
    if (ignored?.reason === 'repeated_header') this.#refuseOtherTable(row, true);
    this.#hasRows ||= !ignored;
    const { line, cells, target } = row;
    return ignored ?? { kind: 'ignored', line, cells, target, reason: 'filtered', message };
  }

  /**
   * Rows below a header of other columns would be read into the wrong fields. Right below the first header another one of the
   * same table may follow, in a program's own words; further down it has to be the same to the letter.
   */
  #refuseOtherTable({ cells, line }: RawRecord, isHeader: boolean): void {
    const { columns } = this.#survey.format;
    const namesSku = meaningOf(cells[columns.get('sku')?.index ?? -1] ?? '')?.name === 'sku';
    const other = [...columns].find(([name, column]) => {
      const text = cells[column.index]?.trim() ?? '';
      if (text === column.header) return false;
      const meaning = meaningOf(text);
      const { inCents, currencyNote, pieces } = toColumn(text, column.index);
      const isSame =
        meaning?.name === name &&
        inCents === column.inCents &&
        currencyNote === column.currencyNote &&
        pieces === column.pieces;
      // A letter has no header of which this could be another one; an unknown name may make it any other column.
      const isLetter = column.header === toLetters(column.index);
      if (isSame && isLetter) return false;
      if (this.#hasRows && isHeader) return true;
      if (!meaning && isLetter && namesSku && isMoneyColumn(name)) return text !== '';
      if (!meaning || meaning.name === 'sku' || (!isHeader && !isMoneyColumn(name))) return false;
      return this.#hasRows || !isSame;
    });
    if (!other) return;
    throw new SheetError(
      `Cannot read the sheet "${this.#survey.given.name}": another table begins on line ${line}, with "${cells[other[1].index]?.trim()}" below "${other[1].header}"`,
      { hint: 'Put each table into its own file' },
    );
  }
}

type ParsedRow = ReturnType<typeof parseRow>;

function setsAnything({ requested }: SheetRow): boolean {
  for (const _ in requested) return true;
  return false;
}

function withTotalNotice(row: SheetRow): SheetRow {
  const message = `The SKU "${row.target.sku}" reads like a total: the row is one unless exactly this SKU is listed`;
  return { ...row, notices: [...row.notices, { reason: LIKE_A_TOTAL, message }] };
}

/** A file may end anywhere without a line break, also in the middle of an amount. */
function refuseTorn(row: SheetRow | InvalidRow | IgnoredRow): InvalidRow {
  const { line, cells, target } = row;
  const message = 'The file ends in this cell, which is shorter than those above it: it may be cut short';
  const problems = row.kind === 'invalid' ? row.problems : [];
  // Fed back as it is, it would look whole.
  const marked = [...cells.slice(0, -1), `${cells.at(-1) ?? ''}${CUT_MARK}`];
  return {
    kind: 'invalid',
    line,
    cells: marked,
    target,
    begins: Number.NaN,
    problems: [...problems, { reason: 'cell_cut_short', message }],
  };
}

/** Keeps an API key that is in a sheet by mistake out of the files of a run: such a row is invalid, with the key masked. */
function withoutKey(row: Row, header: readonly string[], redact: Redact): Row {
  const cells = row.cells.map(redact);
  const at = cells.findIndex((cell, index) => cell !== row.cells[index]);
  if (at === -1) return row;
  const { line } = row;
  if (row.kind === 'ignored') return { ...row, cells, message: redact(row.message) };
  const message = `Cell "${header[at] ?? at + 1}" holds the API key: remove it, and create a new key if anyone else has this sheet`;
  const target = row.target && redact(row.target.sku) === row.target.sku ? row.target : undefined;
  return { kind: 'invalid', line, cells, target, problems: [{ reason: 'key_in_cell', message }] };
}
