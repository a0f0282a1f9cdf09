import { SheetError } from '../domain/errors.ts';
import type { Column } from './columns.ts';
import { type DecimalSign, decimalEvidence } from './decimal-text.ts';
import type { RawRecord } from './parse-records.ts';

interface Cell {
  readonly line: number;
  readonly text: string;
}

export interface DecimalReading {
  /** A cell that is no amount. */
  readonly clearToken: string;
  /** Of the sheet, for messages. */
  readonly name: string;
  /** The last record of a file without a final line end: its last cell may have lost its tail. */
  readonly unfinished?: RawRecord | undefined;
}

/**
 * The decimal sign of a column of money, told from all of its cells. A column that holds whole numbers only is read
 * with a point. A cell that may have lost its tail proves nothing about the others: `1.2` may have been `1.250,00`.
 *
 * Errors: `SheetError` where the cells don't tell (`1.250` alone may be 1.25 or 1250) or contradict each other.
 */
export function settleDecimalSign(
  records: readonly RawRecord[],
  column: Column,
  reading: DecimalReading,
): DecimalSign {
  const { unfinished } = reading;
  const mayBeCut = unfinished !== undefined && column.index === unfinished.cells.length - 1;
  const whole = mayBeCut ? records.filter((record) => record !== unfinished) : records;
  const settled = settle(collectEvidence(whole, column, reading), column, reading);
  if (!mayBeCut) return settled ?? '.';
  const all = settle(collectEvidence(records, column, reading), column, reading);
  return settled ?? all ?? '.';
}

type Evidence = ReadonlyMap<DecimalSign | 'either', Cell>;

/** The first cell that speaks for each possibility. */
function collectEvidence(
  records: readonly RawRecord[],
  { index }: Column,
  { clearToken }: DecimalReading,
): Evidence {
  const evidence = new Map<DecimalSign | 'either', Cell>();
  for (const { line, cells } of records) {
    const text = cells[index]?.trim() ?? '';
    const found = text === clearToken ? 'none' : decimalEvidence(text);
    if (found !== 'none' && !evidence.has(found)) evidence.set(found, { line, text });
  }
  return evidence;
}

/** The sign that the evidence speaks for; `undefined` where nothing hangs on it. */
function settle(evidence: Evidence, { header }: Column, { name }: DecimalReading): DecimalSign | undefined {
  const [point, comma, either] = [evidence.get('.'), evidence.get(','), evidence.get('either')];
  if (point && comma) {
    throw unsettled(name, header, `${show(point)} has a decimal point, ${show(comma)} a decimal comma`);
  }
  if (!point && !comma && either) {
    throw unsettled(name, header, `${show(either)} can be read with a decimal point or a decimal comma`);
  }
  if (comma) return ',';
  return point ? '.' : undefined;
}

function show({ line, text }: Cell): string {
  return `"${text}" on line ${line}`;
}

function unsettled(name: string, column: string, why: string): SheetError {
  return new SheetError(`Cannot tell the decimal sign of the column "${column}" of "${name}": ${why}`, {
    hint: 'Pass --decimal . or --decimal , to say which it is',
  });
}
