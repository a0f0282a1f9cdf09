import { describe, expect, it } from 'vitest';
import { describeChannels } from '../../src/resolve/match-row.ts';

const [ONE, TWO] = ['c0000000-0000-4000-8000-00000000abcd', 'd1111111-1111-4111-8111-111111111111'];
const CHANNELS = [
  { id: ONE, type: 'seller_central', platform: 'amazon' },
  { id: TWO, type: null, platform: 'walmart' },
];
const KNOWN = `it has: ${ONE} (amazon), ${TWO} (walmart)`;

describe('describeChannels', () => {
  it.each([
    ['two digits swapped', 'c0000000-0000-4000-8000-00000000abdc', `; did you mean "${ONE}"?`],
    ['capitals, and no dashes', 'C0000000000040008000' + '00000000ABCD', `; did you mean "${ONE}"?`],
    ['the platform', 'Amazon', `; did you mean "${ONE}"?`],
    ['the platform, misspelt', 'wallmart', `; did you mean "${TWO}"?`],
    ['the type', 'Seller Central', `; did you mean "${ONE}"?`],
    ['something else', 'ebay', ''],
    ['another id', 'f2222222-2222-4222-8222-222222222222', ''],
  ])('%s', (_, text, asked) => {
    expect(describeChannels(text, CHANNELS)).toBe(KNOWN + asked);
  });

  it('lists no crowd, and none where there is none', () => {
    const many = Array.from({ length: 4 }, (_, n) => ({
      id: `${n}`.repeat(36),
      type: null,
      platform: 'amazon',
    }));
    expect(describeChannels('amazon', many)).not.toContain('did you mean');
    expect(describeChannels('amazon', [])).toBe('it has: none');
  });
});
