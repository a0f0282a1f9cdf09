import { describe, expect, it } from 'vitest';
import {
  buildMessage as build,
  type MessageFacts,
  renderSlack,
} from '../../../src/report/notify/build-message.ts';
import { findMismatches } from '../../support/json-schema.ts';
import { NAUGHTY_TEXTS } from '../../support/naughty-text.ts';
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
  it('says how the run ended, since when, and what it did', () => {
    const message = buildMessage(FACTS);
    expect(message).toMatchObject({
      pricesheet: '1.2.3',
      headline: 'costs: failing for 2 nights',
      since: '2027-01-14T08:00:00.000Z',
      path: '/srv/shop/costs.csv',
      account: { base_url: 'https://api.example.com/v1', key_fingerprint: 'f00d' },
      host: 'shop-1',
      summary: [
        'Stopped with 1 of 5 updates made: 20 updates failed.',
        'The cost of SKU-1 rose by 8.3 %, from 6.00 to 6.50.',
        'The maximum of SKU-1 rose by 6072.8 %, from 20.00 to 1234.56.',
        'The manual price of SKU-1 was set to 0.05, repricing was switched off for SKU-1, the minimum of SKU-1 was cleared and 2 other changes were made.',
      ],
      stopped: { rules: [], message: '20 updates failed', hint: 'Look at retry.csv' },
      times: { finished_at: '2027-01-15T08:00:12.500Z', seconds: 12.5 },
    });
    expect(findMismatches('webhook', message)).toEqual([]);
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

/** What a chat shows of the end of a run. */
function textOf(ending: MessageFacts['ending'], facts: Partial<MessageFacts> = {}): string {
  const message = renderSlack({ ...FACTS, view: viewOf(ending), ending, ...facts });
  expect(Object.keys(message)).toEqual(['text', 'unfurl_links', 'unfurl_media']);
  return (message as { readonly text: string }).text;
}

describe('renderSlack', () => {
  it('tells of a first failure what happened, what to do, and where the files are', () => {
    const stop = {
      code: 'guard',
      rules: ['max_updates'],
      message: '40 updates > 39',
      hint: 'Pass --allow max_updates',
    } as const;
    const report = aReport({ outcomes: EVERY_STATUS.slice(0, 3), stop });
    const ending = anEnding({ exitCode: 4, report, path: '/srv/shop/costs.csv' });
    expect(textOf(ending)).toBe(
      [
        '*costs: failing for 2 nights*',
        'sync on shop-1, exit code 4: stopped, 1 of 2 listings updated',
        '40 updates &gt; 39',
        'Pass --allow max_updates',
        'The cost of SKU-1 would rise by 8.3 %, from 6.00 to 6.50.',
        'The maximum of SKU-1 would rise by 6072.8 %, from 20.00 to 1234.56.',
        'The manual price of SKU-1 would be set to 0.05, repricing would be switched off for SKU-1, the minimum of SKU-1 would be cleared and 2 other changes would be made.',
        '1 updated, 1 planned, 1 already up to date',
        'Sheet: /srv/shop/costs.csv',
        'Run folder: /home/me/runs/r1',
      ].join('\n'),
    );
  });

  it.each([
    '<!here> <!channel> <!everyone>',
    '@channel @here @everyone',
    '<@U012AB3CD> <#C123> <!subteam^S1>',
    '<https://evil.example|https://bank.example>',
    '&lt;!here&gt;',
  ])('lets no text from elsewhere name anybody or lead anywhere: %s', (text) => {
    const failure = { code: 'sheet', rules: [], message: text, hint: text } as const;
    const ending = anEnding({ exitCode: 2, job: text, failure, report: undefined });
    const shown = textOf(ending, { headline: text, host: text });
    expect(shown).not.toMatch(/[<>@]/);
    expect(shown).not.toMatch(/&(?!amp;|lt;|gt;)/);
    expect(
      shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('＠', '@'),
    ).toContain(text);
  });

  it.each(NAUGHTY_TEXTS)('shows what does something to a screen as text: $kind', ({ text }) => {
    const shown = textOf(anEnding({ exitCode: 2 }), { headline: text });
    expect(shown).not.toMatch(/[<>@]|(?!\n)\p{Cc}/u);
    expect(shown.split('\n')).toHaveLength(2);
  });
});
