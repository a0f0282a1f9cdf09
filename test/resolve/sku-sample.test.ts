import { describe, expect, it } from 'vitest';
import { SkuSample } from '../../src/resolve/row-facts.ts';
import { sku } from '../support/builders.ts';

function sampleOf(numbers: Iterable<number>): readonly number[] {
  const sample = new SkuSample();
  for (const number of numbers) sample.add(sku(`SKU-${number}`));
  return sample.result().map((text) => Number(text.slice(4)));
}

describe('SkuSample', () => {
  it('holds each SKU of a small sheet once at most', () => {
    const sample = sampleOf([...Array(40).keys(), 3, 5, 3]);
    expect(new Set(sample).size).toBe(sample.length);
    expect(sample.length).toBeGreaterThan(30);
  });

  it('is from all over a large sheet, and so are the first few of it', () => {
    const rows = 20_000;
    const sample = sampleOf(Array(rows).keys());
    expect(sample.length).toBeGreaterThan(400);
    for (const count of [12, 24, 48]) {
      const places = [0, ...sample.slice(0, count).sort((a, b) => a - b), rows];
      const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
      expect(Math.max(...gaps) / (rows / count)).toBeLessThan(2.5);
    }
  });

  it('is in step with no order that the rows are in', () => {
    const rows = 40_000;
    const sample = sampleOf(Array.from(Array(rows).keys(), (row) => (row * 7919) % rows));
    const places = [0, ...sample.slice(0, 100).sort((a, b) => a - b), rows];
    const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    // As of places that are drawn by lot.
    expect(Math.max(...gaps) / (rows / 100)).toBeLessThan(7);
  });
});
