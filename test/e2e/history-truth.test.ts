import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import { asKilled } from '../support/as-killed.ts';
import { openStage } from '../support/open-stage.ts';
import { linesIn, onlyLedger } from '../support/some-history.ts';
import { anAccount, BUY_BOX, withComputedBounds } from '../support/test-sandbox.ts';

const LISTINGS = 12;

function toSheet(cost: string): string {
  const rows = Array.from({ length: LISTINGS }, (_, index) => `SKU-${index + 1},${cost}`);
  return `sku,cost\n${rows.join('\n')}\n`;
}

async function onStage() {
  const stage = await openStage(Array.from({ length: LISTINGS }, () => ({})));
  const history = join(stage.cwd, 'runs/.history');
  const ledger = () => onlyLedger(history);
  const records = () =>
    linesIn(ledger(), 'runs').filter(({ kind }) => kind === 'run') as unknown as readonly RunRecord[];
  return { ...stage, write: (cost: string) => stage.write(toSheet(cost)), history, ledger, records };
}

describe('the history of a job', () => {
  it('does not take what a killed run has sent for changes by somebody else, in a dry run that can not add that run', async () => {
    const { cwd, write, run, history, ledger, records } = await onStage();
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
    const { cwd, write, run, records } = await onStage();
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
    const { cwd, write, run } = await onStage();
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
    const { cwd, write, run, records } = await onStage();
    const withGone = (...skus: readonly string[]) => {
      write('6.50');
      writeFileSync(join(cwd, 'costs.csv'), skus.map((sku) => `${sku},1.00\n`).join(''), { flag: 'a' });
      return run('sync', 'costs.csv', '--out', skus.at(-1) ?? '');
    };
    expect((await withGone('GONE-1', 'GONE-2')).stdout).not.toContain('New:');
    const { stdout } = await withGone('GONE-1', 'GONE-3');
    const line = LISTINGS + 3;
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
      const { sandbox, write, run, ledger, costs } = await onStage();
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
