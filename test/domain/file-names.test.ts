import { describe, expect, it } from 'vitest';
import { whyNotOnWindows } from '../../src/domain/file-names.ts';
import { listed } from '../support/listed.ts';

describe('whyNotOnWindows', () => {
  it.each([
    ['con', '"con" is the name of a device on Windows'],
    ['NUL', '"NUL" is the name of a device on Windows'],
    ['Com1.night', '"Com1.night" is the name of a device on Windows'],
    ['lpt¹', '"lpt¹" is the name of a device on Windows'],
    ['aux .x', '"aux .x" is the name of a device on Windows'],
    ['a:b', 'Windows allows no ":" in a name'],
    ['a?', 'Windows allows no "?" in a name'],
    ['a\u0007', 'Windows allows no "\\u0007" in a name'],
    ['night.', 'Windows allows no dot or space at the end of a name'],
    ['night ', 'Windows allows no dot or space at the end of a name'],
  ])('refuses %j', (name, why) => {
    expect(whyNotOnWindows(name)).toBe(why);
  });

  it.each(
    listed('console, com, com10, nulls.csv, .history, costs (1) & 50% Größe, 2026-11-20T08-30-00Z-con'),
  )('takes %j', (name) => {
    expect(whyNotOnWindows(name)).toBeUndefined();
  });
});
