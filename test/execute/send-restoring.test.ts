import { describe, expect, it } from 'vitest';
import { KeyRefusedError } from '../../src/domain/errors.ts';
import type { UpdateAnswer } from '../../src/domain/ports.ts';
import type { Update } from '../../src/domain/stages.ts';
import { sendRestoring } from '../../src/execute/execute-updates.ts';
import { anUpdate, cents } from '../support/builders.ts';
import {
  accepted,
  lost,
  type Script,
  scriptedPorts,
  sendByScript,
  stopped,
  updated,
  withAttempts,
} from './support.ts';

const GONE = '50000000-0000-4000-8000-00000000dead';
const update: Update = { ...anUpdate({ cost: cents(640), strategy: GONE }), exact: true };
const before = update.resolved.listing;
const withoutIt = updated({ ...update, changes: [update.changes[0]] });

type Refusal = Extract<UpdateAnswer, { readonly kind: 'refused' }>;

const turnedDown = (fields: Partial<Refusal> = {}): Refusal => ({
  kind: 'refused',
  reason: 'http_400',
  message: 'the service answered 400 "no such strategy"',
  httpStatus: 400,
  attempts: 1,
  ...fields,
});

async function send(script: Script) {
  const { sent, ...settled } = await sendByScript(sendRestoring, { update, ...script });
  return {
    ...settled,
    fields: sent.map((request) => request.update.changes.map(({ field }) => field).join()),
  };
}

describe('sendRestoring', () => {
  it.each([
    ['names it', turnedDown({ param: 'strategy' })],
    ['names nothing', turnedDown()],
    ['answers 404', turnedDown({ httpStatus: 404 })],
  ])('sends everything else where the service %s', async (_name, answer) => {
    const { outcome, fields } = await send({ answers: [answer, accepted(withoutIt)] });
    expect(fields).toEqual(['cost,strategy', 'cost']);
    expect(withAttempts(outcome)).toBe('conflict strategy_refused 2');
    expect(outcome.message).toBe(
      `The strategy ${GONE} was not given back, everything else was: the service answered 400 "no such strategy"`,
    );
    expect(outcome.entry).toBe(update);
    expect(outcome.observed).toEqual([update.changes[0]]);
  });

  it('sends the bounds along that are to stay', async () => {
    const pins = [{ field: 'minimum_price', before: cents(1000), after: cents(1000) }] as const;
    const { fields } = await send({
      update: { ...update, pins },
      answers: [turnedDown(), accepted(withoutIt)],
    });
    expect(fields).toEqual(['cost,strategy,minimum_price', 'cost,minimum_price']);
  });

  it.each([
    ['another parameter is at fault', turnedDown({ param: 'currency' }), 'failed http_400 1'],
    ['it asks for a slower pace', turnedDown({ httpStatus: 429, reason: 'http_429' }), 'failed http_429 1'],
    ['nobody answers', turnedDown({ httpStatus: undefined, reason: 'unreachable' }), 'failed unreachable 1'],
  ])('sends nothing more where %s', async (_name, answer, expected) => {
    const { outcome, fields } = await send({ answers: [answer] });
    expect([withAttempts(outcome), fields]).toEqual([expected, ['cost,strategy']]);
  });

  it.each([
    ['the update is one of a sheet', { ...update, exact: false }],
    ['it takes a strategy away', { ...anUpdate({ cost: cents(640), strategy: null }), exact: true }],
  ])('sends nothing more where %s', async (_name, sent) => {
    const { outcome, fields } = await send({ update: sent, answers: [turnedDown()] });
    expect([withAttempts(outcome), fields.length]).toEqual(['failed http_400 1', 1]);
  });

  it('sends nothing more where an earlier attempt may still arrive', async () => {
    const { outcome, fields } = await send({ answers: [lost(), turnedDown()], reads: [[before]] });
    expect([withAttempts(outcome), fields]).toEqual([
      'unconfirmed answer_lost 1',
      ['cost,strategy', 'cost,strategy'],
    ]);
  });

  it('says so where there is nothing else to give back', async () => {
    const alone: Update = { ...anUpdate({ strategy: GONE }), exact: true };
    const { outcome } = await send({ update: alone, answers: [turnedDown()] });
    expect(withAttempts(outcome)).toBe('failed strategy_refused 1');
    expect(outcome.message).toContain(GONE);
  });

  it('has both refusals where the rest is turned down too', async () => {
    const { outcome } = await send({
      answers: [turnedDown(), turnedDown({ message: 'the service answered 400 "frozen"' })],
    });
    expect(withAttempts(outcome)).toBe('failed http_400 2');
    expect(outcome.message).toMatch(/"frozen"; with the strategy: .*"no such strategy"/);
  });

  it('is unconfirmed where the rest may still arrive, and says that the strategy was not given back', async () => {
    const answers = [turnedDown(), lost(1, 0)];
    const { outcome } = await send({ answers, reads: [[before]] });
    expect(withAttempts(outcome)).toBe('unconfirmed answer_lost 2');
    expect(outcome.message).toContain('was not given back');
  });

  it('sends nothing more where the key is refused', async () => {
    const refusal = new KeyRefusedError('no');
    const { outcome, stop, fields } = await send({ answers: [stopped(refusal, 1, 401)] });
    expect([withAttempts(outcome), stop]).toEqual(['failed key_refused 1', refusal]);
    expect(fields).toEqual(['cost,strategy']);
  });

  it('is a conflict where somebody else has given back everything but the strategy meanwhile', async () => {
    const script = scriptedPorts([turnedDown()]);
    const looks = [before, withoutIt];
    const rereading = { look: async () => looks.shift(), isStale: () => false };
    const { outcome } = await script.clock.runUntilDone(
      sendRestoring(update, { ...script.ports, rereading }),
    );
    expect(withAttempts(outcome)).toBe('conflict strategy_refused 1');
    expect(outcome).toMatchObject({ entry: update, notApplied: true, observed: [update.changes[0]] });
    expect(outcome.message).toContain('the listing already holds everything else');
    expect(script.sent).toHaveLength(1);
  });

  it('is the conflict that it is where somebody else has set something else meanwhile', async () => {
    const script = scriptedPorts([turnedDown()]);
    const looks = [before, { ...before, values: { ...before.values, cost: cents(777) } }];
    const rereading = { look: async () => looks.shift(), isStale: () => false };
    const { outcome } = await script.clock.runUntilDone(
      sendRestoring(update, { ...script.ports, rereading }),
    );
    expect(withAttempts(outcome)).toBe('conflict changed_meanwhile 1');
    expect(outcome.message).toMatch(/7\.77; the strategy .* was not given back/);
  });

  it('ends the run with what ended it before the rest was sent, and the update as turned down', async () => {
    const refusal = new KeyRefusedError('no');
    const thrown = await send({ answers: [turnedDown(), refusal] });
    expect([withAttempts(thrown.outcome), thrown.stop]).toEqual(['failed http_400 1', refusal]);
    const answered = await send({ answers: [turnedDown(), stopped(refusal, 1, 401)] });
    expect([withAttempts(answered.outcome), answered.stop]).toEqual(['failed key_refused 2', refusal]);
  });
});
