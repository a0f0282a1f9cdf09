import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Reply, readReply } from '../../src/service/reply.ts';
import { decideRetry, MAX_PAUSE_MS } from '../../src/service/retries.ts';

function refused(httpStatus: number, retryAfterMs?: number): Reply<unknown> {
  return { kind: 'refused', httpStatus, message: 'no', retryAfterMs };
}

function lost(httpStatus: number, retryAfterMs?: number): Reply<unknown> {
  return { kind: 'lost', httpStatus, message: 'what', retryAfterMs };
}

describe('decideRetry', () => {
  it.each([
    ['none asked for', undefined, 'retry'],
    ['no pause at all', 0, 'retry'],
    ['a second', 1000, 'retry'],
    ['the longest pause', MAX_PAUSE_MS, 'retry'],
    ['a millisecond too long', MAX_PAUSE_MS + 1, 'return'],
    ['an hour', 3_600_000, 'return'],
    ['for ever', Number.POSITIVE_INFINITY, 'return'],
  ] as const)('Retry-After: %s', (_, retryAfterMs, decision) => {
    const get = (reply: Reply<unknown>) => decideRetry({ method: 'GET', reply, attemptsLeft: 1 });
    const post = (reply: Reply<unknown>) => decideRetry({ method: 'POST', reply, attemptsLeft: 1 });
    expect({
      busyRead: get(refused(429, retryAfterMs)),
      busyWrite: post(refused(429, retryAfterMs)),
      stumbledRead: get(lost(503, retryAfterMs)),
      stumbledWrite: post(lost(503, retryAfterMs)),
      refusedKey: get(refused(401, retryAfterMs)),
      badRequest: get(refused(400, retryAfterMs)),
    }).toEqual({
      busyRead: decision,
      busyWrite: decision,
      stumbledRead: decision,
      stumbledWrite: 'return',
      refusedKey: 'end_run',
      badRequest: 'return',
    });
  });

  it('sends an update again after no answer but 429', () => {
    const answers = fc.record({
      httpStatus: fc.integer({ min: 200, max: 599 }),
      retryAfter: fc.option(fc.oneof(fc.string(), fc.nat().map(String)), { nil: undefined }),
      body: fc.oneof(fc.string(), fc.json()),
    });
    fc.assert(
      fc.property(answers, fc.integer({ min: -1, max: 9 }), (answer, attemptsLeft) => {
        const reply = readReply(
          { kind: 'answer', ...answer },
          { schema: z.never(), now: 0, redact: (text) => text },
        );
        const decision = decideRetry({ method: 'POST', reply, attemptsLeft });
        if (decision === 'retry') {
          expect(answer.httpStatus).toBe(429);
          expect(attemptsLeft).toBeGreaterThan(0);
        }
        expect(decision === 'end_run').toBe([401, 403].includes(answer.httpStatus));
      }),
    );
  });
});
