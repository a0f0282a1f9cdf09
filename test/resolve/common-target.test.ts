import { describe, expect, it } from 'vitest';
import type { Channel } from '../../src/domain/listing.ts';
import type { Target } from '../../src/domain/row.ts';
import { CommonTarget, commonTarget } from '../../src/resolve/row-facts.ts';
import { sku } from '../support/builders.ts';

const channels: readonly Channel[] = [
  { id: 'c-1', type: 'seller_central', platform: 'amazon' },
  { id: 'c-2', type: 'marketplace', platform: 'walmart' },
];

function common(...targets: readonly Partial<Target>[]) {
  const tally = new CommonTarget();
  for (const target of targets) tally.add({ sku: sku('A'), ...target });
  return tally.result();
}

describe('CommonTarget', () => {
  it.each([
    ['no row', [], undefined, undefined],
    ['one row', [{ platform: 'amazon', channel: 'c-1' }], 'amazon', 'c-1'],
    ['rows that name nothing', [{}, {}], undefined, undefined],
    ['rows that name the same', [{ platform: 'amazon' }, { platform: 'amazon' }], 'amazon', undefined],
    ['a last row that names nothing', [{ platform: 'amazon', channel: 'c-1' }, {}], undefined, undefined],
    ['a first row that names nothing', [{}, { platform: 'amazon', channel: 'c-1' }], undefined, undefined],
    [
      'a row in between with another platform',
      [
        { platform: 'amazon', channel: 'c-1' },
        { platform: 'walmart', channel: 'c-1' },
        { platform: 'amazon', channel: 'c-1' },
      ],
      undefined,
      'c-1',
    ],
    [
      'a row in between with another channel',
      [
        { platform: 'amazon', channel: 'c-1' },
        { platform: 'amazon', channel: 'c-2' },
        { platform: 'amazon', channel: 'c-1' },
      ],
      'amazon',
      undefined,
    ],
  ])('%s', (_name, targets, platform, channel) => {
    expect(common(...targets)).toEqual({ platform, channel });
  });
});

describe('commonTarget', () => {
  it.each([
    ['nothing', {}, {}],
    ['a platform', { platform: 'amazon' }, { platform: 'amazon' }],
    ['a channel', { channel: 'c-2' }, { channel: 'c-2' }],
    [
      'a channel that the account does not have',
      { platform: 'amazon', channel: 'c-9' },
      { platform: 'amazon' },
    ],
  ])('asks for no more than the part that all rows name: %s', (_name, target, expected) => {
    expect(commonTarget(target, channels)).toStrictEqual(expected);
  });
});
