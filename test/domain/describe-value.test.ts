import { describe, expect, it } from 'vitest';
import { describeValue } from '../../src/domain/describe-value.ts';
import { FIELDS } from '../../src/domain/fields.ts';
import { cents } from '../support/builders.ts';

describe('describeValue', () => {
  it.each([
    ['cost', cents(600), '6.00'],
    ['minimum_price', cents(0), '0.00'],
    ['maximum_price', cents(123_456), '1234.56'],
    ['manual_price', cents(5), '0.05'],
    ['strategy', '50000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000001'],
    ['repricing', true, 'true'],
    ['repricing', false, 'false'],
  ] as const)('writes %s %s as %s', (field, value, text) => {
    expect(describeValue(field, value)).toBe(text);
  });

  it.each(FIELDS)('writes a %s that is not set as null', (field) => {
    expect(describeValue(field, null)).toBe('null');
  });
});
