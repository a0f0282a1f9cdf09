import { count as counted, formatNumber } from '../../domain/count.ts';
import { currenciesBeside } from '../../domain/currency.ts';
import { BLANK, type ColumnLook } from '../../sheet/column-looks.ts';
import type { ColumnName } from '../../sheet/header/column.ts';
import {
  type FieldCurrencies,
  type Kept,
  keptAt,
  type LeftOut,
  nameForMap,
  nameLeftOut,
} from '../../sheet/header/column-map.ts';
import { readAbove } from '../../sheet/header/find-table.ts';
import { type Meaning, meaningOf } from '../../sheet/header/header-meanings.ts';
import type { NotesJson } from '../../sheet/note-claims.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import type { SheetOptions } from '../../sheet/sheet-options.ts';
import { type AmountCells, type CountedLines, listLines } from './tally-sheet.ts';

/** What somebody who looked has settled of the columns of a job's sheet. */
export interface SettledColumns {
  /** Header texts by field. */
  readonly columns: Readonly<Record<string, string>>;
  readonly leftOut: LeftOut;
  readonly currencies?: FieldCurrencies | undefined;
  readonly notes?: NotesJson | undefined;
  /** How the file was written, if that is known. */
  readonly file?: { readonly header: readonly string[]; readonly encoding: string | undefined };
}

/** A column of a sheet: what it is called and used as, what its cells hold, and what is settled of it. */
export interface SheetColumn extends ColumnLook {
  /** Position from 0. */
  readonly index: number;
  /** Without the blanks around it. */
  readonly header: string;
  /** That of its group, such as `Purchasing`; blank if there is none. */
  readonly heading: string;
  /** What its header means in any sheet. */
  readonly meaning: Meaning | undefined;
  /** What it is used as, if it is. */
  readonly field: ColumnName | undefined;
  /** It has one of pricesheet's own names, and the map says that the sheet has no such column. */
  readonly isMappedAway: boolean;
  /** `--where` says what its cells are in the rows that count. */
  readonly isCondition: boolean;
  /** What it may hold: by the settings, and by the last run, as far as these leave it out. */
  readonly kept: readonly Kept[];
  /** What its amounts are in, the most frequent first, if that is several currencies. */
  readonly currencies: readonly (readonly [name: string, cells: CountedLines])[];
  /** What they may be in: by the settings, and by the last run. */
  readonly keptCurrencies: readonly string[];
  /** Its name in `--map`. */
  readonly mapName: string;
  /** Its name among the columns that are left out. */
  readonly leftOutName: string;
}

interface Settled extends Pick<SheetOptions, 'map' | 'leaveOut' | 'currencies'> {
  /** By the last run of the job whose plan somebody agreed to. */
  readonly last?: SettledColumns | undefined;
  /** Of the columns of amounts; none for a file that a run wrote, of whose sheet it was settled. */
  readonly cells?: Readonly<Partial<Record<ColumnName, AmountCells>>> | undefined;
}

/** The columns of a sheet in order, blank ones included. `looks`: by position. */
export function toSheetColumns(
  { columns, table, filter }: Pick<Reading, 'columns' | 'table' | 'filter'>,
  looks: readonly ColumnLook[],
  { map, leaveOut, currencies, last, cells }: Settled,
): readonly SheetColumn[] {
  const { header } = table;
  const fields = new Map([...columns].map(([field, { index }]) => [index, field]));
  const { headings } = readAbove(table);
  return header.map((text, index) => {
    const meaning = meaningOf(text);
    const field = fields.get(index);
    const look = looks[index] ?? BLANK;
    const areArticles = look.mayBeDays && meaning?.name === 'sku';
    return {
      ...look,
      ...(areArticles && { kind: 'amounts', mayBeDays: false }),
      index,
      header: text.trim(),
      heading: headings[index] ?? '',
      meaning,
      field,
      isMappedAway: field === undefined && meaning?.by === 'own' && map.get(meaning.name) === '',
      isCondition: filter.columns.has(index),
      currencies: field === undefined ? [] : listSeveral(cells?.[field]?.currencies),
      keptCurrencies: [currencies, last?.currencies].flatMap((each) => (field && each?.[field]) ?? []),
      kept: [leaveOut, last?.leftOut].flatMap((leftOut) => {
        const kept = keptAt(leftOut, header, index);
        return kept === undefined ? [] : [kept];
      }),
      mapName: nameForMap(header, index),
      leftOutName: nameLeftOut(header, index),
    };
  });
}

/** Nothing if all may mean the same, as `$` and `USD` do. */
function listSeveral(found: AmountCells['currencies'] = new Map()): SheetColumn['currencies'] {
  const [first = new Set<string>(), ...others] = [...found.keys()].map((name) => currenciesBeside(name));
  const mayBeOne = [...first].some((code) => others.every((codes) => codes?.has(code)));
  return mayBeOne ? [] : [...found].sort(([, one], [, other]) => other.count - one.count);
}

/** `46 amounts in EUR, 3 in £ (lines 5, 13, 23)`. */
export function describeCurrencies(currencies: SheetColumn['currencies']): string {
  const described = currencies.map(([name, cells], at) =>
    at === 0
      ? `${counted(cells.count, 'amount')} in ${name}`
      : `${formatNumber(cells.count)} in ${name} (${listLines(cells)})`,
  );
  return described.join(', ');
}

/** Whether two names are those of one currency, such as `£` and `GBP`: of several that one may mean, the most usual counts. */
export function isSameCurrency(one: string, other: string): boolean {
  const [usual, otherUsual] = [one, other].map((name) => currenciesBeside(name)?.values().next().value);
  return one === other || (usual !== undefined && usual === otherUsual);
}

/** What to keep of the currencies in the columns that are used; also those of other nights. */
export function currenciesToKeep(columns: readonly SheetColumn[]): FieldCurrencies | undefined {
  const pairs = columns.flatMap(({ field, currencies, keptCurrencies }) => {
    const names = [...new Set([...keptCurrencies, ...currencies.map(([name]) => name)])];
    return field === undefined || names.length === 0 ? [] : [[field, names] as const];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
