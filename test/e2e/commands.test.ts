import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { openStage } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { startProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { AMAZON_CHANNEL, envOf, WALMART_CHANNEL } from '../support/test-sandbox.ts';

describe('pricesheet check', () => {
  it('shows how the sheet is read, without the network and without settings', async () => {
    const cwd = tempFolder();
    writeFileSync(
      join(cwd, 'costs.csv'),
      '\ufeffSKU,Title,Min Price,cost\r\nA,"Two\r\nlines","12,50","1.299,00"\r\n\r\nB,,"0,99",x\r\n,,,\r\nA,other,"12,50",1299\r\n',
    );
    const { code, stdout } = await runInProcess(['check', 'costs.csv'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toBe(
      [
        'costs.csv: 3 rows, 1 of them invalid, 1 duplicate',
        '',
        'Read with job costs; encoding UTF-8; delimiter comma; header on line 1; decimal sign ","',
        '',
        'Invalid',
        '  line  sku  why',
        '     5  B    cost "x" is not an amount; a blank cell leaves the field as it is',
        '',
        'First rows',
        '  line  sku     cost  minimum_price',
        '     2  A    1299.00          12.50',
        '',
        'Columns',
        '  SKU → sku, such as "A"',
        '  cost → cost, such as "1.299,00": 2 amounts',
        '  Min Price → minimum_price, such as "12,50": 2 amounts',
        '',
        'Left out',
        String.raw`  "Title" holds "Two\u{d}\u{a}lines", "other"; once settled, another value stops a run; if only some rows count: --where $'Title=Two\U0000000d\U0000000alines'`,
        '',
        'A run that nobody watches stops until somebody has settled that this is right, or has changed it by the flags above',
        'Next      if it is, settle it for all runs of this job: pricesheet check costs.csv --save-mapping',
        '',
      ].join('\n'),
    );
  });
});

describe('pricesheet list', () => {
  it('lists what a person fills a sheet in with', async () => {
    const { run } = await openStage([], 'sku\n');
    const strategies = await run('list', 'strategies');
    expect([strategies.code, strategies.stderr]).toEqual([0, '']);
    expect(strategies.stdout).toBe(
      [
        'id                                    platform  type     name',
        '50000000-0000-4000-8000-000000000001  amazon    buy_box  Buy Box',
        '50000000-0000-4000-8000-000000000002  walmart   lowest   Lowest',
        '',
      ].join('\n'),
    );
    const channels = await run('list', 'channels', '--json');
    expect(JSON.parse(channels.stdout)).toEqual({
      version: 1,
      exit_code: 0,
      channels: [
        { id: AMAZON_CHANNEL, type: 'seller_central', platform: 'amazon' },
        { id: WALMART_CHANNEL, type: 'marketplace', platform: 'walmart' },
      ],
    });
  });
});

describe('pricesheet sandbox', () => {
  const FAULTY = ['--faults', 'faults.json'];
  it('serves an account on loopback until it is stopped, saves it, and goes on from what it saved', async () => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'faults.json'), '{"seed": 9, "errors": {"after": 0}}');
    const first = startProgram(
      ['sandbox', '--listings', '30', ...FAULTY, '--account', 'account.json', '--verbose', '--json'],
      { cwd },
    );
    const { base_url, api_key } = JSON.parse(await first.firstLine);
    expect(base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const env = envOf({ url: base_url, apiKey: api_key });
    const headers = { authorization: `Basic ${Buffer.from(`${api_key}:`).toString('base64')}` };
    const answer = await fetch(`${base_url}/listings?limit=100`, { headers });
    const { data } = (await answer.json()) as { data: Listing[] };
    const { listings } = generateCatalogue({ listings: 30, seed: 9 });
    expect(data.map(({ sku }) => sku).sort()).toEqual(listings.map(({ sku }) => sku).sort());
    const [listing] = data.filter(
      ({ cost, sku }) => cost !== null && data.filter((other) => other.sku === sku).length === 1,
    );
    const sheet = `sku,cost_cents\n"${listing?.sku}",${(listing?.cost ?? 0) - 1}\n`;
    const synced = await runInProcess(['sync', '-'], { cwd, env, stdin: sheet });
    expect(synced.code, synced.stderr).toBe(0);
    first.kill('SIGTERM');
    const ended = await first.ended;
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('"method":"POST"');

    const second = startProgram(['sandbox', '--account', 'account.json', '--json'], { cwd });
    const again = JSON.parse(await second.firstLine);
    const third = await runInProcess(['sync', '-'], {
      cwd,
      env: envOf({ url: again.base_url, apiKey: again.api_key }),
      stdin: sheet,
    });
    expect(third.stdout).toContain('1 already up to date');
    second.kill('SIGINT');
    expect((await second.ended).code).toBe(0);
  });

  it('writes a sheet that changes something in its account, and that no guard is against', async () => {
    const cwd = tempFolder();
    const running = startProgram(['sandbox', '--listings', '500', '--sheet', 'sample.csv', '--json'], {
      cwd,
    });
    const { base_url, api_key } = JSON.parse(await running.firstLine);
    const env = envOf({ url: base_url, apiKey: api_key });
    const { code, stdout } = await runInProcess(['diff', 'sample.csv', '--json'], { cwd, env });
    const { counts } = JSON.parse(stdout);
    expect([code, counts.attention, counts.outcomes]).toEqual([0, 0, 20]);
    expect(counts.by_status.planned).toBeGreaterThan(5);
    running.kill('SIGTERM');
    const { stderr } = await running.ended;
    expect(stderr).toBe('A sheet to try out is in "sample.csv"\nServing. Stop it with Ctrl-C\n');
  });

  it.each([
    ['--port 70000 --listings many', '--port', '--listings'],
    ['--account nowhere/account', 'Cannot save the account to "', ': there is no such folder'],
    ['--account .', 'Cannot save the account to "', ': it is a folder'],
    ['--sheet costs.csv', 'Cannot write the sheet "costs.csv": it is there already'],
    ['--listings 0 --sheet new.csv', 'no listing that a sample sheet could be made of'],
    ['--faults none.json', 'Cannot use "none.json": there is no such file'],
  ])('refuses %j', async (flags, ...named) => {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nA,1\n');
    const { code, stdout, stderr } = await runInProcess(['sandbox', ...flags.split(' ')], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toMatch(/bug|ENO|EISDIR/);
    expect(readFileSync(join(cwd, 'costs.csv'), 'utf8')).toBe('sku,cost\nA,1\n');
    for (const name of named) expect(stderr).toContain(name);
  });
});
