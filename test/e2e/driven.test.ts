import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, readPage } from '../support/pages.ts';
import { readRun } from '../support/read-run.ts';
import { collectOutput, PROGRAM } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;
const SKUS = Array.from({ length: 200 }, (_, index) => `SKU-${index + 1}`);
const [DRIVER = ''] = blocksOf(readPage('docs/api.md'), 'python');

describe.skipIf(!HAS_PYTHON || process.platform === 'win32')('the Python program of docs/api.md', () => {
  it('follows a run, cancels it half-way, and sends the rest: nothing is lost, and nothing sent twice', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount(SKUS.map((sku) => ({ sku }))) });
    const cwd = tempFolder();
    const bin = join(cwd, 'bin');
    mkdirSync(bin);
    symlinkSync(PROGRAM, join(bin, 'pricesheet'));
    // The last row needs attention, so that apply ends with 3, which is a success.
    const rows = [...SKUS, 'GONE'].map((sku) => `${sku},6.50`);
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\n${rows.join('\n')}\n`);
    writeFileSync(join(cwd, 'driver.py'), DRIVER);
    // At this rate 200 updates take longer than it takes to be told of three and to say stop.
    const env = { ...envOf(sandbox), PRICESHEET_RATE: '40', XDG_STATE_HOME: tempFolder() };
    const path = [bin, process.env['PATH']].join(delimiter);
    const child = spawn('python3', ['driver.py'], { cwd, env: { ...env, PATH: path } });
    const { code, stdout, stderr } = await collectOutput(child);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^[^\n]*: Interrupted by SIGTERM \(exit code 143\)\n[^\n]* attention[^\n]* \(exit code 3\)\n$/,
    );
    // Behind it is what apply says of the row.
    const said = JSON.parse(stdout.split('\n', 1).join());
    expect(said.code).toBe(143);
    expect(said.lines).toEqual(rows.map((_, index) => index + 2));
    const { apply, counts } = said.last;
    expect(said.last).toMatchObject({ event: 'finished', exit_code: 143 });
    const { updated, skipped } = counts.by_status;
    expect([updated + skipped, updated >= 3, skipped > 0]).toEqual([200, true, true]);
    expect(readRun(apply).results).toHaveLength(201);
    const posted = sandbox.requests.filter(({ method }) => method === 'POST').map(({ sku }) => sku);
    expect([...posted].sort()).toEqual([...SKUS].sort());
    expect(new Set(sandbox.snapshot().listings.map(({ cost }) => cost))).toEqual(new Set([650]));
  });
});
