import { describe, expect, it } from 'vitest';
import { predictOutcome } from '../../src/domain/predict-outcome.ts';
import type { Reason } from '../../src/domain/reasons.ts';
import type { PlanEntry } from '../../src/domain/stages.ts';
import { anUpdate, aResolved, aRow, cents, sku } from '../support/builders.ts';

const remark = (reason: Reason, message: string) => ({ reason, message });
const rounded = [remark('rounded', 'One'), remark('rounded', 'Two')];

const update = anUpdate({ cost: cents(700) });
const line = { line: 2, cells: [] };
const invalid = (...problems: readonly ReturnType<typeof remark>[]): PlanEntry => ({
  kind: 'invalid',
  ...line,
  problems,
});
const blocked = (status: 'blocked' | 'conflict', reason: Reason, message: string): PlanEntry => ({
  ...update,
  kind: 'blocked',
  status,
  ...remark(reason, message),
});

const HELD: PlanEntry = {
  ...update,
  kind: 'held',
  ...remark('hold_over', 'far'),
  notices: [remark('rounded', 'rounded'), remark('drifted', '5.00')],
};
const IGNORED: PlanEntry = { kind: 'ignored', ...line, reason: 'note', message: 'The row is a note' };
const DUPLICATE: PlanEntry = {
  kind: 'duplicate',
  ...line,
  target: { sku: sku('A') },
  reason: 'repeats',
  message: 'Line 2 says the same',
};
const NOT_FOUND: PlanEntry = {
  kind: 'unresolved',
  row: aRow(),
  status: 'not_found',
  ...remark('sku_not_listed', 'No listing'),
};
const NOTED: PlanEntry = { kind: 'unchanged', resolved: aResolved({ row: aRow({ notices: rounded }) }) };
const PROBLEMS = [
  remark('money_unreadable', 'c'),
  remark('money_unreadable', 'm'),
  remark('platform_unknown', 'p'),
];

describe('predictOutcome', () => {
  it.each<[string, PlanEntry, status: string, reason: string, message: string]>([
    ['one problem', invalid(remark('sku_missing', 'No SKU')), 'invalid', 'sku_missing', 'No SKU'],
    ['several problems', invalid(...PROBLEMS), 'invalid', 'money_unreadable;platform_unknown', 'c; m; p'],
    ['an update that waits for a person', HELD, 'held', 'hold_over;drifted', 'far; rounded; 5.00'],
    ['an ignored row', IGNORED, 'ignored', 'note', 'The row is a note'],
    ['a duplicate row', DUPLICATE, 'duplicate', 'repeats', 'Line 2 says the same'],
    ['a row without a listing', NOT_FOUND, 'not_found', 'sku_not_listed', 'No listing'],
    ['a blocked update', blocked('blocked', 'max_change', 'Far'), 'blocked', 'max_change', 'Far'],
    ['a conflict', blocked('conflict', 'changed_meanwhile', 'Now'), 'conflict', 'changed_meanwhile', 'Now'],
    ['a listing that is as desired', { kind: 'unchanged', resolved: aResolved() }, 'unchanged', '', ''],
    ['a listing that is as desired, with notices of its row', NOTED, 'unchanged', '', 'One; Two'],
    ['an update', update, 'planned', '', ''],
    ['an update with notices', { ...update, notices: rounded }, 'planned', '', 'One; Two'],
  ])('says of %s what becomes of it if nothing is sent', (_name, entry, status, reason, message) => {
    expect(predictOutcome(entry)).toEqual({ kind: 'outcome', entry, status, reason, message, attempts: 0 });
  });
});
