import { describe, expect, it } from 'vitest';
import { type IssueLine, IssueTally, repeatsStop } from '../../../src/report/tally/tally-issues.ts';
import { listed } from '../../support/listed.ts';

const issue = (
  line: number,
  { status = 'not_found', reason = 'sku_not_listed', message = `Row ${line}` }: Partial<IssueLine> = {},
): IssueLine => ({ line, sku: `SKU-${line}`, status, reason, message });

function tally(seen: readonly IssueLine[], stop?: ConstructorParameters<typeof IssueTally>[0]) {
  const issues = new IssueTally(stop);
  for (const each of seen) issues.add(each);
  return issues.result();
}

describe('IssueTally', () => {
  it('groups by status and by the first of the reasons, with how many have others, what was blocked first', () => {
    const { total, groups } = tally([
      issue(2, { status: 'blocked', reason: 'max_change;below_cost' }),
      issue(3),
      issue(4, { status: 'blocked', reason: 'below_cost' }),
      issue(5),
      issue(6, { status: 'blocked', reason: 'max_change' }),
      issue(7),
    ]);
    expect(total).toBe(6);
    expect(
      groups.map(({ status, reason, total, also }) => [`${total} ${status} ${reason}`, ...also]),
    ).toEqual([
      ['2 blocked max_change', ['below_cost', 1]],
      ['1 blocked below_cost'],
      ['3 not_found sku_not_listed'],
    ]);
  });

  it('puts first what is worst, however few rows it has, and then the largest', () => {
    const statuses = ['blocked', 'conflict', 'ambiguous', 'failed', 'ambiguous', 'unconfirmed'] as const;
    const { groups } = tally([
      ...statuses.map((status, index) => issue(index + 2, { status, reason: 'max_change' })),
      issue(10, { status: 'failed', reason: 'unreachable' }),
      issue(11, { status: 'failed', reason: 'unreachable' }),
    ]);
    expect(groups.map(({ status, total }) => `${total} ${status}`)).toEqual(
      listed('1 unconfirmed, 2 failed, 1 failed, 1 conflict, 1 blocked, 2 ambiguous'),
    );
  });

  it('tells a row once whose listings all have the same issue, and counts each of them', () => {
    const same = { message: 'The same' };
    const { total, first, groups } = tally([issue(2, same), issue(2, same), issue(3, same)]);
    expect([total, groups[0]?.total]).toEqual([3, 3]);
    for (const told of [first, groups[0]?.first ?? []])
      expect(told.map(({ line, entries }) => [line, entries])).toEqual([
        [2, 2],
        [3, 1],
      ]);
  });

  it('tells what has one cause apart, and counts it', () => {
    const seen = [
      issue(2),
      issue(3, { status: 'skipped', reason: 'scale_slip' }),
      issue(4, { status: 'blocked', reason: 'max_change;below_cost' }),
      issue(5, { status: 'blocked', reason: 'below_cost' }),
    ];
    const countsOf = (rules?: readonly string[]) => {
      const { total, grouped, slipped, skippedByStop } = tally(seen, rules && { rules });
      return { total, grouped, slipped, skippedByStop };
    };
    expect(countsOf()).toEqual({ total: 4, grouped: 4, slipped: 0, skippedByStop: 0 });
    expect(countsOf([])).toEqual({ total: 4, grouped: 3, slipped: 0, skippedByStop: 1 });
    for (const rule of ['scale_slip', 'implausible_column'])
      expect(countsOf([rule])).toEqual({ total: 4, grouped: 2, slipped: 1, skippedByStop: 1 });
  });

  it('holds no more groups than there is room for, however many reasons somebody makes up', () => {
    const { total, groups } = tally(
      Array.from({ length: 5000 }, (_, index) => issue(index + 2, { reason: `http_${index}` })),
    );
    expect([total, groups.length]).toEqual([5000, 200]);
    expect(groups.reduce((sum, group) => sum + group.total, 0)).toBe(5000);
  });
});

const DOWN = 'no connection to the service: connect ECONNREFUSED 127.0.0.1:4010';
const STOP = {
  code: 'service',
  message: `Cannot go on: ${DOWN} (GET /listings); 20 attempts in a row failed`,
};

describe('repeatsStop', () => {
  it.each([
    ['a lookup', `GET /listings: ${DOWN}, after 6 attempts`],
    ['an update', DOWN],
    ['a notice', `The account could not be paged: GET /listings: ${DOWN}, after 1 attempt`],
  ])('knows the fault again that stopped the run, as %s has it', (_name, text) => {
    expect(repeatsStop(text, STOP)).toBe(true);
  });

  it.each([
    ['a refusal', 'the service answered 402: "Nobody knows why"'],
    ['another address', `GET /listings: ${DOWN.replace('4010', '4011')}, after 6 attempts`],
    ['a notice of something else', 'Unknown columns are ignored: "title"'],
    ['nothing', ''],
  ])('does not take another fault for it: %s', (_name, text) => {
    expect(repeatsStop(text, STOP)).toBe(false);
  });
});
