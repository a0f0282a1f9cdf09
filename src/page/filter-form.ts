import { formatNumber } from '../domain/count.ts';
import type { PriceKind } from '../domain/judge-price.ts';
import { STATUSES } from '../domain/status.ts';
import {
  FIELD_LABELS,
  MARGIN_BUCKETS,
  MOVE_BUCKETS,
  STATUS_GROUPS,
  type StatusGroup,
} from '../report/page/groupings.ts';
import { clearsField } from '../report/page/page-row.ts';
import type { ScriptFacts } from '../report/page/render-page.ts';
import { printable } from '../report/text/printable.ts';
import { byId, element } from './element.ts';
import type { RowIndex } from './row-index.ts';
import { activeFilters, type FilterName, orderOf, SORTS, type ViewState } from './view-state.ts';

type Option = readonly [value: string, text: string];

interface FormOptions {
  readonly facts: ScriptFacts;
  readonly index: RowIndex;
  /** `undefined` removes a filter. */
  readonly onFilter: (name: FilterName, value: string | undefined) => void;
  readonly onSearch: (text: string) => void;
  readonly onOrder: (order: string) => void;
  readonly onClear: () => void;
}

/** Search, choices and order above the table. */
export function createFilterForm({ facts, index, onFilter, onSearch, onOrder, onClear }: FormOptions): {
  show(view: ViewState): void;
} {
  const search = element('input', {
    id: 'search',
    type: 'search',
    name: 'q',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': 'Search',
    placeholder: 'SKU, line, listing id, message',
  });
  search.addEventListener('input', () => onSearch(search.value));
  const selects = choicesOf(facts, index)
    .filter(([, , options]) => options.length > 1)
    .map(([name, label, options]) => {
      // Ids are marked, so that none can be taken for "any".
      const marked = options.map(([value, text]): Option => [`=${value}`, text]);
      const select = createSelect(name, label, [['', label], ...marked]);
      select.addEventListener('change', () =>
        onFilter(name, select.value === '' ? undefined : select.value.slice(1)),
      );
      return { name, select };
    });
  const order = createSelect('sort', 'Order', ordersOf(facts));
  order.addEventListener('change', () => onOrder(order.value));
  const clear = element('button', { type: 'button', id: 'clear' }, 'Clear');
  clear.addEventListener('click', onClear);
  const choices = element(
    'div',
    { id: 'choices', class: 'choices' },
    ...selects.map(({ select }) => select),
    order,
    clear,
  );
  // The style shows it where there is no room for the choices.
  const open = element('button', { type: 'button', id: 'open-filters', 'aria-controls': 'choices' });
  open.addEventListener('click', () =>
    open.setAttribute('aria-expanded', String(choices.classList.toggle('open'))),
  );
  open.setAttribute('aria-expanded', 'false');
  const chips = element('div', { id: 'chips', class: 'chips' });
  const form = byId<HTMLFormElement>('filters');
  form.append(search, open, choices, chips);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;

  return {
    show(view) {
      const q = view.q ?? '';
      if (search.value.trim() !== q.trim()) search.value = q;
      order.value = orderOf(view);
      const active = activeFilters(view).filter((name) => name !== 'q');
      clear.hidden = activeFilters(view).length === 0;
      open.textContent = active.length === 0 ? 'Filters' : `Filters (${active.length})`;
      const chosen = new Set<FilterName>();
      for (const { name, select } of selects) {
        const value = view[name];
        select.value = value === undefined ? '' : `=${value}`;
        select.classList.toggle('set', value !== undefined);
        if (select.value !== '') chosen.add(name);
      }
      // What no choice shows: parts of charts, and values of an address that no row has.
      const others = active.filter((name) => !chosen.has(name));
      chips.replaceChildren(
        ...others.map((name) => {
          const text = describe(name, view[name] ?? '');
          const chip = element(
            'button',
            { type: 'button', class: 'chip', 'aria-label': `Remove the filter ${text}` },
            `${text} ✕`,
          );
          chip.addEventListener('click', () => onFilter(name, undefined));
          return chip;
        }),
      );
    },
  };
}

function createSelect(name: string, label: string, options: readonly Option[]): HTMLSelectElement {
  const items = options.map(([value, text]) => element('option', { value }, text));
  return element('select', { name, 'aria-label': label }, ...items);
}

type Choice = readonly [name: FilterName, label: string, options: readonly Option[]];

function choicesOf({ fields, strategyNames, advice }: ScriptFacts, index: RowIndex): readonly Choice[] {
  const countBy = (keyOf: Parameters<RowIndex['countBy']>[0], names?: ReadonlyMap<string, string>) =>
    counted(index.countBy(keyOf), names);
  const channels = new Map([...index.platforms()].map(([id, platform]) => [id, `${platform} ${id}`]));
  const meanings = new Map<string, string>(advice.map(([reason, text]) => [reason, text?.means ?? '']));
  const groups = index.countBy(({ group }) => group);
  const statuses = index.countBy(({ row }) => row.status);
  return [
    [
      'status',
      'Status',
      [
        ...STATUS_GROUPS.flatMap((group): readonly Option[] =>
          (groups.get(group) ?? 0) > 0 && groups.size > 1 ? [[group, GROUP_LABELS[group]]] : [],
        ),
        ...STATUSES.flatMap((status): readonly Option[] => {
          const count = statuses.get(status);
          return count === undefined ? [] : [[status, `${status} (${formatNumber(count)})`]];
        }),
      ],
    ],
    [
      'reason',
      'Reason',
      counted(index.countReasons()).map(([reason, text]) => {
        const means = meanings.get(reason)?.replace(/\.$/, '');
        return [reason, means ? `${text}: ${means}` : text];
      }),
    ],
    ['strategy', 'Strategy', countBy(({ strategy }) => strategy, new Map(strategyNames))],
    ['channel', 'Channel', countBy(({ row }) => row.listing?.channel, channels)],
    ['currency', 'Currency', countBy(({ row }) => row.listing?.currency)],
    [
      'size',
      'Size',
      [
        ...SIZES.filter((least) => index.rows.some(({ size }) => size >= Number(least))).map(
          (size): Option => [size, `${size} % and more`],
        ),
        ...(index.rows.some(({ row }) => clearsField(row)) ? [['cleared', 'cleared'] as const] : []),
      ],
    ],
    ['field', 'Field', fields.map((field) => [field, FIELD_LABELS[field]])],
    ['price', 'Price', countBy(({ row }) => row.price, new Map(Object.entries(PRICE_LABELS)))],
  ];
}

const SIZES = ['1', '5', '10', '20', '50'];

const GROUP_LABELS: Readonly<Record<StatusGroup, string>> = {
  goes_out: 'goes out',
  stays: 'stays',
  needs_you: 'needs your attention',
};

/** What becomes of a price, in a few words. */
const PRICE_LABELS: Readonly<Record<PriceKind, string>> = {
  fall: 'has to fall: the maximum is below it',
  rise: 'has to rise: the minimum is above it',
  manual: 'is a manual price',
  within: 'can stay: it is within the bounds',
  not_repriced: 'stays: the listing is not repriced',
  unknown: 'is not known',
};

const MAX_OPTIONS = 200;

/** Values that rows have, the most frequent first. */
function counted(
  counts: ReadonlyMap<string, number>,
  names?: ReadonlyMap<string, string>,
): readonly Option[] {
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_OPTIONS)
    .map(([value, count]) => [
      value,
      `${value === '' ? 'none' : printable(names?.get(value) ?? value)} (${formatNumber(count)})`,
    ]);
}

const SORT_LABELS: Readonly<Record<string, string>> = {
  importance: 'Most important first',
  line: 'Sheet',
  sku: 'SKU',
  status: 'Status',
  size: 'Size of change',
  reason: 'Message',
};

function ordersOf({ fields }: ScriptFacts): readonly Option[] {
  const shown = new Set<string>([...Object.keys(SORT_LABELS), ...fields]);
  return SORTS.filter((sort) => shown.has(sort)).flatMap((sort): readonly Option[] => {
    const label = SORT_LABELS[sort] ?? `${FIELD_LABELS[sort as keyof typeof FIELD_LABELS]}, change`;
    const reversed: Option = [`-${sort}`, `${label}, reversed`];
    return sort === 'importance' ? [[sort, label]] : [[sort, label], reversed];
  });
}

/** A filter in words. */
function describe(name: FilterName, value: string): string {
  const labelIn = (buckets: readonly { readonly id: string; readonly label: string }[], wanted?: string) =>
    buckets.find(({ id }) => id === wanted)?.label ?? value;
  if (name === 'margin') return printable(`Margin ${labelIn(MARGIN_BUCKETS, value)}`);
  const [field = '', bucket] = value.split(':');
  if (name === 'move' && Object.hasOwn(FIELD_LABELS, field))
    return printable(`${FIELD_LABELS[field as keyof typeof FIELD_LABELS]} ${labelIn(MOVE_BUCKETS, bucket)}`);
  return printable(`${name}: ${value === '' ? 'none' : value}`);
}
