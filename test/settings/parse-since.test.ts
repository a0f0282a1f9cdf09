import { describe, expect, it } from 'vitest';
import { resolveSince, since } from '../../src/settings/parse-since.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

function read(text: string): string {
  const parsed = since(text);
  return parsed.ok ? resolveSince(parsed.value, NOW) : 'refused';
}

describe('since', () => {
  it.each([
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T02:15', '2026-11-01T02:15:00.000Z'],
    ['2026-11-01 02:15:30', '2026-11-01T02:15:30.000Z'],
    ['2026-11-01T02:15Z', '2026-11-01T02:15:00.000Z'],
    ['2026-11-01T02:15:04.5Z', '2026-11-01T02:15:04.500Z'],
    ['2026-11-01T02:15:04.123Z', '2026-11-01T02:15:04.123Z'],
    ['90m', '2026-11-23T10:30:00.000Z'],
    ['24h', '2026-11-22T12:00:00.000Z'],
    ['7d', '2026-11-16T12:00:00.000Z'],
    ['2w', '2026-11-09T12:00:00.000Z'],
    ['0d', '2026-11-23T12:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    '',
    '7',
    'd',
    '7 d',
    '7D',
    '-1d',
    'yesterday',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '2026-11-01T25:00',
    '01.11.2026',
  ])('refuses "%s"', (text) => {
    expect(read(text)).toBe('refused');
  });
});
