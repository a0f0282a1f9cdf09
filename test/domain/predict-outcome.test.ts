import { describe, expect, it } from 'vitest';
import { predictOutcome } from '../../src/domain/predict-outcome.ts';
import type { Reason } from '../../src/domain/reasons.ts';
import type { PlanEntry } from '../../src/domain/stages.ts';
import { anUpdate, aResolved, aRow, cents, sku } from '../support/builders.ts';

const remark = (reason: Reason, message: string) => ({ reason, message });
const update = anUpdate({ cost: cents(700) });

describe('predictOutcome', () => {
  it.each<[string, PlanEntry, readonly [status: string, reason: string, message: string]]>([
    [
      'an invalid row with one problem',
      { kind: 'invalid', line: 2, cells: [], problems: [remark('sku_missing', 'The row has no SKU')] },
      ['invalid', 'sku_missing', 'The row has no SKU'],
    ],
    [
      'an invalid row with several problems, each reason once',
      {
        kind: 'invalid',
        line: 2,
        cells: [],
        problems: [
          remark('money_unreadable', 'cost "x"'),
          remark('money_unreadable', 'min "y"'),
          remark('platform_unknown', 'platform "z"'),
        ],
      },
      ['invalid', 'money_unreadable;platform_unknown', 'cost "x"; min "y"; platform "z"'],
    ],
    [
      'an update that waits for a person, with all that is said of it',
      {
        ...update,
        kind: 'held',
        ...remark('hold_over', 'cost moves far'),
        notices: [remark('rounded', 'cost was rounded'), remark('drifted', 'cost was 5.00')],
      } as PlanEntry,
      ['held', 'hold_over;drifted', 'cost moves far; cost was rounded; cost was 5.00'],
    ],
    [
      'an ignored row',
      { kind: 'ignored', line: 2, cells: [], reason: 'blank', message: 'The row has no content' },
      ['ignored', 'blank', 'The row has no content'],
    ],
    [
      'a duplicate row',
      {
        kind: 'duplicate',
        line: 3,
        cells: [],
        target: { sku: sku('A') },
        reason: 'repeats',
        message: 'Line 2 says the same',
      },
      ['duplicate', 'repeats', 'Line 2 says the same'],
    ],
    [
      'a row without a listing',
      {
        kind: 'unresolved',
        row: aRow(),
        status: 'not_found',
        reason: 'sku_not_listed',
        message: 'No listing',
      },
      ['not_found', 'sku_not_listed', 'No listing'],
    ],
    [
      'a blocked update',
      { ...update, kind: 'blocked', status: 'blocked', reason: 'max_change', message: 'Too much' },
      ['blocked', 'max_change', 'Too much'],
    ],
    [
      'a conflict',
      { ...update, kind: 'blocked', status: 'conflict', reason: 'changed_meanwhile', message: 'Changed' },
      ['conflict', 'changed_meanwhile', 'Changed'],
    ],
    ['a listing that is as desired', { kind: 'unchanged', resolved: aResolved() }, ['unchanged', '', '']],
    [
      'a listing that is as desired, with notices of its row',
      {
        kind: 'unchanged',
        resolved: aResolved({ row: aRow({ notices: [remark('rounded', 'One'), remark('rounded', 'Two')] }) }),
      },
      ['unchanged', '', 'One; Two'],
    ],
    ['an update', update, ['planned', '', '']],
    [
      'an update with notices',
      { ...update, notices: [remark('rounded', 'One'), remark('manual_without_effect', 'Two')] },
      ['planned', '', 'One; Two'],
    ],
  ])('says of %s what becomes of it if nothing is sent', (_name, entry, [status, reason, message]) => {
    expect(predictOutcome(entry)).toEqual({ kind: 'outcome', entry, status, reason, message, attempts: 0 });
  });
});
