import { describe, expect, it } from 'vitest';
import {
  type CanaryPass,
  type CanaryResult,
  type ClearKind,
  clearedKinds,
  createClearCanary,
} from '../../src/execute/execute-updates.ts';
import { turns, updateOf } from './support.ts';

/** Several bearers at the gate, and what each was told so far. */
function gate() {
  const canary = createClearCanary();
  const told: (CanaryPass | 'waiting')[] = [];
  return {
    report: (result: CanaryResult, kind: ClearKind = 'money') => canary.report([kind], result),
    told,
    enter: async (count = 1, kinds: readonly ClearKind[] = ['money']) => {
      for (let n = 0; n < count; n++) {
        const index = told.push('waiting') - 1;
        void canary.enter(kinds).then((pass) => {
          told[index] = pass;
        });
      }
      await turns();
    },
  };
}

describe('createClearCanary', () => {
  it('lets one through as the test, and the others wait', async () => {
    const { enter, told } = gate();
    await enter(3);
    expect(told).toEqual(['test', 'waiting', 'waiting']);
  });

  it.each([
    ['works', ['test', 'send', 'send']],
    ['ignored', ['test', 'hold_back', 'hold_back']],
    ['unknown', ['test', 'test', 'waiting']],
  ] as const)('where the test says %s', async (result, expected) => {
    const { enter, report, told } = gate();
    await enter(3);
    report(result);
    await turns();
    expect(told).toEqual(expected);
  });

  it.each([
    ['works', 'send'],
    ['ignored', 'hold_back'],
    ['unknown', 'test'],
  ] as const)('tells those who come later the same: %s', async (result, expected) => {
    const { enter, report, told } = gate();
    await enter();
    report(result);
    await enter();
    expect(told).toEqual(['test', expected]);
  });

  it('tests one after the other until one is answered', async () => {
    const { enter, report, told } = gate();
    await enter(4);
    report('unknown');
    await turns();
    report('unknown');
    await turns();
    expect(told).toEqual(['test', 'test', 'test', 'waiting']);
    report('ignored');
    await turns();
    expect(told).toEqual(['test', 'test', 'test', 'hold_back']);
  });

  it('has one test at a time, also when one comes in while the last one ends', async () => {
    const { enter, report, told } = gate();
    await enter(2);
    report('unknown');
    await enter(2);
    expect(told.filter((pass) => pass === 'test')).toHaveLength(2);
    expect(told.filter((pass) => pass === 'waiting')).toHaveLength(2);
  });

  it('proves nothing for clears of the other kind', async () => {
    const { enter, report, told } = gate();
    await enter(1, ['strategy']);
    report('works', 'strategy');
    await enter(2, ['money']);
    await enter(1, ['money', 'strategy']);
    expect(told).toEqual(['test', 'test', 'waiting', 'waiting']);
    report('works');
    await turns();
    expect(told).toEqual(['test', 'test', 'send', 'send']);
  });

  it.each([
    ['money', 'strategy'],
    ['strategy', 'money'],
  ] as const)('%s alone proves nothing for an update that clears both', async (proven, other) => {
    const { enter, report, told } = gate();
    await enter(1, [proven]);
    report('works', proven);
    await enter(1, ['money', 'strategy']);
    await enter(1, [other]);
    expect(told).toEqual(['test', 'test', 'waiting']);
  });

  it('closes for good, whoever finds out that a clear was ignored', async () => {
    const { enter, report, told } = gate();
    await enter();
    report('works');
    await enter(2);
    report('ignored');
    report('works');
    await enter();
    expect(told).toEqual(['test', 'send', 'send', 'hold_back']);
  });
});

describe('clearedKinds', () => {
  it.each([
    ['nothing', { repricing: false }, []],
    ['an amount', { maximum_price: null, repricing: false }, ['money']],
    ['amounts', { maximum_price: null, manual_price: null }, ['money']],
    ['a strategy', { strategy: null }, ['strategy']],
    ['both', { maximum_price: null, strategy: null }, ['money', 'strategy']],
  ] as const)('of an update that clears %s', (_name, desired, kinds) => {
    expect([...clearedKinds(updateOf(1, desired))].sort()).toEqual(kinds);
  });
});
