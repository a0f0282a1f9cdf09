import { describe, expect, it } from 'vitest';
import { describePhases, type PhaseTime, summarizePhases } from '../../../src/report/tally/phase-time.ts';

function took(phase: PhaseTime['phase'], ms: number, pacedMs = 0): PhaseTime {
  return { phase, ms, pacedMs, requests: 0 };
}

describe('describePhases', () => {
  it('says how much of the time the rate took', () => {
    const phases = [took('read', 100), took('find', 4000, 4000), took('send', 5900, 5850)];
    expect(describePhases(phases, 100)).toBe('99 % of it at the rate you allow');
    expect(describePhases(phases, 'auto')).toBe('99 % of it at the rate that the service accepts');
  });

  it('names what took longest where it was not the rate', () => {
    expect(describePhases([took('read', 6200), took('find', 3800, 1000)], 100)).toBe(
      '62 % of it reading the sheet',
    );
  });

  it('leaves out how long a person took to answer', () => {
    expect(describePhases([took('find', 3000, 3000), took('ask', 600_000)], 100)).toBe(
      '100 % of it at the rate you allow',
    );
  });

  it('says nothing of a run that was over at once', () => {
    expect(describePhases([took('find', 1999, 1999)], 100)).toBeUndefined();
    expect(describePhases([], 100)).toBeUndefined();
  });
});

describe('summarizePhases', () => {
  it('gives seconds, to a thousandth', () => {
    expect(summarizePhases([{ phase: 'find', ms: 4010.4, pacedMs: 3999.9, requests: 402 }])).toEqual([
      { phase: 'find', seconds: 4.01, requests: 402, seconds_at_the_rate: 4 },
    ]);
  });
});
