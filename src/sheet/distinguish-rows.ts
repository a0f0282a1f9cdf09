import { count } from '../domain/count.ts';
import { quoteWord, type Shell } from '../domain/quote-word.ts';
import { isPiece } from './divisor-text.ts';
import { formatMapFlag, type MapPair } from './header/format-map-flag.ts';
import { nameForMap } from './header/name-for-map.ts';
import { parseDate } from './parse-date.ts';
import type { Reading, Sheet } from './read-sheet.ts';

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

interface Disagreement {
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
  const groups = new Map<string | number, (readonly string[])[]>();
  let kept = 0;
  for await (const batch of rows()) {
    for (const { line, cells } of batch) {
      const group = disagreeing.get(line);
      if (group === undefined || ++kept > MAX_ROWS) continue;
      const others = groups.get(group);
      if (others) others.push(cells);
      else groups.set(group, [cells]);
    }
  }
  const sizes = [...groups.values()].map(({ length }) => length);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const each = `${least === most ? most : `${least} to ${most}`} rows${groups.size === 1 ? '' : ' each'}`;
  const said = `${count(groups.size, 'SKU has', 'SKUs have')} ${each} that disagree`;
  const found = findColumn([...groups.values()], reading);
  if (!found)
    return {
      message: `${said}, and no other column distinguishes them; keep one of them, or pass --duplicates first or last`,
    };
  const { message, choice } = describe(found, reading, shell);
  return { message: `${said}; ${message}; --duplicates first or last takes one by its line`, choice };
}

interface Found {
  readonly index: number;
  readonly texts: readonly string[];
}

/** The column that has another text in each row of a listing; of several, the one with the fewest texts. */
function findColumn(
  groups: readonly (readonly (readonly string[])[])[],
  { columns, table: { header } }: Reading,
): Found | undefined {
  const used = new Set([...columns.values()].map(({ index }) => index));
  const found = header.flatMap((_, index): readonly Found[] => {
    if (used.has(index)) return [];
    const textsIn = groups.map((rows) => rows.map((cells) => cells[index]?.trim() ?? ''));
    const isApart = textsIn.every((texts) => new Set(texts).size === texts.length);
    return isApart ? [{ index, texts: [...new Set(textsIn.flat())] }] : [];
  });
  return found.sort((one, other) => one.texts.length - other.texts.length)[0];
}

function describe(
  { index, texts }: Found,
  { columns, table: { header } }: Reading,
  shell: Shell,
): Required<Disagreement> {
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
  const where = `--where ${quoteWord(`${name}=${filled[0] ?? ''}`, shell)}`;
  const flags = [
    ...maps.map(([pair, what]) => `${formatMapFlag([pair], shell)} if it is ${what}`),
    `${where} to choose one of its texts, here the first`,
  ];
  const [first] = maps;
  return {
    message: `"${header[index]?.trim()}" distinguishes them (${shown.join(', ')}${more}): pass ${flags.join(', or ')}`,
    choice: first ? { map: [first[0]] } : { where },
  };
}
