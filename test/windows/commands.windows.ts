import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../support/gate.ts';
import { readRun } from '../support/read-run.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { HAS_WINDOWS, openFolder, start, toWindows } from './on-windows.ts';

const ACCOUNT = anAccount([
  { sku: 'MUG-1' },
  { sku: 'MUG-2' },
  { sku: 'MUG-3', maximum_price: 3000 },
  { sku: 'MUG-4' },
]);
const SHEET = 'sku,cost,currency\r\nMUG-1,6.50,usd\r\nMUG-2,6.75,usd\r\nMUG-3,6.00,usd\r\nNONE,1.00,usd\r\n';

const costsOf = (sandbox: Awaited<ReturnType<typeof testSandbox>>) =>
  sandbox.snapshot().listings.map(({ sku, cost }) => `${sku} ${cost}`);
const BEFORE = ['MUG-1 600', 'MUG-2 600', 'MUG-3 600', 'MUG-4 600'];
const AFTER = ['MUG-1 650', 'MUG-2 675', 'MUG-3 600', 'MUG-4 600'];

describe.runIf(HAS_WINDOWS)('a first week on Windows', () => {
  it('ends each command with its exit code, and the account as the sheet says', async () => {
    const sandbox = await testSandbox({ catalogue: ACCOUNT });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), SHEET);
    writeFileSync(join(cwd, 'account.key'), `${sandbox.apiKey}\r\n`);
    const play = async (code: number, says: string, ...argv: readonly string[]): Promise<string> => {
      const ended = await start(argv, cwd).ended;
      const said = ended.stdout + ended.stderr;
      expect([argv, ended.code, said]).toEqual([argv, code, expect.stringContaining(says)]);
      return said;
    };

    const given = ['--base-url', sandbox.url, 'PRICESHEET_API_KEY_FILE=account.key'];
    const said = await play(0, 'New-ScheduledTaskAction', 'init', 'costs.csv', ...given);
    expect(said).toContain(`-WorkingDirectory '${toWindows(cwd)}'`);
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toContain(`${toWindows(cwd)}\\account.key`);
    expect(JSON.parse(readFileSync(join(cwd, 'pricesheet.json'), 'utf8'))).toHaveProperty('jobs.costs');
    await play(0, 'win32 x64', 'doctor');
    await play(0, '4 rows, none of them invalid', 'check', 'costs.csv');
    await play(3, 'pricesheet apply runs\\seen', 'diff', 'costs.csv', '--out', 'runs\\seen');
    expect(costsOf(sandbox)).toEqual(BEFORE);
    await play(3, 'pricesheet undo runs\\sent', 'apply', 'runs\\seen', '--out', 'runs\\sent');
    expect(costsOf(sandbox)).toEqual(AFTER);
    const { results, summary } = readRun(join(cwd, 'runs/sent'));
    expect(results.map(({ status }) => status)).toEqual(['updated', 'updated', 'unchanged', 'not_found']);
    expect(summary.folder).toBe(toWindows(join(cwd, 'runs/sent')));
    await play(0, '6.00 → 6.50', 'explain', 'runs\\sent', 'MUG-1');
    await play(3, 'already up to date', 'sync', 'costs.csv');
    await play(0, '2 listings updated', 'undo', 'runs\\sent', '--out', 'runs\\back');
    expect(costsOf(sandbox)).toEqual(BEFORE);
    await play(0, 'undo', 'history');
    await play(0, '6.50', 'history', 'sku', 'MUG-1');
    await play(0, '0 runs added', 'history', 'rebuild');
    await play(0, '4 listings exported to all.csv', 'export', '--out', 'all.csv');

    const index = readFileSync(join(cwd, 'runs/index.html'), 'utf8');
    const links = [...index.matchAll(/href="([^"#]+)"/g)].map(([, link = '']) => link);
    expect(links).toContain('sent/report.html');
    expect(links.filter((link) => link.includes('\\'))).toEqual([]);
    const byTime = readdirSync(join(cwd, 'runs')).filter((name) => name.endsWith('Z-costs'));
    expect(byTime).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-costs$/)]);

    await play(0, '2 run folders deleted; 2 kept', 'history', 'prune', '--keep-last', '1');
    expect([existsSync(join(cwd, 'runs/sent')), existsSync(join(cwd, 'runs/back'))]).toEqual([false, true]);
  });

  it('takes over the lock of a run that was killed, and not of one that lives', async () => {
    const { wait, held, letGo } = holdRequests();
    const rules = [{ match: { method: 'POST' }, times: 1, delayMs: 1 }] as const;
    const sandbox = await testSandbox({ catalogue: ACCOUNT, faults: { rules }, wait });
    const cwd = openFolder(sandbox, SHEET);
    const first = start(['sync', 'costs.csv', '--out', 'runs\\killed', 'PRICESHEET_CONCURRENCY=1'], cwd);
    await held;
    const second = await start(['sync', 'costs.csv', '--out', 'runs\\second'], cwd).ended;
    expect(second).toMatchObject({ code: 7, stderr: expect.stringContaining('holds the lock') });
    expect(second.stderr).toContain(`run folder "${toWindows(join(cwd, 'runs/killed'))}"`);
    expect(existsSync(join(cwd, 'runs/second'))).toBe(false);
    first.kill();
    expect((await first.ended).code).toBe('SIGKILL');
    letGo();
    const next = await start(['apply', 'runs\\killed', '--out', 'runs\\next'], cwd).ended;
    expect(next.stdout).toContain('Took over the lock of an unfinished run, because its process is gone');
    expect([next.code, costsOf(sandbox)]).toEqual([3, AFTER]);
  });
});
