import { describe, expect, it } from 'vitest';
import { askAbout, didYouMean, nearestNames } from '../../src/domain/nearest-names.ts';
import { listed } from '../support/listed.ts';

const FLAGS = listed(
  'rate, retries, resolve, max-change, max-clears, max-updates, min, max, out, maximum_price, minimum_price',
);

describe('nearestNames', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['a letter left out', 'rat', ['rate']],
    ['a letter too many', 'ratee', ['rate']],
    ['another letter', 'rafe', ['rate']],
    ['two letters swapped', 'raet', ['rate']],
    ['case', 'RATE', ['rate']],
    ['other signs between', 'max_change', ['max-change']],
    ['three mistakes in a long word', 'max-updadez', ['max-updates']],
    ['too short to tell', 'mx', []],
    ['what is nearer than another', 'max-chears', ['max-clears']],
    ['a short word', 'mex', ['max']],
    ['one of two opposites', 'minimun_price', ['minimum_price']],
    ['two mistakes in a short word', 'ruet', []],
    ['something else', 'webhook', []],
  ])('%s', (_, word, names) => {
    expect(nearestNames(word, FLAGS)).toEqual(names);
  });

  it('suggests three at most, always the same', () => {
    const names = ['cost4', 'cost2', 'cost3', 'cost1', 'cost2'];
    expect(nearestNames('cost', names)).toEqual(['cost1', 'cost2', 'cost3']);
    expect(nearestNames('cost', [...names].reverse())).toEqual(['cost1', 'cost2', 'cost3']);
  });

  it('takes no time to speak of, however long a word is', () => {
    expect(nearestNames('x'.repeat(1_000_000), FLAGS)).toEqual([]);
  });
});

describe('didYouMean', () => {
  it('asks, or says nothing', () => {
    expect(didYouMean('snyc', ['sync', 'diff'])).toBe('; did you mean "sync"?');
    expect(didYouMean('export', ['sync', 'diff'])).toBe('');
    expect(askAbout(['a', 'b'])).toBe('; did you mean "a" or "b"?');
    expect(askAbout(['a', 'b', 'c'])).toBe('; did you mean "a", "b" or "c"?');
  });
});
