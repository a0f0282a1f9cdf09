import { formatNumber } from '../../domain/count.ts';
import type { ChangesSummary, FieldChanges } from '../../domain/documents/summary.ts';
import { FIELDS, type Field, isMoneyField } from '../../domain/fields.ts';
import { BUCKET_COUNT, BUCKET_EDGES } from '../../domain/moves.ts';
import { furthestFirst } from '../tally/tally-changes.ts';
import { clip, printable } from '../text/printable.ts';
import { type Column, renderTableBelow } from '../text/render-table.ts';
import type { ScreenStyle } from '../text/screen-style.ts';
import { describeFirstAmount, describeMove, type Glyphs } from '../text/words.ts';
import type { ChangesView } from '../view/run-view.ts';
import type { Cuts } from './fit-screen.ts';

type Line = readonly [Field, FieldChanges];

/** How many changes there are, what they do to each field, and the amounts that move furthest, as far as there is room. */
export function renderChangesInBrief(
  { title, digest, firstAmounts, file }: ChangesView,
  style: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  const { total, biggest } = digest;
  const { glyphs } = style;
  const head = `${title}: ${formatNumber(total)}${file === undefined ? '' : `, all in ${file}`}`;
  const most = cuts.has('second_moves') ? 1 : 2;
  // Of equally large moves the one down comes first, since what is sold too cheap is lost.
  const moves = furthestFirst([...biggest.down.slice(0, most), ...biggest.up.slice(0, most)]);
  const moved = moves.map((move) => ({ ...move, text: describeMove(move, glyphs) }));
  const set = firstAmounts.slice(0, 2 * most);
  const wasSet = set.map((amount) => ({ ...amount, text: describeFirstAmount(amount, glyphs) }));
  const fields = cuts.has('field_changes') ? [] : renderFieldChanges(digest, style);
  if (cuts.has('first_moves'))
    return [head, ...fields, ...nameFirst('biggest', moved), ...nameFirst('set', wasSet)];
  return [
    ...[head, ...fields],
    ...renderAmounts('biggest moves', moved, style),
    ...renderAmounts('set where there is none', wasSet, style),
  ];
}

/** An amount of a row, as words. */
interface NamedAmount {
  readonly text: string;
  readonly line: number;
  readonly sku: string;
}

function nameFirst(title: string, [first]: readonly NamedAmount[]): readonly string[] {
  return first
    ? [`  ${title}: ${first.text}, line ${first.line}, ${clip(printable(first.sku), MAX_SKU)}`]
    : [];
}

const MAX_SKU = 40;

/** What many changes do to each field: how many there are of each kind, and how far the amounts move. */
function renderFieldChanges({ by_field }: ChangesSummary, { paint, glyphs }: ScreenStyle): readonly string[] {
  const lines = FIELDS.flatMap((field): readonly Line[] => {
    const tally = by_field[field];
    return tally ? [[field, tally]] : [];
  });
  const moves = glyphs.bars.length > 0 && lines.some(([field]) => isMoneyField(field));
  const columns: readonly Column<Line>[] = [
    { title: 'field', text: ([field]) => field },
    ...KIND_COLUMNS.filter(([kind]) => lines.some(([, { kinds }]) => kinds[kind] !== undefined)).map(
      ([kind, title]): Column<Line> => ({
        title,
        align: 'right',
        text: ([, { kinds }]) => (kinds[kind] === undefined ? '' : formatNumber(kinds[kind])),
      }),
    ),
    {
      title: moves ? histogramHead() : '',
      text: ([field, tally]) =>
        isMoneyField(field) ? renderHistogram(tally.buckets, glyphs) : describeKinds(tally),
    },
  ];
  return renderTableBelow(lines, columns, { paint });
}

const KIND_COLUMNS = [
  ['up', 'up'],
  ['down', 'down'],
  ['set', 'set'],
  ['cleared', 'clear'],
] as const;

/** Of a strategy or a switch: `12 replaced`, `3 on, 2 off`. */
export function describeKinds({ kinds }: FieldChanges): string {
  const { replaced, on, off } = kinds;
  const phrase = [
    [replaced, 'replaced'],
    [on, 'on'],
    [off, 'off'],
  ] as const;
  return phrase
    .flatMap(([number, word]) => (number === undefined ? [] : [`${formatNumber(number)} ${word}`]))
    .join(', ');
}

function renderAmounts(
  title: string,
  amounts: readonly NamedAmount[],
  style: ScreenStyle,
): readonly string[] {
  const columns: readonly Column<NamedAmount>[] = [
    { title, text: ({ text }) => text },
    { title: 'line', align: 'right', text: ({ line }) => String(line) },
    { title: 'sku', text: ({ sku }) => sku },
  ];
  return renderTableBelow(amounts, columns, style);
}

/** Of a bucket; its last column stays free. */
const WIDTH = 3;

/** With a sign, an edge of two digits fills a bucket's width: those between have no label, so that none touches another. */
const UNLABELLED: readonly number[] = [-20, -5, 5, 20];

/** The head of the histograms: the bucket edges with their signs, each above its gap. */
function histogramHead(): string {
  const labels = BUCKET_EDGES.map((edge) => {
    if (UNLABELLED.includes(edge)) return '';
    const sign = edge < 0 ? '−' : edge > 0 ? '+' : '';
    return `${sign}${Math.abs(edge)}`;
  });
  return `${labels.map((label) => label.padStart(WIDTH)).join('')} %`;
}

/**
 * How many amounts move how far, a bar for each bucket, the highest being as high as there is; nothing where bars can't be drawn. A bucket
 * that has any is never drawn as one that has none.
 */
function renderHistogram(buckets: readonly number[], { bars }: Glyphs): string {
  const highest = Math.max(...buckets);
  const cells = Array.from({ length: BUCKET_COUNT }, (_, index) => {
    const count = buckets[index] ?? 0;
    if (count === 0) return '';
    const bar = bars[Math.ceil((count / highest) * bars.length) - 1] ?? '';
    return bar.repeat(WIDTH - 1);
  });
  return cells
    .map((cell) => cell.padEnd(WIDTH))
    .join('')
    .trimEnd();
}
