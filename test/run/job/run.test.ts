import { expect, it } from 'vitest';
import { createPhaseTimes } from '../../../src/run/job/run.ts';

it('gives each phase its time, its requests and how long the rate held them up, however often it comes', () => {
  let now = 1000;
  const counts = { reads: 5, writes: 0, retries: 0, throttled: 0 };
  let paced = 0;
  const phases = createPhaseTimes({
    clock: { monotonic: () => now },
    requests: { counts, pacedMs: () => paced },
    readMs: 250,
  });
  const pass = (ms: number, reads: number, writes: number, pacedMs: number): void => {
    now += ms;
    counts.reads += reads;
    counts.writes += writes;
    paced += pacedMs;
  };
  pass(7, 0, 0, 0);
  phases.begin('find');
  pass(4000, 400, 0, 3900);
  phases.begin('plan');
  pass(100, 0, 0, 0);
  phases.begin('find');
  pass(10, 1, 0, 0);
  phases.begin('send');
  pass(2000, 0, 200, 1990);
  const soFar = phases.result();
  pass(50, 1, 0, 0);
  expect(soFar.at(-1)).toEqual({ phase: 'send', seconds: 2, requests: 200, seconds_at_the_rate: 1.99 });
  expect(phases.result()).toEqual([
    { phase: 'read', seconds: 0.25, requests: 0, seconds_at_the_rate: 0 },
    { phase: 'find', seconds: 4.01, requests: 401, seconds_at_the_rate: 3.9 },
    { phase: 'plan', seconds: 0.1, requests: 0, seconds_at_the_rate: 0 },
    { phase: 'send', seconds: 2.05, requests: 201, seconds_at_the_rate: 1.99 },
  ]);
});
