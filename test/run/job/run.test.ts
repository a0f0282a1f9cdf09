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
  expect(soFar.at(-1)).toEqual({ phase: 'send', ms: 2000, requests: 200, pacedMs: 1990 });
  expect(phases.result()).toEqual([
    { phase: 'read', ms: 250, requests: 0, pacedMs: 0 },
    { phase: 'find', ms: 4010, requests: 401, pacedMs: 3900 },
    { phase: 'plan', ms: 100, requests: 0, pacedMs: 0 },
    { phase: 'send', ms: 2050, requests: 201, pacedMs: 1990 },
  ]);
});
