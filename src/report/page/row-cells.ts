import { describeValue } from '../../domain/describe-value.ts';
import type { Field } from '../../domain/fields.ts';
import type { Change } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import { describeChange } from '../text/describe-move.ts';

/** One field's change as a cell of the table shows it. */
export interface ChangeCell {
  readonly before: string;
  readonly after: string;
  /** Shape: `+3.8 %`; empty where nothing changes by a percentage. */
  readonly percent: string;
  readonly direction: 'up' | 'down' | 'none';
}

/** Longer SKUs are broken over lines. */
export const LONG_SKU = 24;

/** For screen readers, between before and after. */
export const TO = ' to ';
export const HELD_TO = ' would have become ';

/** Whether a change is shown although it was not made. */
export function isHeld(status: Status): boolean {
  return HELD.has(status);
}

const HELD: ReadonlySet<Status> = new Set<Status>(['blocked', 'conflict', 'failed', 'invalid', 'skipped']);

/** Names of strategies by id. */
export type NameOf = (id: string) => string | undefined;

export function toChangeCell(change: Change, nameOf: NameOf): ChangeCell {
  const percent = describeChange(change);
  return {
    before: showValue(change.field, change.before, nameOf),
    after: showValue(change.field, change.after, nameOf),
    percent,
    direction: percent === '' ? 'none' : Number(change.after) > Number(change.before) ? 'up' : 'down',
  };
}

/** A value that isn't set is shown as a dash, since a word would look like a value. */
function showValue(field: Field, value: Change['before'], nameOf: NameOf): string {
  if (value === null) return '—';
  if (field === 'strategy') return nameOf(String(value)) ?? String(value);
  if (field === 'repricing') return value ? 'on' : 'off';
  return describeValue(field, value);
}
