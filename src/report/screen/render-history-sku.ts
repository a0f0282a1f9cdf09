import { describeValue } from '../../domain/describe-value.ts';
import { FIELDS } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Change } from '../../domain/stages.ts';
import { clip } from '../text/clip.ts';
import { describeChange } from '../text/describe-move.ts';
import { fitColumns, type RankedColumn } from '../text/fit-columns.ts';
import { printable } from '../text/printable.ts';
import { renderTable } from '../text/render-table.ts';
import { wrapText } from '../text/text-width.ts';
import { count } from '../text/words.ts';
import { describeTime } from './describe-run-end.ts';
import type { SkuChange, SkuView } from './history-views.ts';
import type { ScreenStyle } from './screen-style.ts';

type Style = Pick<ScreenStyle, 'paint' | 'glyphs' | 'width'>;

/** Everything that became of a SKU, for people: each change, the oldest first, and what is agreed now. */
export function renderHistorySku(view: SkuView, style: Style): string {
  const { changes, attention, notices } = view;
  const ids = [...new Set([...changes, ...view.agreed].map(({ listing_id }) => listing_id))];
  const lines = [
    ...wrapText(printable(clip(headOf(view))), style.width).map((line) => style.paint('bold', line)),
    ...ids.flatMap((id) => renderListing(id, view, { ...style, isOnly: ids.length === 1 })),
    ...attention.flatMap(({ status, reason, since, line }) =>
      wrapText(
        printable(`Needs attention since ${describeTime(since)} UTC: line ${line}, ${status} (${reason})`),
        style.width,
      ).map((each) => style.paint('yellow', each)),
    ),
    ...(changes.length + attention.length === 0 && view.runs_searched > 0
      ? wrapText(NOTHING_KNOWN, style.width)
      : []),
    ...notices.flatMap((notice) => wrapText(printable(notice), style.width)),
  ];
  return `${lines.join('\n')}\n`;
}

const NOTHING_KNOWN =
  'No run changed it, or it is written differently: SKUs are compared exactly, with upper and lower case';

function headOf({ sku, field, changes, runs_searched: runs, searched_since: since }: SkuView): string {
  const what = field === null ? 'change' : `change of ${field}`;
  const number =
    changes.length === 0 ? `no ${what}` : count(changes.length, what, what.replace('change', 'changes'));
  if (since === null) return `${sku}: the history has no runs to search`;
  return `${sku}: ${number} in ${count(runs, 'run')} since ${describeTime(since)} UTC`;
}

function renderListing(
  id: string,
  { changes, agreed }: SkuView,
  { paint, glyphs, width, isOnly }: Style & { readonly isOnly: boolean },
): readonly string[] {
  const own = changes.filter(({ listing_id }) => listing_id === id);
  const columns: readonly RankedColumn<SkuChange>[] = [
    { title: 'when (UTC)', text: ({ at }) => (at === null ? 'unknown' : describeTime(at)) },
    { title: 'field', text: ({ field }) => field },
    { title: 'from', align: 'right', text: ({ field, was }) => describeValue(field, was) },
    { title: 'to', align: 'right', text: ({ field, is }) => describeValue(field, is) },
    {
      title: 'change',
      align: 'right',
      rank: 1,
      text: ({ field, was, is }) => describeChange({ field, before: was, after: is } as Change, glyphs),
    },
    { title: 'line', align: 'right', rank: 2, text: ({ by, line }) => (by === 'run' ? String(line) : '') },
    { title: 'by', text: describeBy },
  ];
  const [head = '', ...lines] = renderTable(own, fitColumns(own, columns, width), width);
  const values = agreed
    .filter(({ listing_id }) => listing_id === id)
    .toSorted((one, other) => FIELDS.indexOf(one.field) - FIELDS.indexOf(other.field))
    .map(({ field, value }) => `${field} ${describeValue(field, value)}`);
  return [
    ...(isOnly ? [] : ['', paint('bold', printable(`Listing ${id}`))]),
    ...(own.length === 0 ? [] : [paint('dim', head), ...lines]),
    ...(values.length === 0 ? [] : wrapText(printable(`Last agreed: ${values.join(', ')}`), width)),
  ];
}

/** A change by somebody else was made at some time before a run noticed it. */
function describeBy({ by, run }: SkuChange): string {
  if (by === 'run') return run;
  return by === 'strategy' ? 'the strategy' : 'somebody else, before then';
}

/** The same as one JSON document. */
export function renderHistorySkuJson(view: SkuView): string {
  return `${toJsonText({ version: 1, exit_code: 0, ...view }, 2)}\n`;
}
