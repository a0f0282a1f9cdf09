import { STATUSES } from '../domain/status.ts';
import { MARGIN_BUCKETS } from '../report/page/margin.ts';
import { FIELD_LABELS, MOVE_BUCKETS } from '../report/page/move-buckets.ts';
import { PRICE_LABELS } from '../report/page/price-labels.ts';
import { STATUS_GROUPS, type StatusGroup } from '../report/page/status-groups.ts';
import { formatNumber } from '../report/text/format-numbers.ts';
import { printable } from '../report/text/printable.ts';
import { byId, element } from './element.ts';
import { createFilterDrawer } from './filter-drawer.ts';
import type { Facts } from './read-page.ts';
import type { RowIndex } from './row-index.ts';
import { activeFilters, type FilterName, SIZES, SORTS, type ViewState } from './view-state.ts';

type Option = readonly [value: string, text: string];

interface FormOptions {
  readonly facts: Facts;
  readonly index: RowIndex;
  /** Called with what the user sets, as in a fragment; an empty text removes a filter. */
  readonly onChange: (name: FilterName | 'sort', value: string) => void;
  readonly onSearch: (text: string) => void;
  readonly onClear: () => void;
}

export interface FilterForm {
  /** `found`: how many rows, in words. */
  show(view: ViewState, found: string): void;
}

/** Search, choices and order above the table. */
export function createFilterForm({ facts, index, onChange, onSearch, onClear }: FormOptions): FilterForm {
  const form = byId<HTMLFormElement>('filters');
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
      const select = element('select', { name, 'aria-label': label });
      select.append(...options.map(([value, text]) => element('option', { value }, text)));
      select.addEventListener('change', () => onChange(name, select.value));
      return { name, select };
    });
  const chips = element('div', { id: 'chips', class: 'chips' });
  const clear = element('button', { type: 'button', id: 'clear' }, 'Clear');
  clear.addEventListener('click', onClear);
  const choices = element('div', { class: 'choices' }, ...selects.map(({ select }) => select), clear);
  const drawer = createFilterDrawer(choices);
  form.append(search, drawer.button, choices, chips);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;

  function show(view: ViewState, found: string): void {
    const q = view.q ?? '';
    if (search.value.trim() !== q.trim()) search.value = q;
    for (const { name, select } of selects) {
      select.value = keyOf(view, name);
      select.classList.toggle('set', name !== 'sort' && view[name] !== undefined);
    }
    const active = activeFilters(view);
    clear.hidden = active.length === 0;
    drawer.show({ set: active.filter((name) => name !== 'q').length, found });
    const own = new Set<string>(selects.map(({ name }) => name));
    chips.replaceChildren(
      ...active
        .filter((name) => name !== 'q' && (!own.has(name) || !isChoice(view, name)))
        .map((name) => {
          const chip = element(
            'button',
            { type: 'button', class: 'chip' },
            `${describe(view, name, facts)} ✕`,
          );
          chip.setAttribute('aria-label', `Remove the filter ${describe(view, name, facts)}`);
          chip.addEventListener('click', () => onChange(name, ''));
          return chip;
        }),
    );
  }

  /** A fragment may name a value that no row has. */
  function isChoice(view: ViewState, name: string): boolean {
    const select = selects.find((each) => each.name === name)?.select;
    return [...(select?.options ?? [])].some(({ value }) => value === keyOf(view, name as FilterName));
  }

  return { show };
}

/** Ids are marked, so that none can be taken for "any". */
function keyOf(view: ViewState, name: FilterName | 'sort'): string {
  if (name === 'sort') return `${view.descending ? '-' : ''}${view.sort}`;
  const value = view[name];
  return value === undefined ? '' : `=${value}`;
}

function choicesOf(
  { fields, strategyNames, advice }: Facts,
  index: RowIndex,
): readonly (readonly [name: FilterName | 'sort', label: string, options: readonly Option[]])[] {
  const names = new Map(strategyNames);
  const platforms = index.platforms();
  const counted = (
    counts: ReadonlyMap<string, number>,
    textOf: (value: string) => string = printable,
  ): readonly Option[] =>
    [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, MAX_OPTIONS)
      .map(([value, count]) => [
        `=${value}`,
        `${value === '' ? 'none' : textOf(value)} (${formatNumber(count)})`,
      ]);
  const statuses = index.countBy(({ status }) => status);
  return [
    [
      'status',
      'Status',
      [
        ['', 'Status'],
        ...STATUS_GROUPS.map((group): Option => [`=${group}`, GROUP_LABELS[group]]),
        // Where no row is held, that is what needs you.
        ...(statuses.has('held') ? [['=attention', 'needs attention'] as const] : []),
        ...STATUSES.flatMap((status): readonly Option[] => {
          const count = statuses.get(status);
          return count === undefined ? [] : [[`=${status}`, `${status} (${formatNumber(count)})`]];
        }),
      ],
    ],
    ['reason', 'Reason', [['', 'Reason'], ...counted(index.countReasons()).map(withMeaning(advice))]],
    [
      'strategy',
      'Strategy of updates',
      [
        ['', 'Strategy'],
        ...counted(
          index.countBy((_row, strategy) => strategy),
          (id) => printable(names.get(id) ?? id),
        ),
      ],
    ],
    [
      'channel',
      'Channel',
      [
        ['', 'Channel'],
        ...counted(
          index.countBy(({ listing }) => listing?.channel),
          (id) => printable(`${platforms.get(id)} ${id}`),
        ),
      ],
    ],
    [
      'currency',
      'Currency',
      [['', 'Currency'], ...counted(index.countBy(({ listing }) => listing?.currency))],
    ],
    [
      'size',
      'Size of change',
      [
        ['', 'Size'],
        ...SIZES.map((size): Option => [`=${size}`, size === 'cleared' ? size : `${size} % and more`]),
      ],
    ],
    [
      'field',
      'Changes in',
      [['', 'Field'], ...fields.map((field): Option => [`=${field}`, FIELD_LABELS[field]])],
    ],
    [
      'price',
      'Price',
      [
        ['', 'Price'],
        ...counted(
          index.countBy(({ price }) => price),
          (kind) => PRICE_LABELS[kind as keyof typeof PRICE_LABELS],
        ),
      ],
    ],
    ['sort', 'Order', SORTS.filter((sort) => !isField(sort) || fields.includes(sort)).flatMap(toSortOptions)],
  ];
}

/** What a reason means, behind its code. */
function withMeaning(advice: Facts['advice']): (option: Option) => Option {
  const means = new Map<string, string>(advice.map(([reason, text]) => [`=${reason}`, text.means]));
  return ([value, text]) => [value, [text, means.get(value)?.replace(/\.$/, '')].filter(Boolean).join(': ')];
}

const MAX_OPTIONS = 200;

const GROUP_LABELS: Readonly<Record<StatusGroup, string>> = {
  goes_out: 'goes out',
  stays: 'stays',
  needs_you: 'needs you',
};

function isField(sort: string): sort is keyof typeof FIELD_LABELS {
  return Object.hasOwn(FIELD_LABELS, sort);
}

const SORT_LABELS: Readonly<Record<string, string>> = {
  importance: 'Most important first',
  line: 'Sheet',
  sku: 'SKU',
  status: 'Status',
  size: 'Size of change',
  reason: 'Message',
};

function toSortOptions(sort: (typeof SORTS)[number]): readonly Option[] {
  const label = isField(sort) ? `${FIELD_LABELS[sort]}, change` : (SORT_LABELS[sort] ?? sort);
  return sort === 'importance'
    ? [[sort, label]]
    : [
        [sort, label],
        [`-${sort}`, `${label}, reversed`],
      ];
}

/** A filter in words. */
function describe(view: ViewState, name: FilterName, { strategyNames }: Facts): string {
  if (name === 'move') {
    const [field, bucket] = (view.move ?? '').split(':');
    const label = MOVE_BUCKETS.find(({ id }) => id === bucket)?.label ?? '';
    return `${field !== undefined && isField(field) ? FIELD_LABELS[field] : ''} ${label}`;
  }
  if (name === 'field' && view.field !== undefined) return `Changes in: ${FIELD_LABELS[view.field]}`;
  if (name === 'margin') return `Margin ${MARGIN_BUCKETS.find(({ id }) => id === view.margin)?.label ?? ''}`;
  if (name === 'price' && view.price !== undefined) return `Price ${PRICE_LABELS[view.price]}`;
  const value = String(view[name]);
  const text = name === 'strategy' ? (new Map(strategyNames).get(value) ?? value) : value;
  return printable(`${name}: ${text === '' ? 'none' : text}`);
}
