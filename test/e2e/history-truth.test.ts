import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import { asKilled } from '../support/as-killed.ts';
import { holdRequests } from '../support/gate.ts';
import { openStage, type StageOptions } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { linesIn, onlyLedger } from '../support/some-history.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, BUY_BOX, withComputedBounds } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 12 }, (_, index) => `SKU-${index + 1}`);
const toSheet = (cost: string) => `sku,cost\n${SKUS.map((sku) => `${sku},${cost}\n`).join('')}`;

async function onStage(options: StageOptions = {}) {
  const stage = await openStage(
    SKUS.map(() => ({})),
    undefined,
    options,
  );
  const { cwd, env } = stage;
  const runIn = (folder: string, ...argv: readonly string[]) => runInProcess(argv, { cwd: folder, env });
  const night = (cost: string, folder = cwd) => {
    writeFileSync(join(folder, 'costs.csv'), toSheet(cost));
    return runIn(folder, 'sync', 'costs.csv', '--drift', 'hold');
  };
  const pathOf = (file: string, folder = cwd) => join(onlyLedger(join(folder, 'runs/.history')), file);
  return { ...stage, runIn, night, pathOf, costs: () => [...new Set(stage.costs())] };
}

const inWords = (text: string): string => text.replaceAll(/\s+/g, ' ');

afterEach(() => {
  vi.useRealTimers();
});

describe('a history with a fault', () => {
  it.each([
    ['runs.ndjson', /1 line of "[^"]*runs\.ndjson" can't be read, from line 2 on/],
    ['agreed.ndjson', /agreed\.ndjson" is damaged, incomplete or of another version/],
  ])('is said, and the run goes on, if a line of %s is damaged', async (file, words) => {
    const { night, pathOf, costs, posts, sandbox } = await onStage();
    await night('6.10');
    const path = pathOf(file);
    const [first = '', second = '', ...others] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [first, second.replace('":', '"='), ...others].join('\n'));
    const before = posts().length;
    const { code, stdout } = await night('6.20');
    expect([code, costs(), inWords(stdout)]).toEqual([0, [620], expect.stringMatching(words)]);
    expect(posts()).toHaveLength(before + SKUS.length);
    // The run after it knows again what was agreed on.
    const { id = '' } = sandbox.snapshot().listings[0] ?? {};
    sandbox.changeListing(id, { cost: 777 });
    expect((await night('6.30')).code).toBe(0);
    expect(costs()).toEqual([777, 630]);
  });

  it.each(['runs.ndjson', 'changes.ndjson', 'agreed.ndjson'])('forgives a torn end of %s', async (file) => {
    const { night, pathOf, costs, cwd, runIn } = await onStage();
    await night('6.10');
    if (file === 'agreed.ndjson') {
      // It gets its name once it is whole: only its draft can be torn.
      writeFileSync(`${pathOf(file)}.0.unfinished`, '{"kind":"agr');
    } else appendFileSync(pathOf(file), readFileSync(pathOf(file), 'utf8').slice(0, 70));
    const { code, stdout } = await night('6.20');
    expect([code, costs()]).toEqual([0, [620]]);
    expect(stdout).not.toMatch(/can't be read|damaged/);
    const { runs } = JSON.parse((await runIn(cwd, 'history', '--json')).stdout);
    expect(runs).toHaveLength(2);
    expect((await runIn(cwd, 'undo', '--since', '1h')).code).toBe(0);
    expect(costs()).toEqual([600]);
  });

  it('keeps its order where a clock was ahead one night, and says so', async () => {
    const { night, costs, cwd, runIn } = await onStage();
    await night('6.10');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 3_600_000 });
    expect((await night('6.20')).code).toBe(0);
    vi.useRealTimers();
    const refused = async () => {
      const { code, stderr } = await runIn(cwd, 'undo', '--since', '1h');
      return [code, costs(), inWords(stderr).includes('a clock was wrong')];
    };
    expect(await refused()).toEqual([2, [620], true]);
    const { code, stdout } = await night('6.30');
    expect([code, costs()]).toEqual([0, [630]]);
    expect(inWords(stdout)).toMatch(/began later than this one: a clock was wrong/);
    expect(await refused()).toEqual([2, [630], true]);
  });

  it('goes on where a copy of the runs is used elsewhere', async () => {
    const { night, costs, cwd, pathOf, sandbox } = await onStage();
    await night('6.10');
    const elsewhere = tempFolder();
    cpSync(join(cwd, 'runs'), join(elsewhere, 'runs'), { recursive: true });
    expect((await night('6.20', elsewhere)).code).toBe(0);
    expect(costs()).toEqual([620]);
    const lines = linesIn(join(pathOf('runs.ndjson', elsewhere), '..'), 'runs');
    expect(lines.filter(({ kind }) => kind === 'run')).toHaveLength(2);
    // The first place does not know of that night: what it set is somebody else's there, and waits for a person.
    const { code, stdout } = await night('6.30');
    expect([code, costs()]).toEqual([0, [620]]);
    expect(inWords(stdout)).toContain('12 rows wait for a person');
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(24);
  });

  it('has a dry run and a sync beside it, each once, and the dry run takes nothing for what others did', async () => {
    const { wait, held, letGo } = holdRequests();
    const { night, runIn, cwd, pathOf, costs } = await onStage({
      faults: { rules: [{ match: { method: 'POST' }, delayMs: 1 }] },
      wait,
    });
    const first = night('6.10');
    await held;
    const { code, stdout } = await runIn(cwd, 'diff', 'costs.csv', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).drift ?? { drifted: 0 }).toMatchObject({ drifted: 0 });
    letGo();
    expect([(await first).code, costs()]).toEqual([0, [610]]);
    const lines = linesIn(join(pathOf('runs.ndjson'), '..'), 'runs');
    expect(lines.map(({ kind, command }) => `${kind} ${command}`)).toEqual([
      'begun sync',
      'run diff',
      'run sync',
    ]);
    expect(linesIn(join(pathOf('runs.ndjson'), '..'), 'changes')).toHaveLength(SKUS.length);
  });
});

async function openNights() {
  const stage = await openStage(SKUS.map(() => ({})));
  const history = join(stage.cwd, 'runs/.history');
  const ledger = () => onlyLedger(history);
  const records = () =>
    linesIn(ledger(), 'runs').filter(({ kind }) => kind === 'run') as unknown as readonly RunRecord[];
  return { ...stage, write: (cost: string) => stage.write(toSheet(cost)), history, ledger, records };
}

describe('the history of a job', () => {
  it('does not take what a killed run has sent for changes by somebody else, in a dry run that can not add that run', async () => {
    const { cwd, write, run, history, ledger, records } = await openNights();
    let agreed = '';
    for (const cost of ['6.50', '6.60']) {
      if (cost === '6.60') agreed = readFileSync(join(ledger(), 'agreed.ndjson'), 'utf8');
      write(cost);
      expect((await run('sync', 'costs.csv', '--out', cost)).code).toBe(0);
    }
    // Killed before its journal had anything.
    asKilled(join(cwd, '6.60'), { history, noted: 0, agreed });
    write('6.70');
    await run('diff', 'costs.csv');
    const drift = records().find(({ command }) => command === 'diff')?.drift;
    expect(drift).toEqual({ drifted: 0, contested: 0, recomputed: 0 });
  });

  it('says nothing of rows that no longer need attention after an undo, which looks at its own rows alone', async () => {
    const { cwd, write, run, records } = await openNights();
    write('6.50');
    writeFileSync(join(cwd, 'costs.csv'), 'GONE,1.00\n', { flag: 'a' });
    expect((await run('sync', 'costs.csv', '--out', 'one')).code).toBe(3);
    const { code, stdout } = await run('undo', 'one', '--out', 'two', '--json');
    expect([code, JSON.parse(stdout).attention_news]).toEqual([0, null]);
    expect(records().find(({ command }) => command === 'undo')?.news).toBe(null);
    const { stdout: next } = await run('sync', 'costs.csv', '--out', 'three', '--json');
    expect(JSON.parse(next).attention_news).toMatchObject({ new: 0, still: 1 });
  });

  it('agrees on no bound that an undo gives back and no sheet has set', async () => {
    const catalogue = withComputedBounds(anAccount([{ sku: 'MUG', strategy: BUY_BOX, cost: 600 }]));
    const { run } = await openStage([], 'sku,cost\nMUG,6.50\n', { catalogue });
    expect((await run('sync', 'costs.csv', '--out', 'one')).code).toBe(0);
    expect((await run('undo', 'one')).code).toBe(0);
    const { changes, agreed } = JSON.parse((await run('history', 'sku', 'MUG', '--json')).stdout);
    expect(new Set(changes.map(({ field }: { field: string }) => field)).size).toBeGreaterThan(1);
    expect(agreed.map(({ field, value }: { field: string; value: number }) => [field, value])).toEqual([
      ['cost', 600],
    ]);
  });

  it('says nothing of rows that no longer need attention after a run of retry.csv, and forgets none', async () => {
    const { cwd, write, run } = await openNights();
    write('6.50');
    writeFileSync(join(cwd, 'costs.csv'), 'GONE-1,1.00\nGONE-2,1.00\n', { flag: 'a' });
    expect((await run('sync', 'costs.csv', '--out', 'one')).code).toBe(3);
    const retry = join(cwd, 'one/retry.csv');
    const [header = '', ...rows] = readFileSync(retry, 'utf8').trimEnd().split('\n');
    writeFileSync(retry, `${[header, ...rows.filter((row) => row.includes('GONE-1'))].join('\n')}\n`);
    const flags = '--job costs --allow max_missing,nothing_matched --out two --json'.split(' ');
    const repaired = await run('sync', 'one/retry.csv', ...flags);
    expect([repaired.code, JSON.parse(repaired.stdout).attention_news]).toEqual([3, null]);
    const next = await run('sync', 'costs.csv', '--out', 'three', '--json');
    expect(JSON.parse(next.stdout).attention_news).toMatchObject({ new: 0, still: 2, well: 0 });
  });

  it('names the rows that need attention and did not last time, where others did', async () => {
    const { cwd, write, run, records } = await openNights();
    const withGone = (...skus: readonly string[]) => {
      write('6.50');
      writeFileSync(join(cwd, 'costs.csv'), skus.map((sku) => `${sku},1.00\n`).join(''), { flag: 'a' });
      return run('sync', 'costs.csv', '--out', skus.at(-1) ?? '');
    };
    expect((await withGone('GONE-1', 'GONE-2')).stdout).not.toContain('New:');
    const { stdout } = await withGone('GONE-1', 'GONE-3');
    const line = SKUS.length + 3;
    expect(stdout).toContain(`Needs attention: 2 rows, 1 of them new\n  New: line ${line} GONE-3\n`);
    const { summary, attention_news } = JSON.parse(readFileSync(join(cwd, 'GONE-3/summary.json'), 'utf8'));
    expect(attention_news.new_rows).toEqual([{ line, sku: 'GONE-3' }]);
    expect(summary).toContain(
      `2 rows need attention, 1 of them new: line ${line} GONE-3; 1 other no longer needs it.`,
    );
    expect(new Set(records().map(({ news }) => news?.fresh ?? null))).toEqual(new Set([null, 1]));
  });

  it.each([
    ['is gone', () => undefined],
    ['is damaged', (text: string) => text.replaceAll('":', '"=')],
    ['is of another kind', () => '{"kind":"poem"}\n'],
  ])('changes nothing of what is sent where a file of it %s', async (_, spoil) => {
    const sentWithout = async (file?: string) => {
      const { sandbox, write, run, ledger, costs } = await openNights();
      write('6.50');
      expect((await run('sync', 'costs.csv')).code).toBe(0);
      write('6.60');
      if (file !== undefined) {
        const path = join(ledger(), file);
        const text = spoil(readFileSync(path, 'utf8'));
        if (text === undefined) rmSync(path);
        else writeFileSync(path, text);
      }
      const before = sandbox.requests.length;
      const { code } = await run('sync', 'costs.csv');
      const posts = sandbox.requests.slice(before).filter(({ method }) => method === 'POST');
      // Several requests are in flight, and arrive in any order.
      return [code, new Map(posts.map(({ path, query }) => [path, query])), posts.length, costs()];
    };
    const whole = await sentWithout();
    for (const file of ['runs.ndjson', 'changes.ndjson', 'agreed.ndjson'])
      expect([file, await sentWithout(file)]).toEqual([file, whole]);
  });
});
