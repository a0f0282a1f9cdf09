import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Reply, readReply } from '../../src/service/reply.ts';
import { decideRetry, MAX_PAUSE_MS, type RetryDecision } from '../../src/service/retries.ts';

const ok: Reply<unknown> = { kind: 'ok', value: {}, httpStatus: 200 };
const notSent: Reply<unknown> = { kind: 'not_sent', message: 'no connection' };
const brokenOff: Reply<unknown> = { kind: 'lost', message: 'broke off' };

function refused(httpStatus: number, retryAfterMs?: number): Reply<unknown> {
  return { kind: 'refused', httpStatus, message: 'no', retryAfterMs };
}

function lost(httpStatus: number, retryAfterMs?: number): Reply<unknown> {
  return { kind: 'lost', httpStatus, message: 'what', retryAfterMs };
}

type Row = readonly [name: string, reply: Reply<unknown>, get: RetryDecision, post: RetryDecision];

const whileAttemptsAreLeft: readonly Row[] = [
  ['success', ok, 'return', 'return'],
  ['no connection', notSent, 'retry', 'retry'],
  ['no answer', brokenOff, 'retry', 'return'],
  ['200 that makes no sense', lost(200), 'retry', 'return'],
  ['408', lost(408), 'retry', 'return'],
  ['500', lost(500), 'retry', 'return'],
  ['503', lost(503), 'retry', 'return'],
  ['599', lost(599), 'retry', 'return'],
  ['400', refused(400), 'return', 'return'],
  ['401', refused(401), 'end_run', 'end_run'],
  ['403', refused(403), 'end_run', 'end_run'],
  ['404', refused(404), 'return', 'return'],
  ['429', refused(429), 'retry', 'retry'],
];

/** The last attempt is final, unless the reply ends everything. */
function once(decision: RetryDecision): RetryDecision {
  return decision === 'retry' ? 'return' : decision;
}

describe('decideRetry', () => {
  it.each(whileAttemptsAreLeft)('%s', (_, reply, get, post) => {
    const decide = (attemptsLeft: number) =>
      (['GET', 'POST'] as const).map((method) => decideRetry({ method, reply, attemptsLeft }));
    expect({ many: decide(5), one: decide(1), none: decide(0), fewerThanNone: decide(-1) }).toEqual({
      many: [get, post],
      one: [get, post],
      none: [once(get), once(post)],
      fewerThanNone: [once(get), once(post)],
    });
  });

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
