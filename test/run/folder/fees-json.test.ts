import { expect, it } from 'vitest';
import { feesSchema, toFeesJson } from '../../../src/run/folder/plan-schema.ts';
import { cents } from '../../support/builders.ts';

it.each([
  [{ perUnit: cents(30), share: 15_000 }],
  [{ perUnit: cents(0), share: undefined }],
  [{ perUnit: undefined, share: 15_000 }],
])('fees are read as they were written: %j', (fees) => {
  expect(feesSchema.parse(JSON.parse(JSON.stringify(toFeesJson(fees))))).toEqual(fees);
});

it.each([
  [{ per_unit: -1 }],
  [{ per_unit: 0.5 }],
  [{ thousandths_of_percent: 100_000 }],
  [{ thousandths_of_percent: -1 }],
  [{ fee: 30 }],
])('fees are refused that no run has written: %j', (json) => {
  expect(feesSchema.safeParse(json).success).toBe(false);
});
