import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

/** Each command, its exit code, and what it leaves for the ones after it. */
const STORY: readonly (readonly [number, ...string[]])[] = [
  [0, 'check', 'costs.csv'],
  [3, 'diff', 'costs.csv', '--out', 'seen'],
  [10, 'diff', 'good.csv', '--out', 'changes', '--exit-code'],
  [4, 'sync', 'costs.csv', '--out', 'refused', '--max-updates', '1'],
  [3, 'sync', 'costs.csv', '--out', 'made', '--json'],
  [0, 'apply', 'changes', '--out', 'applied'],
  [0, 'undo', 'made', '--out', 'undone', '--quiet'],
  [0, 'explain', 'made', 'SKU-1'],
  [0, 'export', '--out', 'all.csv'],
  [0, 'list', 'strategies'],
  [0, 'list', 'channels', '--json'],
  [0, 'doctor'],
  [0, 'completion', 'bash'],
  [0, 'init', 'good.csv', '--dotenv', 'my.env', '--config', 'my.json', '--quiet'],
  [0, 'help', 'sync'],
  [0, '--version'],
  [2, 'snyc', 'costs.csv'],
  [2, 'sync', 'costs.csv', '--rate', 'fast', '--json'],
];

/** Without what differs from one run to the next: places, times, and how far a run had come after a second. */
function withoutPlaceAndTime(text: string, cwd: string): string {
  return text
    .replaceAll(cwd, 'CWD')
    .replaceAll(/\S*\/pricesheet-\w{6}/g, 'TEMP')
    .replaceAll(/pricesheet-\w{6}(?=[:/])/g, 'ACCOUNT')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'SERVICE')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\d+(\.\d+)? (ms|s|GiB|MiB)\b/g, 'N $2')
    .replaceAll(/^.*: \d+ of \d+, .*\/s\n/gm, '')
    .replaceAll(/("(?:seconds|\w*ms)": )[\d.]+/g, '$1N')
    .replaceAll(/(fingerprint"?:? (?:is )?"?)\w{12}/g, '$1KEY');
}

async function playStory(run: typeof runInProcess) {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}]) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,6.50\nSKU-2,6.50\nNOPE,1\n');
  writeFileSync(join(cwd, 'good.csv'), 'sku,cost\nSKU-1,6.50\nSKU-2,6.50\n');
  const ends = [];
  for (const [, ...argv] of STORY) {
    const { code, stdout, stderr } = await run(argv, { cwd, env: envOf(sandbox) });
    const said = [stdout, stderr].map((text) => withoutPlaceAndTime(text, cwd));
    ends.push([code, argv.join(' '), ...said]);
  }
  return ends;
}

describe('the program as it was built', { timeout: 300_000 }, () => {
  it('ends on its own, with the exit code and the output of main, for every command', async () => {
    const built = await playStory(runProgram);
    expect(built.map(([code, argv]) => [code, argv])).toEqual(
      STORY.map(([code, ...argv]) => [code, argv.join(' ')]),
    );
    expect(built).toEqual(await playStory(runInProcess));
  });
});
