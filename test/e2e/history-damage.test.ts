import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

/** As many as it takes for the values that are agreed on to be kept in a file of their own. */
const MANY = 2100;

async function onStage(listings: number) {
  const account = anAccount(Array.from({ length: listings }, () => ({ cost: 600 })));
  const sandbox = await testSandbox({ catalogue: account });
  const cwd = tempFolder();
  const rows = account.listings.map(({ sku }) => `${sku},6.00\n`);
  const write = (...more: readonly string[]) =>
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\n${[...rows, ...more].join('')}`);
  write();
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
  const files = () =>
    (readdirSync(join(cwd, 'runs/.history'), { recursive: true }) as string[])
      .filter((name) => /\d{4}-\d\d\/.*\.ndjson$/.test(name))
      .map((name) => join(cwd, 'runs/.history', name))
      .sort();
  const night = async (out: string) => {
    const { code, stdout } = await run('sync', 'costs.csv', '--out', out, '--json');
    return { code, ...JSON.parse(stdout) };
  };
  return { cwd, write, run, files, night };
}

/** Changes the file of a run, and not its checksum. */
function damage(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
}

describe('a run of the history whose file was changed', () => {
  it('says nothing of how many SKUs a sheet usually has, though no value is read from it any more', async () => {
    const { files, night } = await onStage(MANY);
    expect((await night('one')).code).toBe(0);
    const [first = ''] = files();
    damage(first, `"skus":${MANY}`, `"skus":${MANY * 10}`);
    const { code, stopped, notices } = await night('two');
    expect([code, stopped]).toEqual([0, null]);
    expect(notices.filter((notice: string) => notice.includes(first))).toEqual([
      `The file "${first}" of the history is damaged: it was changed after it was written; it is left out, and history rebuild examines all of them`,
    ]);
    expect(notices.join('\n')).not.toContain('The sheet is the same');
  });

  it('says nothing of what needed attention: the run before it does', async () => {
    const { write, files, night } = await onStage(3);
    write('GONE-1,1.00\n');
    expect((await night('one')).code).toBe(3);
    write('GONE-1,1.00\n', 'GONE-2,1.00\n');
    expect((await night('two')).attention_news).toMatchObject({ new: 1, still: 1 });
    const second = files().find((path) => readFileSync(path, 'utf8').includes('GONE-2')) ?? '';
    damage(second, 'GONE-2', 'GONE-3');
    const { attention_news } = await night('three');
    expect(attention_news).toMatchObject({ new: 1, still: 1, new_rows: [{ sku: 'GONE-2' }] });
  });
});
