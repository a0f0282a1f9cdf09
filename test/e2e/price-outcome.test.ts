import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { openStage } from '../support/open-stage.ts';
import { idOf, WALMART_CHANNEL } from '../support/test-sandbox.ts';

/** Each sells for 10.00 and 2.00 of shipping, between 9.00 and 20.00. */
const LIVE: Partial<Listing> = {
  current_price: 1000,
  current_shipping: 200,
  cost: 100,
  minimum_price: 900,
  maximum_price: 2000,
};
const LISTINGS: readonly Partial<Listing>[] = [
  { sku: 'RISES' },
  { sku: 'STAYS' },
  { sku: 'FALLS' },
  { sku: 'W-RISES', platform: 'walmart', channel: WALMART_CHANNEL },
];

const SHEET = `sku,min,max
RISES,12.30,
STAYS,11.90,
FALLS,,11.40
W-RISES,10.10,
`;

async function onStage() {
  const stage = await openStage(LISTINGS.map((each) => ({ ...LIVE, ...each })));
  stage.write(SHEET, 'bounds.csv');
  const story = async (out: string, line: string) => {
    const ended = await stage.run(...line.split(' '), '--out', out);
    return { ...ended, ...stage.readRun(out), summary: JSON.parse(stage.read(`${out}/summary.json`)) };
  };
  return { ...stage, story };
}

const messagesOf = (results: readonly Readonly<Record<string, string>>[]) =>
  Object.fromEntries(results.map(({ sku, message }) => [sku, message]));

describe('what becomes of prices', () => {
  it('is in the files and on the screen of a dry run, before anything is sent', async () => {
    const { story, cwd } = await onStage();
    const { code, results, summary, stdout } = await story('plan', 'diff bounds.csv');
    expect(code).toBe(0);
    const messages = messagesOf(results);
    expect(messages).toMatchObject({
      RISES: 'The price has to rise by at least 0.30 (+2.5 %), from 12.00 with shipping to the minimum 12.30',
      FALLS: 'The price has to fall by at least 0.60 (−5.0 %), from 12.00 with shipping to the maximum 11.40',
      'W-RISES': 'The price has to rise by at least 0.10 (+1.0 %), from 10.00 to the minimum 10.10',
      STAYS: '',
    });
    expect(results.every(({ reason }) => reason === '')).toBe(true);
    expect(summary.price_outcome.going).toMatchObject({ fall: { count: 1 }, rise: { count: 2 }, within: 1 });
    expect(summary.summary.join(' ')).toContain(
      "1 maximum is below today's price, by up to 5.0 %, and 2 minimums above it, by up to 2.5 %.",
    );
    expect(summary.notices.join('\n')).toContain(
      "The price has to fall at once in 1 update: the maximum is below today's price by 0.60 usd (5.0 %), on line 4 (FALLS)",
    );
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('The price has to fall at once in 1 update');
    const review = readFileSync(join(cwd, 'plan', 'review.csv'), 'utf8');
    expect(review).toMatch(/,price_has_to_fall,"?The price has to fall by at least 0\.60/);
  });

  it('is judged again by apply, by what the listing sells for then', async () => {
    const { story, sandbox } = await onStage();
    await story('plan', 'diff bounds.csv');
    sandbox.changeListing(idOf(1), { current_price: 1100 });
    sandbox.changeListing(idOf(2), { current_price: 900 });
    const looked = await story('looked', 'apply plan --dry-run');
    expect(messagesOf(looked.results)).toMatchObject({ RISES: '' });
    const { results, summary } = await story('applied', 'apply plan --no-follow-up');
    expect(messagesOf(results)).toMatchObject({
      RISES: '',
      STAYS: 'The price has to rise by at least 0.90 (+8.2 %), from 11.00 with shipping to the minimum 11.90',
    });
    expect(summary.price_outcome.going).toMatchObject({ rise: { count: 2 }, fall: { count: 1 } });
  });
});
