import { count } from '../domain/count.ts';
import { groupBy, joinWith } from '../domain/lists.ts';
import { findRemarks, LISTING_ID, REMARKS } from '../domain/own-sheets.ts';
import { quoteWord, type Shell } from '../domain/quote-word.ts';
import { parseDate } from './dates.ts';
import { isPiece } from './divisor-text.ts';
import { formatMapFlag, type MapPair, nameForMap } from './header/column-map.ts';
import type { RawRecord } from './parse-records.ts';
import type { Reading, Sheet } from './scan-sheet.ts';

/** The lines of rows that disagree, each with what is the same for all rows of one listing. */
export type DisagreeingLines = ReadonlyMap<number, string | number>;

/** More are counted, and not looked at. */
const MAX_ROWS = 10_000;
const MAX_TEXTS = 4;
/** `EA`, `12er`, `100 KG`, `per 100`. */
const UNIT = /^(?:\p{L}+ )?(?:\d[\d.,'’]*)? ?\p{L}{0,10}\.?$/u;

/** The flag that chooses among rows that disagree: for a map its pair, else as it is typed. */
export interface Choice {
  readonly map?: readonly MapPair[];
  readonly where?: string;
}

export interface Disagreement {
  readonly message: string;
  /** The best one, if a column distinguishes the rows. */
  readonly choice?: Choice;
}

/** The rows of a listing that disagree. */
type Group = readonly RawRecord[];

/** Says once for the sheet that rows for the same listing disagree, what distinguishes them, and which flags choose. */
export async function distinguishRows(
  { reading, rows }: Sheet,
  disagreeing: DisagreeingLines,
  shell: Shell,
): Promise<Disagreement | undefined> {
  if (disagreeing.size === 0) return undefined;
  const held: RawRecord[] = [];
  for await (const batch of rows())
    for (const { line, cells } of batch)
      if (disagreeing.has(line) && held.length < MAX_ROWS) held.push({ line, cells });
  const byListing = groupBy(held, ({ line }) => disagreeing.get(line));
  // Beside a row that can't be read, the other one is the only one that disagrees, and no column can distinguish it.
  const groups = [...byListing.values()].filter(({ length }) => length > 1);
  if (groups.length === 0) return undefined;
  const sizes = groups.map(({ length }) => length);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const each = `${least === most ? most : `${least} to ${most}`} rows${groups.length === 1 ? '' : ' each'}`;
  const said = `${count(groups.length, 'SKU has', 'SKUs have')} ${each} that disagree`;
  const index = findColumn(groups, reading);
  const isInGroup = (line: number): boolean => (byListing.get(disagreeing.get(line))?.length ?? 0) > 1;
  const found = index === undefined ? undefined : await countTexts(index, groups, { rows, isInGroup });
  const { flags, choice } = found ? chooseFlags(found, reading, shell) : {};
  if (!found || !choice)
    return { message: `${said}; keep ${listLines(groups)}, or pass --duplicates first or last` };
  const texts = [...found.counts.keys()];
  const shown = texts.slice(0, MAX_TEXTS).map((text) => (text === '' ? 'a blank cell' : `"${text}"`));
  const list = `${shown.join(', ')}${texts.length > MAX_TEXTS ? ', …' : ''}`;
  const column = reading.table.header[found.index]?.trim();
  return {
    message: `${said}; "${column}" distinguishes them (${list}): pass ${flags?.join(', or ')}; --duplicates first or last takes one by its line`,
    choice,
  };
}

const MAX_GROUPS = 3;

/** `one of lines 31 and 32, of lines 40, 41 and 42, …`. */
function listLines(groups: readonly Group[]): string {
  const lines = groups.slice(0, MAX_GROUPS).map((rows) => rows.map(({ line }) => `${line}`));
  const shown = lines.map((each) => `of lines ${joinWith('and', each)}`);
  return `one ${shown.join(', ')}${groups.length > MAX_GROUPS ? ', …' : ''}`;
}

function textOf({ cells }: Pick<RawRecord, 'cells'>, index: number): string {
  return cells[index]?.trim() ?? '';
}

/** The column that has another text in each row of a listing; of several, the one with the fewest texts. */
function findColumn(groups: readonly Group[], { columns, table: { header } }: Reading): number | undefined {
  const used = new Set([...columns.values()].map(({ index }) => index));
  const ours = findRemarks(header) ? [LISTING_ID, ...REMARKS] : [];
  const found = header.flatMap((text, index) => {
    if (used.has(index) || ours.includes(text.trim())) return [];
    const textsIn = groups.map((rows) => rows.map((row) => textOf(row, index)));
    const isApart = textsIn.every((texts) => new Set(texts).size === texts.length);
    return isApart ? [{ index, size: new Set(textsIn.flat()).size }] : [];
  });
  return found.sort((one, other) => one.size - other.size)[0]?.index;
}

/** A column that distinguishes rows, and how many SKUs have a row with each of its texts. */
interface Distinction {
  readonly index: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly skus: number;
}

async function countTexts(
  index: number,
  groups: readonly Group[],
  { rows, isInGroup }: Pick<Sheet, 'rows'> & { readonly isInGroup: (line: number) => boolean },
): Promise<Distinction> {
  const byText = groupBy(groups.flat(), (row) => textOf(row, index));
  const counts = new Map([...byText].map(([text, { length }]) => [text, length]));
  let skus = groups.length;
  for await (const batch of rows())
    for (const row of batch) {
      if (row.kind === 'ignored' || isInGroup(row.line)) continue;
      skus++;
      const text = textOf(row, index);
      const known = counts.get(text);
      if (known !== undefined) counts.set(text, known + 1);
    }
  return { index, counts, skus };
}

/** The flags that choose, and the best of them: none if no column says what the amounts are for, and no text keeps every SKU. */
function chooseFlags(
  { index, counts, skus }: Distinction,
  { columns, table: { header } }: Reading,
  shell: Shell,
): { readonly flags?: readonly string[]; readonly choice?: Choice } {
  const name = nameForMap(header, index);
  const filled = [...counts.keys()].filter((text) => text !== '');
  const areDates = filled.every((text) => parseDate(text) !== undefined) && !columns.has('valid_from');
  const areUnits = filled.some(isPiece) && filled.every((text) => UNIT.test(text)) && !columns.has('unit');
  const maps: readonly (readonly [MapPair, string])[] = [
    ...(areDates ? [[['valid_from', name], 'the day from which they count'] as const] : []),
    ...(areUnits ? [[['unit', name], 'the unit of the cost'] as const] : []),
  ];
  const whole = filled.find((text) => counts.get(text) === skus);
  const where = whole === undefined ? undefined : `--where ${quoteWord(`${name}=${whole}`, shell)}`;
  const flags = maps.map(([pair, what]) => `${formatMapFlag([pair], shell)} if it is ${what}`);
  if (where) flags.push(`${where} to choose the rows with that text`);
  const [first] = maps;
  return { flags, ...(first ? { choice: { map: [first[0]] } } : where && { choice: { where } }) };
}
