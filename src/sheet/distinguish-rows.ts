import { count } from '../domain/count.ts';
import { findRemarks, LISTING_ID, REMARKS } from '../domain/own-sheets.ts';
import { quoteWord, type Shell } from '../domain/quote-word.ts';
import { parseDate } from './dates.ts';
import { isPiece } from './divisor-text.ts';
import { formatMapFlag, type MapPair, nameForMap } from './header/column-map.ts';
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

/** Says once for the sheet that rows for the same listing disagree, what distinguishes them, and which flags choose. */
export async function distinguishRows(
  { reading, rows }: Sheet,
  disagreeing: DisagreeingLines,
  shell: Shell,
): Promise<Disagreement | undefined> {
  if (disagreeing.size === 0) return undefined;
  const groups = new Map<string | number, DisagreeingRow[]>();
  let held = 0;
  for await (const batch of rows()) {
    for (const { line, cells } of batch) {
      const group = disagreeing.get(line);
      if (group === undefined || ++held > MAX_ROWS) continue;
      const others = groups.get(group);
      if (others) others.push({ line, cells });
      else groups.set(group, [{ line, cells }]);
    }
  }
  // Beside a row that can't be read, the other one is the only one that disagrees, and no column can distinguish it.
  for (const [group, { length }] of groups) if (length === 1) groups.delete(group);
  if (groups.size === 0) return undefined;
  const sizes = [...groups.values()].map(({ length }) => length);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const each = `${least === most ? most : `${least} to ${most}`} rows${groups.size === 1 ? '' : ' each'}`;
  const said = `${count(groups.size, 'SKU has', 'SKUs have')} ${each} that disagree`;
  const keepOne = `${said}; keep ${listLines([...groups.values()])}, or pass --duplicates first or last`;
  const found = findColumn([...groups.values()], reading);
  if (!found) return { message: keepOne };
  const isInGroup = (line: number): boolean => groups.has(disagreeing.get(line) ?? '');
  const kept = await chooseText(found, [...groups.values()], { rows: rows(), isInGroup });
  const { message, choice } = describe(found, kept, { reading, shell });
  if (!choice) return { message: keepOne };
  return { message: `${said}; ${message}; --duplicates first or last takes one by its line`, choice };
}

interface DisagreeingRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const MAX_GROUPS = 3;

/** `one of lines 31 and 32, of lines 40, 41 and 42, …`. */
function listLines(groups: readonly (readonly DisagreeingRow[])[]): string {
  const shown = groups.slice(0, MAX_GROUPS).map((rows) => {
    const lines = rows.map(({ line }) => line);
    return `of lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
  });
  return `one ${shown.join(', ')}${groups.length > MAX_GROUPS ? ', …' : ''}`;
}

interface Found {
  readonly index: number;
  readonly texts: readonly string[];
}

/** The column that has another text in each row of a listing; of several, the one with the fewest texts. */
function findColumn(
  groups: readonly (readonly DisagreeingRow[])[],
  { columns, table: { header } }: Reading,
): Found | undefined {
  const used = new Set([...columns.values()].map(({ index }) => index));
  const ours = findRemarks(header) ? [LISTING_ID, ...REMARKS] : [];
  const found = header.flatMap((text, index): readonly Found[] => {
    if (used.has(index) || ours.includes(text.trim())) return [];
    const textsIn = groups.map((rows) => rows.map(({ cells }) => cells[index]?.trim() ?? ''));
    const isApart = textsIn.every((texts) => new Set(texts).size === texts.length);
    return isApart ? [{ index, texts: [...new Set(textsIn.flat())] }] : [];
  });
  return found.sort((one, other) => one.texts.length - other.texts.length)[0];
}

/** A text whose rows could be all that count, and how many others would be gone: of other SKUs, or of one that has no row with it. */
interface Kept {
  readonly text: string;
  readonly others: number;
}

/** The text that keeps the most SKUs; of several the first. */
async function chooseText(
  { index, texts }: Found,
  groups: readonly (readonly DisagreeingRow[])[],
  {
    rows,
    isInGroup,
  }: { readonly rows: ReturnType<Sheet['rows']>; readonly isInGroup: (line: number) => boolean },
): Promise<Kept> {
  const counts = new Map(texts.filter((text) => text !== '').map((text) => [text, 0]));
  let total = groups.length;
  const add = ({ cells }: Pick<DisagreeingRow, 'cells'>): void => {
    const text = cells[index]?.trim() ?? '';
    const known = counts.get(text);
    if (known !== undefined) counts.set(text, known + 1);
  };
  for (const group of groups) group.forEach(add);
  for await (const batch of rows)
    for (const row of batch) {
      if (row.kind === 'ignored' || isInGroup(row.line)) continue;
      total++;
      add(row);
    }
  const kept = [...counts].map(([text, shared]) => ({ text, others: total - shared }));
  return kept.reduce((best, each) => (each.others < best.others ? each : best));
}

function describe(
  { index, texts }: Found,
  { text, others }: Kept,
  { reading, shell }: { readonly reading: Reading; readonly shell: Shell },
): Disagreement {
  const { columns, table } = reading;
  const { header } = table;
  const name = nameForMap(header, index);
  const shown = texts.slice(0, MAX_TEXTS).map((text) => (text === '' ? 'a blank cell' : `"${text}"`));
  const more = texts.length > MAX_TEXTS ? ', …' : '';
  const filled = texts.filter((text) => text !== '');
  const areDates = filled.every((text) => parseDate(text) !== undefined) && !columns.has('valid_from');
  const areUnits = filled.some(isPiece) && !columns.has('unit');
  const maps: readonly (readonly [MapPair, string])[] = [
    ...(areDates ? [[['valid_from', name], 'the day from which they count'] as const] : []),
    ...(areUnits && filled.every((text) => UNIT.test(text))
      ? [[['unit', name], 'the unit of the cost'] as const]
      : []),
  ];
  const where = `--where ${quoteWord(`${name}=${text}`, shell)}`;
  const flags = [
    ...maps.map(([pair, what]) => `${formatMapFlag([pair], shell)} if it is ${what}`),
    ...(others === 0 ? [`${where} to choose the rows with that text`] : []),
  ];
  const [first] = maps;
  return {
    message: `"${header[index]?.trim()}" distinguishes them (${shown.join(', ')}${more}): pass ${flags.join(', or ')}`,
    ...(first ? { choice: { map: [first[0]] } } : others === 0 && { choice: { where } }),
  };
}
