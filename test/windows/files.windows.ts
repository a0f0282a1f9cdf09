import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gate } from '../support/gate.ts';
import { readRun } from '../support/read-run.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';
import { HAS_WINDOWS, holdOpen, openFolder, redirectInto, start } from './on-windows.ts';

const ACCOUNT = anAccount([{ sku: 'MUG-1' }, { sku: 'Größe-2' }]);
const SHEET = 'sku,cost\r\nMUG-1,6.50\r\nGröße-2,6.75\r\n';

async function openShop() {
  const sandbox = await testSandbox({ catalogue: ACCOUNT });
  const cwd = openFolder(sandbox, SHEET);
  return {
    sandbox,
    cwd,
    play: (...argv: readonly string[]) => start(argv, cwd).ended,
    costs: () => sandbox.snapshot().listings.map(({ cost }) => cost),
  };
}

/** As Notepad and Excel save "Unicode text". */
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

describe.runIf(HAS_WINDOWS)('files of Windows', () => {
  it('are read in UTF-16 with CRLF, the sheet and .env', async () => {
    const { sandbox, cwd, play, costs } = await openShop();
    writeFileSync(
      join(cwd, '.env'),
      utf16(`PRICESHEET_BASE_URL=${sandbox.url}\r\nPRICESHEET_API_KEY=${sandbox.apiKey}\r\n`),
    );
    writeFileSync(join(cwd, 'Kosten für März.txt'), utf16('sku\tcost\r\nMUG-1\t6,50\r\nGröße-2\t6,75\r\n'));
    const { code, stdout } = await play('sync', 'Kosten für März.txt', '--out', 'runs\\Größe');
    expect([code, costs()]).toEqual([0, [650, 675]]);
    expect(stdout).toContain('Report    runs\\Größe\\report.html');
    const { results } = readRun(join(cwd, 'runs/Größe'));
    expect(results.map(({ sku, cost_after }) => [sku, cost_after])).toEqual([
      ['MUG-1', '6,50'],
      ['Größe-2', '6,75'],
    ]);
  });

  it('are found by a pattern with backslashes, and moved when they are done', async () => {
    const { cwd, play, costs } = await openShop();
    mkdirSync(join(cwd, 'drop'));
    writeFileSync(join(cwd, 'drop/costs-2026-11-19.csv'), SHEET.replace('6.50', '6.40'));
    writeFileSync(join(cwd, 'drop/costs-2026-11-20.csv'), SHEET);
    const newest = ['--newest', 'drop\\costs-*.csv', '--settle', '0s', '--done-to', 'done'];
    const { code, stdout } = await play('sync', ...newest);
    expect([code, costs()]).toEqual([0, [650, 675]]);
    expect(stdout).toContain('was moved to "done\\costs-2026-11-20.csv"');
    expect([readdirSync(join(cwd, 'drop')), readdirSync(join(cwd, 'done'))]).toEqual([
      ['costs-2026-11-19.csv'],
      ['costs-2026-11-20.csv'],
    ]);
  });

  it('are refused in plain words while another program has them to itself', async () => {
    const { sandbox, cwd, play } = await openShop();
    const close = await holdOpen('costs.csv', cwd);
    const { code, stderr } = await play('sync', 'costs.csv');
    expect([code, sandbox.requests]).toEqual([2, []]);
    expect(stderr).toMatch(
      /: Cannot read the sheet "costs.csv": it is open in another program, or a mount point \(exit code 2\)\nClose it in the other program, and run it again\n$/,
    );
    await close();
    expect((await play('sync', 'costs.csv')).code).toBe(0);
  });

  it('are read while another program has them open for writing', async () => {
    const { cwd, play, costs } = await openShop();
    const close = await redirectInto('costs.csv', cwd);
    expect((await play('sync', 'costs.csv')).code).toBe(0);
    expect(costs()).toEqual([650, 675]);
    await close();
  });

  it('are not replaced while another program has them open, and stay as they were', async () => {
    const { cwd, play } = await openShop();
    for (const name of ['all.csv', 'pricesheet.json']) writeFileSync(join(cwd, name), '{}');
    const closeAll = [await redirectInto('all.csv', cwd), await redirectInto('pricesheet.json', cwd)];
    const exported = await play('export', '--out', 'all.csv', '--force');
    expect(exported.code).toBe(1);
    expect(exported.stderr).toMatch(
      /all\.csv": it is open in another program, or write-protected \(exit code 1\)\nClose it in/,
    );
    const saved = await play('check', 'costs.csv', '--save-mapping');
    expect(saved).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('pricesheet.json": it is open in another program, or write-protected'),
    });
    for (const close of closeAll) await close();
    for (const name of ['all.csv', 'pricesheet.json'])
      expect(readFileSync(join(cwd, name), 'utf8')).toBe('{}');
  });

  it('are replaced if another program has them open for a moment only', async () => {
    const { cwd, play } = await openShop();
    writeFileSync(join(cwd, 'all.csv'), 'old');
    const close = await holdOpen('all.csv', cwd);
    const written = gate();
    const watcher = watch(cwd, (_, name) => {
      if (name?.endsWith('.unfinished')) written.open();
    });
    const exported = play('export', '--out', 'all.csv', '--force');
    await written.opened;
    watcher.close();
    await close();
    expect(await exported).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, 'all.csv'), 'utf8')).toContain('Größe-2');
  });

  it.each([
    ['nul', 'is the name of a device on Windows'],
    ['runs\\con', 'is the name of a device on Windows'],
    ['runs\\night.', 'Windows allows no dot or space at the end of a name'],
    ['runs\\a?', 'Windows allows no "?" in a name'],
  ])('are not made under a name that no other program can open: %s', async (out, why) => {
    const { sandbox, cwd, play } = await openShop();
    const { code, stderr } = await play('diff', 'costs.csv', '--out', out);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect([existsSync(join(cwd, 'runs')), existsSync(join(cwd, 'nul'))]).toEqual([false, false]);
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('may have a path of more than 260 characters', async () => {
    const { cwd, play, costs } = await openShop();
    const out = `runs\\${'long-'.repeat(24)}\\${'longer-'.repeat(24)}`;
    expect((await play('sync', 'costs.csv', '--out', out)).code).toBe(0);
    expect(costs()).toEqual([650, 675]);
    expect((await play('undo', out)).code).toBe(0);
    expect(costs()).toEqual([600, 600]);
    expect(readRun(join(cwd, out.replaceAll('\\', '/'))).results).toHaveLength(2);
  });
});
