import { describeValue, FIELDS } from './fields.ts';
import type { SheetRow } from './row.ts';

/** What to do with rows for the same listing that disagree: refuse them all, or use the first or the last. */
export type DuplicatePolicy = 'error' | 'first' | 'last';

/** What a row that isn't the one to use is, compared with `other`. */
export interface DuplicateVerdict<T> {
  readonly kind: 'repeats' | 'superseded' | 'disagrees';
  /** It is superseded because the other row began later. */
  readonly isPast?: boolean;
  readonly other: T;
}

interface Reading<T> {
  readonly keyOf: (item: T) => string | undefined;
  /** Equal texts are equal requests; `undefined` if the row can't be read. */
  readonly requestedOf: (item: T) => string | undefined;
  /** From when it counts, as a number that grows; NaN if that is not known. If missing, all do from the same time on. */
  readonly beginOf?: (item: T) => number;
  readonly policy: DuplicatePolicy;
  /** Such a row waits for a person: one that requests the same and doesn't wait is used instead. */
  readonly waits?: (item: T) => boolean;
}

/**
 * Finds the rows that must not be used because another row is for the same listings: of several, the one that began last counts, unless it is
 * not known of one of them when it began.
 *
 * Rows that request the same are settled by the first, or by the last if that is the policy: rows with other keys may come in
 * between, and lead to the same listing. Rows that disagree are all refused, or settled by the policy. A row that can't be
 * read agrees with nobody: if it would have been the one to use, none of its rows is.
 */
export function settleDuplicates<T>(
  items: readonly T[],
  { keyOf, beginOf = () => 0, ...reading }: Reading<T>,
): ReadonlyMap<T, DuplicateVerdict<T>> {
  const verdicts = new Map<T, DuplicateVerdict<T>>();
  for (const group of groupsOfSeveral(items, keyOf)) {
    const last = group.map(beginOf).reduce((one, other) => Math.max(one, other));
    const isPast = (item: T): boolean => beginOf(item) < last;
    const [first = group[0], second, ...more] = group.filter((item) => !isPast(item));
    const settled = second === undefined ? [] : settleGroup([first, second, ...more], reading);
    for (const [item, verdict] of settled) verdicts.set(item, verdict);
    const other = group.find((item) => !isPast(item) && !verdicts.has(item)) ?? first;
    for (const item of group)
      if (isPast(item)) verdicts.set(item, { kind: 'superseded', isPast: true, other });
  }
  return verdicts;
}

function groupsOfSeveral<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): Iterable<readonly [T, T, ...T[]]> {
  const firsts = new Map<string, T>();
  const groups = new Map<string, [T, T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const first = firsts.get(key);
    const group = groups.get(key);
    if (group) group.push(item);
    else if (first !== undefined) groups.set(key, [first, item]);
    else firsts.set(key, item);
  }
  return groups.values();
}

function settleGroup<T>(
  group: readonly [T, T, ...T[]],
  { requestedOf, policy, waits = () => false }: Omit<Reading<T>, 'keyOf'>,
): readonly (readonly [T, DuplicateVerdict<T>])[] {
  const [first, second] = group;
  const preferred = policy === 'last' ? (group.at(-1) ?? first) : first;
  const chosenRequest = requestedOf(preferred);
  const agree = group.every((item) => requestedOf(item) === chosenRequest);
  const chosen = agree && waits(preferred) ? (group.find((item) => !waits(item)) ?? preferred) : preferred;
  if (chosenRequest === undefined || (policy === 'error' && !agree)) {
    return group.map((item) => [item, { kind: 'disagrees', other: item === first ? second : first }]);
  }
  return group
    .filter((item) => item !== chosen)
    .map((item) => [
      item,
      { kind: requestedOf(item) === chosenRequest ? 'repeats' : 'superseded', other: chosen },
    ]);
}

/** A verdict on a row as a sentence. */
export function explainDuplicate(
  kind: DuplicateVerdict<unknown>['kind'],
  row: SheetRow,
  other: { readonly line: number },
): string {
  switch (kind) {
    case 'repeats':
      return `Line ${other.line} says the same`;
    case 'superseded':
      return `Line ${other.line} is used instead`;
    case 'disagrees':
      return explainDisagreement(row, other);
  }
}

/** What the other row says, if that can be known. */
function explainDisagreement(
  { target, requested }: SheetRow,
  other: { readonly line: number } & Partial<Pick<SheetRow, 'target' | 'requested'>>,
): string {
  const shared = other.target?.sku === target.sku ? 'has the same SKU' : 'is for the same listing';
  const same = `Line ${other.line} ${shared}`;
  if (!other.requested) return `${same} and can't be read`;
  const field = FIELDS.find((each) => requested[each] !== other.requested?.[each]);
  if (field === undefined) return `${same} and says something else`;
  const [here, there] = [requested[field], other.requested[field]];
  const says = there === undefined ? `no ${field}` : `${field} ${describeValue(field, there)}`;
  return `${same} with ${says}; here ${here === undefined ? 'there is none' : `it is ${describeValue(field, here)}`}`;
}
