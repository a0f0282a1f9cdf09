import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { linesIn, onlyLedger } from '../support/some-history.ts';

const COSTS = ['6.10', '6.30', '6.60', '6.90'];

/** Three nights, or four, that raised the costs of two listings from 6.00 to 6.10, 6.30 and 6.60. */
async function threeNights(outs: readonly string[] = ['a', 'b', 'c']) {
  const stage = await openStage([{ cost: 600 }, { cost: 600 }], '');
  const { cwd, run, sandbox } = stage;
  for (const [at, out] of outs.entries()) {
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nSKU-1,${COSTS[at]}\nSKU-2,${COSTS[at]}\n`);
    if (outs.indexOf(out) < at) rmSync(join(cwd, out), { recursive: true });
    expect((await run('sync', 'costs.csv', '--out', out)).code).toBe(0);
  }
  const ledger = onlyLedger(join(cwd, 'runs/.history'));
  const edit = (change: (lines: string[]) => readonly string[]) => {
    const path = join(ledger, 'runs.ndjson');
    writeFileSync(path, change(readFileSync(path, 'utf8').split('\n')).join('\n'));
  };
  const undo = async () => {
    const { code, stderr } = await run('undo', '--since', '1h');
    return { code, stderr, costs: sandbox.snapshot().listings.map(({ cost }) => cost) };
  };
  return { ...stage, ledger, edit, undo };
}

const isEnd = (line: string, name: string): boolean =>
  line.startsWith('{"kind":"run"') && line.includes(`Z-${name}"`);

describe('undo --since, by a ledger that was changed', () => {
  it('takes nothing for the doing of others once an older state was put back', async () => {
    const { cwd, run, ledger } = await threeNights();
    const agreed = join(ledger, 'agreed.ndjson');
    const older = readFileSync(agreed);
    for (const cost of ['6.80', '6.90']) {
      writeFileSync(join(cwd, 'costs.csv'), `sku,cost\nSKU-1,${cost}\nSKU-2,${cost}\n`);
      expect((await run('sync', 'costs.csv', '--out', cost)).code).toBe(0);
      if (cost === '6.80') writeFileSync(agreed, older);
    }
    expect(linesIn(ledger, 'runs').at(-1)).toMatchObject({ drift: null });
    expect(linesIn(ledger, 'changes').filter(({ by }) => by !== undefined)).toEqual([]);
  });

  it('refuses where two runs have one name', async () => {
    const name = 'runs/2026-11-27T09-00-00Z-costs';
    const { undo } = await threeNights([name, name, 'c']);
    const { code, stderr, costs } = await undo();
    expect([code, costs]).toEqual([2, [660, 660]]);
    expect(stderr).toContain('two runs have the same name');
  });

  it.each<[string, Readonly<Record<string, number>>, number[] | undefined]>([
    ['refuses where a run between these is an older one by its clock', { b: -2, c: -2 }, undefined],
    ['refuses where the run before them was ahead', { a: -2, b: -2, c: 720 }, undefined],
    ['refuses where the last run was ahead', { d: 720 }, undefined],
    ['takes back what came later where a clock was ahead before', { a: 720, b: -2, c: -2 }, [660, 660]],
  ])('%s', async (_what, hours, costs) => {
    const { edit, undo } = await threeNights(['a', 'b', 'c', 'd']);
    const shift = (line: string, by: number): string =>
      line.replace(/(?<="started_at":")[^"]*/, (time) =>
        new Date(Date.parse(time) + by * 3_600_000).toISOString(),
      );
    edit((lines) => lines.map((line) => shift(line, hours[/Z-(\w)"/.exec(line)?.[1] ?? ''] ?? 0)));
    const { stderr, ...undone } = await undo();
    expect(undone).toEqual(costs ? { code: 0, costs } : { code: 2, costs: [690, 690] });
    expect(stderr.includes('not in the order of their times')).toBe(costs === undefined);
  });

  it('refuses after a clock was wrong, also once a rebuild has put a run in', async () => {
    const { edit, undo, run, ledger } = await threeNights();
    await run('diff', 'costs.csv', '--out', 'd');
    const first = linesIn(ledger, 'runs').find(({ folder }) => String(folder).endsWith('a'));
    const before = new Date(Date.parse(String(first?.['started_at'])) - 1000).toISOString();
    edit((lines) =>
      lines
        .filter((line) => !isEnd(line, 'd'))
        .map((line) =>
          isEnd(line, 'c') ? line.replace(/"started_at":"[^"]*"/, `"started_at":"${before}"`) : line,
        ),
    );
    expect(await undo()).toMatchObject({ code: 2, costs: [660, 660] });
    expect((await run('history', 'rebuild', 'd')).stdout).toContain('1 run added');
    expect(await undo()).toMatchObject({ code: 2, costs: [660, 660] });
  });
});

describe('history rebuild', () => {
  it('keeps in mind that what was open before had been lost', async () => {
    const { run, cwd, ledger, edit } = await threeNights();
    rmSync(join(ledger, 'agreed.ndjson'));
    await run('sync', 'costs.csv', '--out', 'd');
    await run('diff', 'costs.csv', '--out', 'e');
    const since = () => linesIn(ledger, 'agreed')[0]?.['since'];
    const before = since();
    expect(before).toMatch(/Z-d$/);
    edit((lines) => lines.filter((line) => !isEnd(line, 'e')));
    expect((await run('history', 'rebuild', join(cwd, 'e'))).stdout).toContain('1 run added');
    expect(since()).toBe(before);
  });

  it('leaves a night whose key was refused to its job', async () => {
    const { run, cwd, env } = await openStage([{ cost: 600 }], 'sku,cost\nSKU-1,6.10\n');
    await run('sync', 'costs.csv');
    const wrong = { cwd, env: { ...env, PRICESHEET_API_KEY: 'wrong' } };
    expect((await runInProcess(['sync', 'costs.csv'], wrong)).code).toBe(5);
    const history = join(cwd, 'runs/.history');
    const before = readFileSync(join(onlyLedger(history), 'runs.ndjson'), 'utf8');
    expect((await run('history', 'rebuild')).stdout).toContain('0 runs added, 2 in the history already');
    expect(readFileSync(join(onlyLedger(history), 'runs.ndjson'), 'utf8')).toBe(before);
    rmSync(history, { recursive: true });
    expect((await run('history', 'rebuild')).stdout).toContain('2 runs added');
    expect(readdirSync(history)).toHaveLength(1);
  });
});
