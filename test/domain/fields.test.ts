import { describe, expect, it } from 'vitest';
import { FIELDS, isMoneyField, MONEY_FIELDS } from '../../src/domain/fields.ts';

describe('isMoneyField', () => {
  it('parts the fields into amounts and others', () => {
    expect(FIELDS.filter(isMoneyField)).toEqual(['cost', 'minimum_price', 'maximum_price', 'manual_price']);
    expect([...MONEY_FIELDS]).toEqual(FIELDS.filter(isMoneyField));
  });
});
