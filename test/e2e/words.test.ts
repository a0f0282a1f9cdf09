import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRun } from '../support/read-run.ts';
import { runProgram } from '../support/run-program.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

describe('a figure that stands in several places', () => {
  it('is the same one: a move by 65.05 % on screen, in results.csv and in explain', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'MUG', cost: 2000, minimum_price: 5000, maximum_price: 9000 }]) });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nMUG,33.01\n');
    const place = { cwd, env: envOf(sandbox) };
    const allowed = await runProgram(['diff', 'costs.csv', '--max-change', '70', '--out', 'all'], place);
    await runProgram(['diff', 'costs.csv', '--out', 'run'], place);
    const explained = await runProgram(['explain', 'all', 'MUG'], place);
    const { message = '' } = readRun(join(cwd, 'run')).results[0] ?? {};
    for (const text of [allowed.stdout, message, explained.stdout]) expect(text).toContain('+65.1 %');
  });
});
