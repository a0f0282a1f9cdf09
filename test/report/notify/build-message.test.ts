import { describe, expect, it } from 'vitest';
import { buildMessage as build, type MessageFacts } from '../../../src/report/notify/build-message.ts';
import { findMismatches } from '../../support/json-schema.ts';
import { anEnding, aReport, EVERY_STATUS, viewOf } from '../support.ts';

const FACTS: Omit<MessageFacts, 'view'> = {
  kind: 'still_failing',
  headline: 'costs: failing for 2 nights',
  since: 1_799_913_600_000,
  failures: 2,
  ending: anEnding({
    exitCode: 6,
    path: '/srv/shop/costs.csv',
    report: aReport({
      outcomes: EVERY_STATUS,
      exitCode: 6,
      stop: { code: 'too_many_failures', rules: [], message: '20 updates failed', hint: 'Look at retry.csv' },
    }),
  }),
  host: 'shop-1',
  version: '1.2.3',
};

const buildMessage = (facts: Omit<MessageFacts, 'view'>) => build({ ...facts, view: viewOf(facts.ending) });

describe('buildMessage', () => {
  it('says everything that there is to say', () => {
    const message = buildMessage(FACTS);
    expect(message).toEqual({
      version: 1,
      pricesheet: '1.2.3',
      headline: 'costs: failing for 2 nights',
      state: 'still_failing',
      condition: 'failed',
      since: '2027-01-14T08:00:00.000Z',
      failures: 2,
      command: 'sync',
      job: 'costs',
      subject: 'costs.csv',
      path: '/srv/shop/costs.csv',
      account: { base_url: 'https://api.example.com/v1', key_fingerprint: 'f00d' },
      host: 'shop-1',
      exit_code: 6,
      verdict: 'Stopped, 1 of 5 listings updated',
      summary: [
        'Stopped with 1 of 5 updates made: 20 updates failed.',
        'The cost of SKU-1 rose by 8.3 %, from 6.00 to 6.50.',
        'The maximum of SKU-1 rose by 6072.8 %, from 20.00 to 1234.56.',
        'The manual price of SKU-1 was set to 0.05, repricing was switched off for SKU-1, the minimum of SKU-1 was cleared and 2 other changes were made.',
      ],
      stopped: {
        code: 'too_many_failures',
        rules: [],
        message: '20 updates failed',
        hint: 'Look at retry.csv',
      },
      counts: { attention: 8, by_status: FACTS.ending.report?.digest.byStatus },
      held: null,
      run_folder: '/home/me/runs/r1',
      times: {
        started_at: '2027-01-15T08:00:00.000Z',
        finished_at: '2027-01-15T08:00:12.500Z',
        seconds: 12.5,
      },
    });
    expect(findMismatches('webhook', message)).toEqual([]);
  });

  it.each<readonly [string, Partial<MessageFacts>]>([
    ['a run without a folder or an account', { ending: anEnding({ exitCode: 2, account: undefined }) }],
    [
      'an error without a hint',
      {
        ending: anEnding({ exitCode: 7, failure: { code: 'locked', rules: [], message: 'Held' } }),
        kind: 'first_failure',
      },
    ],
    ['a job that recovered', { kind: 'recovered', ending: anEnding({ report: aReport() }) }],
  ])('is as its schema says: %s', (_, facts) => {
    expect(findMismatches('webhook', buildMessage({ ...FACTS, ...facts }))).toEqual([]);
  });

  it('says in the summary of a run without a report why there is none', () => {
    const failure = { code: 'locked', rules: [], message: 'Cannot begin: another run holds it' } as const;
    const ending = anEnding({ exitCode: 7, failure });
    expect(buildMessage({ ...FACTS, ending })).toMatchObject({
      summary: ['Nothing was sent: another run holds it.'],
    });
    expect(buildMessage({ ...FACTS, ending: anEnding() })).toMatchObject({ summary: [] });
  });

  it('bounds what was said elsewhere', () => {
    const failure = {
      code: 'sheet',
      rules: [],
      message: 'x'.repeat(100_000),
      hint: 'y'.repeat(100_000),
    } as const;
    const ending = anEnding({ exitCode: 2, job: 'j'.repeat(100_000), subject: 's'.repeat(100_000), failure });
    expect(JSON.stringify(buildMessage({ ...FACTS, ending })).length).toBeLessThan(6000);
  });
});
