import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { approveRows, readReview } from '../support/review-file.ts';

/** SKU-1 moves by 1 %, SKU-2 by exactly 10 %, SKU-3 by a cent more, SKU-4 by 33 %, and SKU-5 not at all. */
const SHEET = 'sku,cost\nSKU-1,6.06\nSKU-2,6.60\nSKU-3,6.61\nSKU-4,8.00\nSKU-5,6.00\n';

async function onStage(sheet = SHEET) {
  const stage = await openStage([{}, {}, {}, {}, {}], sheet);
  return { ...stage, review: join(stage.cwd, 's', 'review.csv') };
}

describe('sync --hold-over', () => {
  it('sends the small moves and holds the rest, to the cent', async () => {
    const { run, sent, cwd, review } = await onStage();
    const { code, stdout } = await run('sync', 'costs.csv', '--hold-over', '10%', '--out', 's');
    expect(code).toBe(0);
    expect(sent().sort()).toEqual(['SKU-1', 'SKU-2']);
    const { results, retry, summary } = readRun(join(cwd, 's'));
    expect(results.map(({ status }) => status)).toEqual(['updated', 'updated', 'held', 'held', 'unchanged']);
    expect(results[2]).toMatchObject({
      reason: 'hold_over',
      message: 'cost moves from 6.00 to 6.61 (+10.2 %), and more than 10 % up or down needs approval',
      cost_before: '6.00',
      cost_after: '6.61',
    });
    expect(retry).toEqual([]);
    expect(summary).toMatchObject({
      exit_code: 0,
      counts: { attention: 0, by_status: { held: 2 }, by_reason: { hold_over: 2 } },
      summary: expect.arrayContaining(['2 rows wait for a person.']),
    });
    expect(stdout).toContain(', 2 held\n');
    expect(stdout).toContain(
      'write yes beside rows in s/review.csv, then: pricesheet apply s --only s/review.csv\n',
    );
    expect(stdout).toContain(
      '2 rows wait for a person, since an amount moves further than --hold-over, first line 4',
    );
    const page = readFileSync(join(cwd, 's', 'report.html'), 'utf8');
    expect(page).toContain('pricesheet apply s --only s/review.csv');
    expect(page).toContain('2 rows wait for a person.');
    expect(page).toContain('id="group-needs_you">Waits for a person</p>');
    expect(readReview(review).map(({ sku }) => sku)).toEqual(['SKU-3', 'SKU-4']);
    expect((await run('history')).stdout).toMatch(/ attention +held .*\n.* 0 +2 .* done\n/);
    const all = async () => (await run('history', '--all', '.')).stdout.replaceAll(/\s+/g, ' ');
    expect(await all()).toContain('no rows need attention, 2 rows wait for a');
    // They wait all the same once other rows of that night were repaired.
    writeFileSync(
      join(cwd, 's', 'retry.csv'),
      'sku,cost,listing_id,status,reason,message\nSKU-5,6.10,,invalid,,\n',
    );
    await run('sync', 's/retry.csv');
    expect(await all()).toContain('no rows need attention, 2 rows wait for a person');
  });

  it('says with --quiet how many rows wait, and what sends them, with a file of events too', async () => {
    const { run } = await onStage();
    const argv = ['sync', 'costs.csv', '--hold-over', '10%', '--out', 's', '--quiet'];
    const { code, stdout, stderr } = await run(...argv, '--events', 'events.ndjson');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('2 rows wait for a person');
    expect(stdout).toContain('pricesheet apply s --only s/review.csv');
  });

  it('lets a person approve what somebody else changed, with --drift hold', async () => {
    const { run, sandbox, review, sent, write } = await onStage('sku,cost\nSKU-1,6.10\n');
    await run('sync', 'costs.csv');
    sandbox.changeListing('00000000-0000-4000-8000-000000000001', { cost: 700 });
    await run('sync', 'costs.csv', '--drift', 'hold', '--hold-over', '5%', '--out', 's');
    expect(readReview(review)).toMatchObject([
      { sku: 'SKU-1', warnings: 'drifted;hold_over', cost_before: '7.00' },
    ]);
    approveRows(review, () => true);
    await run('apply', 's', '--only', 's/review.csv');
    expect(sent()).toEqual(['SKU-1', 'SKU-1']);
    write('sku,cost\nSKU-1,6.10\n');
    const { stdout } = await run('sync', 'costs.csv', '--drift', 'hold');
    expect(stdout).toContain('  1 already up to date\n');
  });
});
