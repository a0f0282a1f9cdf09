import { describe, expect, it } from 'vitest';
import { needsAttention, STATUSES } from '../../src/domain/status.ts';

describe('needsAttention', () => {
  it('is said of the statuses that a person should look at, and of no others', () => {
    expect(STATUSES.filter((status) => needsAttention(status, false))).toEqual(
      'invalid not_found ambiguous blocked conflict failed unconfirmed skipped'.split(' '),
    );
  });

  it('is not said of SKUs without a listing where those are normal, and still of everything else', () => {
    const usual = STATUSES.filter((status) => needsAttention(status, false));
    expect(STATUSES.filter((status) => needsAttention(status, true))).toEqual(
      usual.filter((status) => status !== 'not_found'),
    );
  });
});
