import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';
import { rewriteLines } from '../support/rewrite-lines.ts';
import { runInProcess } from '../support/run-in-process.ts';
import {
  AMAZON_CHANNEL,
  BUY_BOX,
  envOf,
  idOf,
  testSandbox,
  WALMART_CHANNEL,
} from '../support/test-sandbox.ts';

async function onStage(...scene: Parameters<typeof openStage>) {
  const { sandbox, cwd, run } = await openStage(...scene);
  /** Without settings, since it asks nobody. */
  const explain = (...argv: readonly string[]) => runInProcess(['explain', ...argv], { cwd, env: {} });
  const explainJson = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await explain('--json', ...argv);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  return { sandbox, cwd, run, explain, explainJson };
}

describe('pricesheet explain', () => {
  it("shows a SKU's way, from the cells to the outcome", async () => {
    const { sandbox, cwd, explain } = await onStage(
      [{ sku: 'MUG', cost: 600, strategy: BUY_BOX }],
      'SKU,Title,cost,min,max\nMUG,"Mug, white",6.30,10.00,\n',
    );
    const faults = [{ match: { method: 'POST' }, times: 1, reset: true as const, when: 'after' as const }];
    const lossy = await testSandbox({ catalogue: sandbox.snapshot(), faults: { rules: faults } });
    const synced = await runInProcess(
      ['sync', 'costs.csv', '--out', 'run', '--verbose', '--resolve', 'sku', '--allow', 'unsettled'],
      {
        cwd,
        env: envOf(lossy),
      },
    );
    expect(synced.code).toBe(0);
    const { code, stdout, stderr } = await explain('run', 'MUG');
    expect([code, stderr]).toEqual([0, '']);
    const at = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    const expected = [
      'MUG in run',
      '  Run         sync of costs.csv, planned TIME',
      '  Ended       exit code 0',
      '  Listings    were found by looking each SKU up: --resolve sku says so',
      '',
      `Line 2, listing ${idOf(1)}: updated`,
      '  Cells       header  field          cell          read as',
      '              SKU     sku            "MUG"',
      '              Title                  "Mug, white"  ignored',
      '              cost    cost           "6.30"        6.30',
      '              min     minimum_price  "10.00"       10.00',
      '              max     maximum_price  ""            left as it is',
      `  Listing     amazon, channel ${AMAZON_CHANNEL}, usd; its SKU is the same`,
      '  Changes     cost  6.00 → 6.30',
      '  Sent along  minimum_price  10.00',
      '  Price       What happens to the price is unknown: a strategy may compute the bounds',
      '  Rules       zero_price: passed',
      '              zero_cost: passed',
      '              min_above_max: passed',
      '              max_change: passed',
      '              below_cost: passed',
      '              manual_out_of_bounds: passed',
      '  Requests    TIME  lookup, attempt 1: GET /listings?sku=MUG&limit=100: answered',
      `              TIME  update, attempt 1: POST /listings/${idOf(1)}?currency=usd&cost=630&minimum_price=1000: the connection broke off: WHY`,
      '              TIME  read back, attempt 1: GET /listings?sku=MUG&limit=100: answered',
      '  Outcome     updated, 1 attempt, TIME',
      '              WHY',
      '',
    ];
    const shown = stdout.replaceAll(new RegExp(at, 'g'), 'TIME').split('\n');
    for (const [index, line] of expected.entries()) {
      if (!line.endsWith('WHY')) expect(shown[index], `line ${index}`).toBe(line);
      else expect(shown[index]?.startsWith(line.slice(0, -'WHY'.length)), shown[index]).toBe(true);
    }
    expect(shown).toHaveLength(expected.length);
  });

  it('shows every row and listing of a SKU, invalid and repeated ones, and what each rule said', async () => {
    const { run, explain, explainJson } = await onStage(
      [
        { sku: 'A', cost: 100 },
        { sku: 'A', cost: 100, platform: 'walmart', channel: WALMART_CHANNEL },
        { sku: 'B' },
        { sku: 'C' },
      ],
      'sku,cost,platform,max\nA,1.05,,\nA,1.05,,\nA,1.2O,,\nB,600,,20.00\nC,6.00,,\nX,1,,\n',
    );
    const flags = ['--match', 'all', '--duplicates', 'first', '--allow', 'below_cost'];
    await run('sync', 'costs.csv', '--out', 'run', ...flags);
    const a = await explainJson('run', 'A');
    const found = a.rows.map((row: Row) => [row.line, row.listing?.id, row.outcome?.status, row.cells_from]);
    expect(found).toEqual([
      [2, idOf(1), 'updated', 'plan'],
      [2, idOf(2), 'updated', 'plan'],
      [3, undefined, 'duplicate', 'nowhere'],
      [4, undefined, 'invalid', 'plan'],
    ]);
    const b = await explainJson('run', 'B');
    const said = b.rows[0].rules.map((each: Row['rules'][number]) => `${each.rule} ${each.said}`).join(', ');
    const first = 'zero_price passed, zero_cost passed, min_above_max passed';
    expect(said).toBe(`${first}, max_change against, below_cost let_pass, manual_out_of_bounds passed`);
    expect(b.rows[0]).toMatchObject({
      outcome: { status: 'blocked', reason: 'max_change', attempts: 0, http_status: null },
      changes: [{ field: 'cost', before: '6.00', after: '600.00' }],
    });
    expect((await explain('run', 'B')).stdout).toContain('"20.00"  same as the listing\n');
    expect((await explain('run', 'C')).stdout).toContain(
      "Cells       can't be shown: the plan does not hold them\n",
    );
    expect((await explain('run', 'X')).stdout).toContain('Line 7: not_found\n');
  });

  it('shows what a killed run has left', async () => {
    const { cwd, run, explain, explainJson } = await onStage(
      [{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }],
      'sku,cost\nA,6.30\nB,6.30\nC,6.00\n',
    );
    const flags = ['PRICESHEET_CONCURRENCY=1', '--history', 'night books', '--max-change', '40'];
    await run('sync', 'costs.csv', '--out', 'run', ...flags);
    const [first = ''] = readFileSync(join(cwd, 'run', 'outcomes.ndjson'), 'utf8').split('\n');
    writeFileSync(join(cwd, 'run', 'outcomes.ndjson'), `${first}\n{"kind":"outc`);
    for (const file of ['results.csv', 'summary.json', 'undo.csv']) rmSync(join(cwd, 'run', file));
    const { code, stdout } = await explain('run', 'A');
    expect(code).toBe(0);
    expect(stdout).toContain('  Ended       not recorded\n');
    expect(stdout).toContain('The run was cut short, or still goes on: it has no summary yet\n');
    expect(stdout).toMatch(/Outcome {5}updated, 1 attempt, HTTP 200, \d{4}-/);
    expect((await explainJson('run', 'B')).rows[0].outcome).toBeNull();
    expect((await explain('run', 'B')).stdout).toContain(
      // An apply keeps the history in the same place, and takes no guard rules of rows.
      'pricesheet apply run --history "night books" checks the listing and sends the rest\n',
    );
    expect((await explainJson('run', 'C')).rows[0].outcome.status).toBe('unchanged');
    rmSync(join(cwd, 'run', 'plan.ndjson'));
    const gone = await explain('run', 'A');
    expect([gone.code, gone.stdout]).toEqual([2, '']);
    expect(reasonIn(gone.stderr)).toContain('the run ended before its plan was made. Name a run folder');
  });

  it('names a journal that is not as the run wrote it, and uses the other files', async () => {
    const { cwd, run, explain, explainJson } = await onStage(
      [{ sku: 'A' }, { sku: 'B' }],
      'sku,cost\nA,6.30\nB,6.40\n',
    );
    await run('sync', 'costs.csv', '--out', 'run', 'PRICESHEET_CONCURRENCY=1');
    rewriteLines(join(cwd, 'run', 'outcomes.ndjson'), (lines) =>
      lines.with(1, (lines[1] ?? '').replace('"status":"updated"', '"status":"skipped"')),
    );
    const { code, stdout } = await explain('run', 'B');
    expect(code).toBe(0);
    expect(stdout).toContain('line 2 was edited, or a line before it was removed or moved');
    expect(stdout).toMatch(/Outcome {5}updated, 1 attempt, HTTP 200/);
    rmSync(join(cwd, 'run', 'results.csv'));
    expect((await explainJson('run', 'B')).rows[0].outcome).toBeNull();
  });

  it.each([
    [['run', 'mug'], '"mug" is not in the run "run". Similar SKUs: "MUG", "Mug"'],
    [['run', 'MUK-100'], '"MUK-100" is not in the run "run". Similar SKUs: "MUG-100"'],
    [['run', 'zzzzzz'], '"zzzzzz" is not in the run "run". SKUs are compared exactly, with case and blanks'],
    [['.', 'MUG'], /it is not a run folder\. Name a run folder/],
    [['costs.csv', 'MUG'], /^Cannot explain "costs.csv": it is a file, not a run folder\. /],
  ] as const)('refuses %j and exits 2', async (argv, message) => {
    const { run, explain } = await onStage([{ sku: 'MUG' }], 'sku,cost\nMUG,6\nMug,6\nMUG-100,6\n');
    await run('diff', 'costs.csv', '--out', 'run');
    const { code, stdout, stderr } = await explain(...argv);
    expect([code, stdout]).toEqual([2, '']);
    if (typeof message === 'string') expect(reasonIn(stderr)).toBe(message);
    else expect(reasonIn(stderr)).toMatch(message);
  });
});

interface Row {
  readonly line: number;
  readonly listing: { readonly id: string } | null;
  readonly outcome: { readonly status: string } | null;
  readonly cells_from: string;
  readonly rules: readonly { readonly rule: string; readonly said: string }[];
}
