import { currenciesOf } from '../../domain/currency.ts';
import { findRemarks, LISTING_ID, REMARKS } from '../../domain/retry-header.ts';
import { clip } from '../../report/text/clip.ts';
import type { ColumnLook } from '../../sheet/column-looks.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import type { ColumnName } from '../../sheet/header/column-names.ts';
import { meaningOf } from '../../sheet/header/header-meanings.ts';
import type { SettledColumns } from '../../sheet/header/read-header.ts';
import { mentions } from '../../sheet/header/topic-words.ts';
import type { Reading } from '../../sheet/read-sheet.ts';

/** Columns that are left out on purpose: whatever they hold, or as long as they hold nothing but these values. */
export type LeftOut = Readonly<Record<string, 'any' | string[]>>;

/** What somebody who looked has settled of the columns of a job's sheet. */
export interface Settlement extends SettledColumns {
  readonly leftOut: LeftOut;
}

/** A column of which nobody has said what it is for. */
export interface UnsettledColumn {
  readonly header: string;
  /** What it is taken for, if it is. */
  readonly name: ColumnName | undefined;
  /** With the column as its subject: `holds dates, such as "01.01.2027"`. */
  readonly why: string;
}

interface Settled {
  /** Of the flags and the settings. */
  readonly map: ColumnMap;
  readonly leaveOut?: LeftOut | undefined;
  /** By the last run of the job whose plan somebody agreed to. */
  readonly last: Settlement | undefined;
}

/**
 * The columns that may say what an amount is for, and of which nobody has said whether they do; the most dangerous first.
 *
 * A price sheet says more than its amounts: from when they hold, per what, in what money, for which market. No list of headings
 * ends, so nothing is judged by its heading: a column counts as settled if it has one of the names of this program, if it is named in the map or
 * among the columns that are left out, if somebody agreed to a plan that read it like this, or if its cells are texts or codes. All
 * others have to be settled once, by somebody who looks at them, before a run that nobody watches may use the sheet.
 */
export function findUnsettled(
  { columns, table: { header }, mappedAway, questions, filter }: SettledReading,
  looks: readonly ColumnLook[],
  { map, leaveOut, last }: Settled,
): readonly UnsettledColumn[] {
  // A saved mapping names every column that is used.
  const isKnown = last !== undefined || (leaveOut !== undefined && map.has('sku'));
  const remarks = findRemarks(header) ? REMARKS : [];
  const names = new Map([...columns].map(([name, { index }]) => [index, name]));
  const away = new Set(mappedAway.map((column) => column.header));
  const found = header.flatMap((text, index): readonly (UnsettledColumn & { readonly danger: number })[] => {
    const own = text.trim();
    const name = names.get(index);
    const look = looks[index] ?? BLANK;
    if (name !== undefined) {
      const question = questions.find(({ column }) => column.index === index);
      const isOurs = !isKnown && !question && meaningOf(own)?.by === 'own';
      if (isOurs || map.has(name) || last?.columns[name] === own) return [];
      const doubt = question ? `, though it ${question.why.join(' and ')}` : '';
      return [{ header: own, name, why: `is taken for ${name}${doubt}`, danger: question ? MOST : 0 }];
    }
    if (own === '' || away.has(own) || filter.columns.has(index) || remarks.includes(own)) return [];
    if (!mayQualify(look)) return [];
    const news = newsOf(look, [leaveOut?.[own], last?.leftOut[own]]);
    return news === undefined ? [] : [{ header: own, name, why: news, danger: dangerOf(own, look) }];
  });
  return [
    ...found.sort((a, b) => b.danger - a.danger),
    ...findGone(header, columns, { map, leaveOut, last }),
  ];
}

type SettledReading = Pick<Reading, 'columns' | 'table' | 'mappedAway' | 'questions' | 'filter'>;

const BLANK: ColumnLook = { kind: 'blank', values: [], example: '' };

function mayQualify({ kind }: ColumnLook): boolean {
  return kind === 'amounts' || kind === 'dates' || kind === 'words';
}

/** What a column holds that was not settled; `undefined` if all of it was. */
function newsOf(look: ColumnLook, settled: readonly (LeftOut[string] | undefined)[]): string | undefined {
  const known = settled.filter((values) => values !== undefined);
  if (known.includes('any')) return undefined;
  const values = new Set(known.flat());
  const fresh = look.values.filter((value) => !values.has(value));
  if (known.length === 0) return describeLook(look);
  if (look.values.length > 0 && fresh.length === 0) return undefined;
  return fresh.length === 0
    ? `holds more than the few values that it had, such as "${clip(look.example, MAX_CELL)}"`
    : `holds ${list(fresh)}, which it did not have before`;
}

const MAX_CELL = 30;

function describeLook({ kind, values, example }: ColumnLook): string {
  if (kind === 'words' && values.length > 0) return `holds ${list(values)}`;
  return `holds ${kind}, such as "${clip(example, MAX_CELL)}"`;
}

function list(values: readonly string[]): string {
  return values.map((value) => `"${clip(value, MAX_CELL)}"`).join(', ');
}

/** Columns that were settled, and are not there. */
function findGone(
  header: readonly string[],
  columns: Reading['columns'],
  { map, leaveOut, last }: Settled,
): readonly UnsettledColumn[] {
  const here = new Set(header.map((text) => text.trim()));
  const used = Object.entries(last?.columns ?? {}).filter(
    ([name, text]) =>
      // Without an id a row is for all listings of its SKU, of which there may be one only.
      name !== LISTING_ID &&
      !here.has(text) &&
      !columns.has(name as ColumnName) &&
      !map.has(name as ColumnName),
  );
  const leftOut = Object.keys(last?.leftOut ?? leaveOut ?? {}).filter((text) => !here.has(text));
  return [
    ...used.map(([name, text]) => ({
      header: text,
      name: undefined,
      why: `was taken for ${name}, and is gone`,
    })),
    ...leftOut.map((text) => ({ header: text, name: undefined, why: 'was left out, and is gone' })),
  ];
}

/** A pack, by its short name or with a number. */
const PACK =
  /^(?:dz|doz|dozen|cs|case|bx|box|ctn|carton|pk|pack|pal|pr|pair|kg|g|m|l|vpe|kar|krt|set|\d+\s?\p{L}{0,4})\.?$/iu;
const MARKET = /^(?:amazon|walmart|ebay)|\.(?:com|co\.uk|[a-z]{2})$/i;

const MOST = 5;

/** How likely a column changes what an amount is for: it only decides what is shown first. */
function dangerOf(header: string, { kind, values }: ColumnLook): number {
  if (kind === 'dates') return MOST;
  if (values.some((value) => PACK.test(value))) return 4;
  if (values.some((value) => MARKET.test(value) || currenciesOf(value) !== undefined)) return 3;
  if (kind === 'amounts') return mentions(header, 'cost') || mentions(header, 'purchase') ? 3 : 1;
  return mentions(header, 'tax') ? 2 : 0;
}

/** What to keep of the columns that a run leaves out, so that the next one knows them. */
export function leftOutOf(
  { columns, table: { header } }: Pick<Reading, 'columns' | 'table'>,
  looks: readonly ColumnLook[],
): LeftOut {
  const used = new Set([...columns.values()].map(({ index }) => index));
  return Object.fromEntries(
    header.flatMap((text, index) => {
      const look = looks[index] ?? BLANK;
      if (used.has(index) || text.trim() === '' || !mayQualify(look)) return [];
      return [
        [text.trim(), look.kind === 'words' && look.values.length > 0 ? [...look.values] : ('any' as const)],
      ];
    }),
  );
}

/** `"UOM" holds "EA", "DZ"`, of all of them. */
export function describeUnsettled(unsettled: readonly UnsettledColumn[]): string {
  return unsettled.map(({ header, why }) => `"${clip(header, MAX_HEADER)}" ${why}`).join('; ');
}

const MAX_HEADER = 60;
