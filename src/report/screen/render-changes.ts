import { formatNumber } from '../../domain/count.ts';
import type { ChangesSummary, FieldChanges } from '../../domain/documents/summary.ts';
import { FIELDS, type Field, isMoneyField } from '../../domain/fields.ts';
import { BUCKET_COUNT, BUCKET_EDGES } from '../../domain/moves.ts';
import { furthestFirst } from '../tally/tally-changes.ts';
import { clip, printable } from '../text/printable.ts';
import { type Column, renderTable } from '../text/render-table.ts';
import type { ScreenStyle } from '../text/screen-style.ts';
import { describeFirstAmount, describeMove, type Glyphs } from '../text/words.ts';
import type { ChangesView } from '../view/run-view.ts';
import type { Cuts } from './fit-screen.ts';

type Line = readonly [Field, FieldChanges];

/** How many changes there are, what they do to each field, and the amounts that move furthest, as far as there is room. */
export function renderChangesInBrief(
  { title, digest, furthest, firstAmounts, file }: ChangesView,
  style: ScreenStyle,
  cuts: Cuts,
): readonly string[] {
  const { total, biggest } = digest;
  const head = `${title}: ${formatNumber(total)}${file === undefined ? '' : `, all in ${file}`}`;
  const { glyphs } = style;
  const [first] = firstAmounts;
  const single = [
    ...(furthest ? [`  biggest: ${nameRow(describeMove(furthest, glyphs), furthest)}`] : []),
    ...(first ? [`  set: ${nameRow(describeFirstAmount(first, glyphs), first)}`] : []),
  ];
  if (cuts.has('field_changes')) return [head, ...single];
  const most = cuts.has('second_moves') ? 1 : 2;
  const moves = furthestFirst([...biggest.down.slice(0, most), ...biggest.up.slice(0, most)]);
  const set = firstAmounts.slice(0, 2 * most);
  return [
    head,
    ...renderFieldChanges(digest, style),
    ...(cuts.has('first_moves')
      ? single
      : [
          ...renderAmounts(
            'biggest moves',
            moves.map((move) => ({ ...move, text: describeMove(move, glyphs) })),
            style,
          ),
          ...renderAmounts(
            'set where there is none',
            set.map((each) => ({ ...each, text: describeFirstAmount(each, glyphs) })),
            style,
          ),
        ]),
  ];
}

interface RowOfSheet {
  readonly line: number;
  readonly sku: string;
}

function nameRow(text: string, { line, sku }: RowOfSheet): string {
  return `${text}, line ${line}, ${clip(printable(sku), MAX_SKU)}`;
}

const MAX_SKU = 40;

/** What many changes do to each field: how many there are of each kind, and how far the amounts move. */
function renderFieldChanges({ by_field }: ChangesSummary, { paint, glyphs }: ScreenStyle): readonly string[] {
  const lines = FIELDS.flatMap((field): readonly Line[] => {
    const tally = by_field[field];
    return tally ? [[field, tally]] : [];
  });
  const moves = glyphs.bars.length > 0 && lines.some(([field]) => isMoneyField(field));
  const [head = '', ...rest] = renderTable(lines, [
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
  ]);
  return [paint('dim', `  ${head}`), ...rest.map((line) => `  ${line}`)];
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
  amounts: readonly (RowOfSheet & { readonly text: string })[],
  { paint, width }: ScreenStyle,
): readonly string[] {
  const [head, ...lines] = renderTable(
    amounts,
    [
      { title, text: ({ text }) => text },
      { title: 'line', align: 'right', text: ({ line }) => String(line) },
      { title: 'sku', text: ({ sku }) => sku },
    ],
    width === undefined ? undefined : width - 2,
  );
  return head === undefined ? [] : [paint('dim', `  ${head}`), ...lines.map((line) => `  ${line}`)];
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
