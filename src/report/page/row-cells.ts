import { type Field, isMoneyField } from '../../domain/fields.ts';
import { type Reason, splitReasons } from '../../domain/reasons.ts';
import type { Change } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import { describeChange } from '../text/describe-move.ts';
import { formatAmount } from '../text/format-numbers.ts';
import type { PageRow } from './page-row.ts';

/** One field's change as a cell of the table shows it. */
export interface ChangeCell {
  readonly before: string;
  readonly after: string;
  /** The listing has nothing there afterwards. */
  readonly isCleared: boolean;
  /** Shape: `+3.8 %`; empty where nothing changes by a percentage. */
  readonly percent: string;
  readonly direction: 'up' | 'down' | 'none';
}

/** For screen readers, between before and after. */
export const TO = ' to ';
export const HELD_TO = ' would have become ';

/** Whether a change is shown although it was not made. */
export function isHeld(status: Status): boolean {
  return HELD.has(status);
}

const HELD: ReadonlySet<Status> = new Set<Status>([
  'blocked',
  'conflict',
  'failed',
  'held',
  'invalid',
  'skipped',
]);

/** Amounts are at the right of their column, words at the left. */
export function sideOf(field: Field): 'num' | 'word' {
  return isMoneyField(field) ? 'num' : 'word';
}

/** What rows are shown by, the same with the script and without. */
export interface RowLook {
  readonly fields: readonly Field[];
  /** Names of strategies by id. */
  readonly nameOf: (strategy: string) => string | undefined;
  /** The page has amounts in several currencies, so that each row names its own. */
  readonly hasCurrencies: boolean;
  /** What a reason means, and what to do about it, of the reasons that the page has. */
  readonly adviceOn: (reason: Reason) => { readonly means: string; readonly todo: string } | undefined;
}

/** The currency of a row's amounts, once for all of them; empty if the page has only one, or no amount changes. */
export function currencyOf(
  { changes, listing }: Pick<PageRow, 'changes' | 'listing'>,
  { hasCurrencies }: Pick<RowLook, 'hasCurrencies'>,
): string {
  const hasAmounts = changes.some(({ field }) => isMoneyField(field));
  return hasCurrencies && hasAmounts ? (listing?.currency ?? '') : '';
}

/** What is said in place of a value that is taken away: a dash could be missed. */
const CLEARED = 'cleared';

export function toChangeCell(change: Change, look: Pick<RowLook, 'nameOf'>): ChangeCell {
  const percent = describeChange(change);
  const isCleared = change.after === null;
  return {
    before: showValue(change.field, change.before, look.nameOf),
    after: isCleared ? CLEARED : showValue(change.field, change.after, look.nameOf),
    isCleared,
    percent,
    direction: percent === '' ? 'none' : Number(change.after) > Number(change.before) ? 'up' : 'down',
  };
}

/** A value that wasn't set is shown as a dash, since a word would look like a value. */
function showValue(field: Field, value: Change['before'], nameOf: RowLook['nameOf']): string {
  if (value === null) return '—';
  if (field === 'strategy') return nameOf(String(value)) ?? String(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? formatAmount(value) : value;
}

/** What a row says of itself: a phrase, and behind it the whole message and what to do. */
export interface RowWords {
  readonly phrase: string;
  readonly code: string;
  readonly message: string;
  readonly todo: readonly string[];
}

/** `undefined` for a row that says nothing. */
export function toRowWords(
  { reason, message, status, listing }: Pick<PageRow, 'reason' | 'message' | 'status' | 'listing'>,
  adviceOn: RowLook['adviceOn'],
): RowWords | undefined {
  if (reason === '' && message === '') return undefined;
  const advice = splitReasons(reason).flatMap((each) => adviceOn(each) ?? []);
  const [first = '', ...others] = advice.map(({ means }) => means.replace(/\.$/, '')).filter((text) => text);
  const phrase = others.length === 0 ? first : `${first}, and ${others.length} more`;
  const shown = phrase || message || reason;
  return {
    phrase: shown,
    code: reason,
    // What the phrase says already is not repeated behind it.
    message: [message === shown ? '' : message, status === 'ambiguous' ? nameCandidate(listing) : '']
      .filter((text) => text !== '')
      .join('; '),
    todo: [...new Set(advice.map(({ todo }) => todo))],
  };
}

/** Each of the listings that such a row may mean has an entry, and they have the SKU in common. */
function nameCandidate(listing: PageRow['listing']): string {
  if (!listing) return '';
  const { platform, channel, currency } = listing;
  return `this entry is the one on ${platform}, channel ${channel}, in ${currency}`;
}
