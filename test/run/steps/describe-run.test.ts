import { describe, expect, it } from 'vitest';
import type { LearnedPace } from '../../../src/domain/ports.ts';
import { noticePace } from '../../../src/run/steps/describe-run.ts';

const pace: LearnedPace = { setting: 20, ratePerSecond: undefined, refused: 0, concurrencyWanted: undefined };

const BOUND = 'The setting "concurrency"';
const LIMITED = 'limited the speed to less than --rate';
const FASTER = 'limited the speed; a higher one may be faster';
const AUTO_NEEDS = `${BOUND}, auto (at most 256), ${LIMITED} 1000; set it to 501 in pricesheet.json`;
const FEW_CONNECTIONS =
  'The service accepted no more than 4 connections at once and refused others; set "concurrency": 4 in pricesheet.json';

describe('noticePace', () => {
  it.each<readonly [string, Partial<LearnedPace>, number | 'auto', number, string | undefined]>([
    ['nothing of a run that was over in seconds', { concurrencyWanted: 13 }, 8, 9_999, undefined],
    ['nothing where the rate set the pace', {}, 8, 10_000, undefined],
    ['of too low a bound', { concurrencyWanted: 13 }, 8, 10_000, `${BOUND}, 8, ${LIMITED} 20; leave it out`],
    ['what auto would need', { setting: 1000, concurrencyWanted: 501 }, 'auto', 10_000, AUTO_NEEDS],
    ['that few connections are accepted', { connectionsAccepted: 4 }, 'auto', 100, FEW_CONNECTIONS],
    ['what may be faster', { setting: 'auto', concurrencyWanted: 0 }, 8, 10_000, `${BOUND}, 8, ${FASTER}`],
  ])('says %s', (_name, learned, concurrency, tookMs, said) => {
    expect(noticePace({ ...pace, ...learned }, concurrency, tookMs)).toEqual(
      said === undefined ? [] : [said],
    );
  });
});
