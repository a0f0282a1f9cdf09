import { describe, expect, it } from 'vitest';
import { type MessageFacts, renderSlack } from '../../../src/report/notify/build-message.ts';
import { NAUGHTY_TEXTS } from '../../support/naughty-text.ts';
import { anEnding, aReport, EVERY_STATUS, viewOf } from '../support.ts';

function textOf(facts: Partial<MessageFacts> = {}): string {
  const { ending = anEnding({ exitCode: 6 }) } = facts;
  const message = renderSlack({
    view: viewOf(ending),
    kind: 'first_failure',
    headline: 'costs: failed, last success 14 November',
    since: 1_799_913_600_000,
    failures: 1,
    ending,
    host: 'shop-1',
    version: '1.2.3',
    ...facts,
  });
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
    expect(textOf({ ending })).toBe(
      [
        '*costs: failed, last success 14 November*',
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
    const shown = textOf({ ending, headline: text, host: text });
    expect(shown).not.toMatch(/[<>@]/);
    expect(shown).not.toMatch(/&(?!amp;|lt;|gt;)/);
    expect(
      shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('＠', '@'),
    ).toContain(text);
  });

  it.each(NAUGHTY_TEXTS)('shows what does something to a screen as text: $kind', ({ text }) => {
    const shown = textOf({ headline: text, ending: anEnding({ exitCode: 2 }) });
    expect(shown).not.toMatch(/[<>@]|(?!\n)\p{Cc}/u);
    expect(shown.split('\n')).toHaveLength(2);
  });

  it('is no longer than a chat takes, however much there was to say', () => {
    const failure = {
      code: 'usage',
      rules: [],
      message: `${'&'.repeat(9000)}\n`.repeat(50),
      hint: '<'.repeat(9000),
    } as const;
    const ending = anEnding({ exitCode: 2, job: '&'.repeat(9000), failure });
    expect(textOf({ ending, headline: '&'.repeat(9000) }).length).toBeLessThan(40_000);
  });
});
