import * as disk from 'node:fs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnsChanged, compareColumns, findLastColumns } from '../../../src/run/sheet/last-columns.ts';
import { folderWith, runMain } from '../../cli/support.ts';
import { aPlanHead } from '../../support/a-plan-head.ts';
import { WAYS } from '../../support/hand-to-others.ts';
import { listRuns } from '../../support/list-runs.ts';
import { envOf } from '../../support/sandbox-env.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { anAccount, testSandbox } from '../../support/test-sandbox.ts';

interface Run {
  readonly job?: string | null;
  readonly command?: string;
  readonly dryRun?: boolean;
  readonly columns?: Readonly<Record<string, string>> | null;
  readonly at?: string;
  readonly sent?: boolean;
  readonly summary?: object;
}

/** Run folders by name, as far as their plans begin. */
function folderOfRuns(runs: Readonly<Record<string, Run | string>>): string {
  const parent = tempFolder();
  for (const [name, run] of Object.entries(runs)) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, 'plan.ndjson'), typeof run === 'string' ? run : toPlan(run));
    if (typeof run === 'string' || run.sent !== false)
      writeFileSync(join(parent, name, 'outcomes.ndjson'), '');
    if (typeof run !== 'string' && run.summary) {
      writeFileSync(join(parent, name, 'summary.json'), JSON.stringify(run.summary));
    }
  }
  return parent;
}

function toPlan({
  job = 'costs',
  command = 'sync',
  dryRun = false,
  columns = { sku: 'SKU' },
  at = '2026-01-01T00:00:00.000Z',
}: Run): string {
  const sheet = { ...aPlanHead().sheet, job, columns };
  const head = aPlanHead({ command, dry_run: dryRun, created_at: at, sheet });
  return `${JSON.stringify(head)}\n{"kind":"entry"}\n`;
}

describe('findLastColumns', () => {
  const JANUARY = '2026-01-01T00:00:00.000Z';
  const MAY = '2026-05-01T00:00:00.000Z';

  it.each([
    ['that was declined', { declined: true, stopped: null }, undefined],
    ['that a guard rule stopped', { declined: false, stopped: { code: 'guard' } }, undefined],
    ['that was killed before it sent anything', undefined, undefined],
    ['that had nothing to send', { declined: false, stopped: null }, 'EK'],
  ])('judges a run %s by what was agreed to', (_name, summary, cost) => {
    const run = { columns: { cost: 'EK' }, sent: false, ...(summary && { summary }) };
    expect(findLastColumns([folderOfRuns({ only: run })], 'costs', disk)?.columns['cost']).toBe(cost);
  });

  it('finds a run of our own naming among many other folders', () => {
    const parent = folderOfRuns({ '2026-01-01T00-00-00Z-costs': {} });
    for (let number = 0; number < 600; number++) mkdirSync(join(parent, `x${number}`));
    expect(findLastColumns([parent], 'costs', disk)).toBeDefined();
  });

  it('finds the run that was begun last, whatever its folder is called', () => {
    const parent = folderOfRuns({
      a: { at: MAY, columns: { sku: 'new' } },
      b: { at: JANUARY, columns: { sku: 'old' } },
    });
    expect(findLastColumns([parent], 'costs', disk)).toMatchObject({
      columns: { sku: 'new' },
      folder: join(parent, 'a'),
    });
  });

  it.each<[string, Run | string]>([
    ['another job', { job: 'other' }],
    ['no job', { job: null }],
    ['a dry run', { dryRun: true }],
    ['a diff', { command: 'diff', dryRun: true }],
    ['an undo', { command: 'undo' }],
    ['a run that knows no columns', { columns: null }],
    ['a plan that is cut short', toPlan({}).slice(0, 40)],
    ['a plan without its line end', toPlan({}).slice(0, 20)],
    ['an empty plan', ''],
    ['something else', '{"kind":"outcome"}\n'],
  ])('passes over %s', (_name, run) => {
    expect(findLastColumns([folderOfRuns({ only: run })], 'costs', disk)).toBeUndefined();
    const parent = folderOfRuns({ first: { at: JANUARY }, second: run });
    expect(findLastColumns([parent], 'costs', disk)?.folder).toBe(join(parent, 'first'));
  });

  it.skipIf(process.platform === 'win32')(
    'takes only our own run folder’s word for what was agreed to',
    () => {
      const shape = {
        header: ['SKU'],
        delimiter: ',',
        decimal_sign: '.',
        money_unit: 'major',
        clear_token: 'x',
      };
      const [head = '', ...rest] = toPlan({}).split('\n');
      const plan = JSON.parse(head);
      const agreed = { ...plan, shape, sheet: { ...plan.sheet, columns_agreed: true } };
      const parent = folderOfRuns({ only: [JSON.stringify(agreed), ...rest].join('\n') });
      writeFileSync(join(parent, 'only', 'outcomes.ndjson'), '');
      const found = () => findLastColumns([parent], 'costs', disk);
      expect(found()?.settled).toEqual({ columns: { sku: 'SKU' }, header: ['SKU'] });
      for (const [, hand] of WAYS) {
        hand(join(parent, 'only'));
        // What it says is still compared: that can only stop a run.
        expect(found()).toMatchObject({ columns: { sku: 'SKU' }, settled: undefined });
      }
    },
  );

  it('finds nothing where there is nothing', () => {
    expect(findLastColumns([join(tempFolder(), 'runs')], 'costs', disk)).toBeUndefined();
    const parent = folderOfRuns({});
    mkdirSync(join(parent, 'empty'));
    writeFileSync(join(parent, 'file'), '');
    expect(findLastColumns([parent], 'costs', disk)).toBeUndefined();
  });
});

describe('compareColumns', () => {
  it.each([
    ['the same', { sku: 'SKU', cost: 'EK' }, { cost: 'EK', sku: 'SKU' }, []],
    ['the same in other case and with other blanks', { sku: 'Item No.' }, { sku: 'ITEM_NO.' }, []],
    [
      'another currency in a note',
      { cost: 'Cost (USD)' },
      { cost: 'Cost (EUR)' },
      ['cost was "Cost (USD)" and is "Cost (EUR)"'],
    ],
    ['another column', { cost: 'EK' }, { cost: 'VERPR' }, ['cost was "EK" and is "VERPR"']],
    ['a column that is gone', { sku: 'SKU', cost: 'EK' }, { sku: 'SKU' }, ['cost was "EK" and is no column']],
    [
      'a column that is new',
      { sku: 'SKU' },
      { sku: 'SKU', min: 'Floor' },
      ['min was no column and is "Floor"'],
    ],
    [
      'several',
      { sku: 'A', cost: 'B' },
      { sku: 'C', cost: 'D' },
      ['sku was "A" and is "C"', 'cost was "B" and is "D"'],
    ],
  ])('%s', (_name, before, now, changes) => {
    expect(
      compareColumns(before as Record<string, string>, now as Record<string, string>, new Map()),
    ).toEqual(changes);
  });
});

describe('columnsChanged', () => {
  it('says what changed, since when, and how to go on', () => {
    const error = columnsChanged(['cost was "EK" and is "VERPR"'], {
      folder: 'runs/x',
      shell: 'posix',
      sheet: 'costs.csv',
      job: 'costs',
      map: new Map(),
    });
    expect(error.message).toBe(
      'Cannot use the sheet "costs.csv": its columns differ from the last run of the job "costs" (runs/x): cost was "EK" and is "VERPR"',
    );
    expect(error.hint).toContain('check costs.csv --job costs --save-mapping');
  });
});

describe('sync of a sheet with other columns than last time', () => {
  const FIRST = 'SKU,Last Purchase Price\nSKU-1,6.40\n';
  /** A better word for the cost has turned up. */
  const SECOND = 'SKU,Last Purchase Price,Average Cost\nSKU-1,6.40,6.80\n';
  const CHANGE = 'cost was "Last Purchase Price" and is "Average Cost"';

  async function openShop() {
    const sandbox = await testSandbox({ catalogue: anAccount([{}]) });
    const cwd = folderWith();
    const env = envOf(sandbox);
    return {
      cwd,
      apply: (folder: string) => runMain(['apply', folder], { cwd, env }),
      cost: () => sandbox.snapshot().listings[0]?.cost,
      run: (
        argv: readonly string[],
        sheet: string,
        { file = 'costs.csv', ...place }: { file?: string; isTTY?: boolean; stdin?: string } = {},
      ) => {
        writeFileSync(join(cwd, file), sheet);
        const [command = '', ...flags] = argv;
        return runMain([command, file, ...flags], { cwd, env, ...place });
      },
    };
  }

  it('stops a run that nobody watches, before it sends or leaves anything', async () => {
    const { run, cost, cwd } = await openShop();
    expect((await run(['sync'], FIRST)).code).toBe(0);
    for (const flags of [[], ['--out', 'runs/second']]) {
      const { code, stderr } = await run(['sync', ...flags], SECOND);
      expect({ code, cost: cost() }).toEqual({ code: 2, cost: 640 });
      expect(stderr).not.toContain('bug');
    }
    expect(listRuns(cwd)).toHaveLength(1);
  });

  it.each([
    ['diff', ['diff']],
    ['sync --dry-run', ['sync', '--dry-run']],
  ])('only tells %s of it', async (_name, argv) => {
    const { run, cost } = await openShop();
    await run(['sync'], FIRST);
    const { code, stdout } = await run(argv, SECOND);
    expect({ code, cost: cost() }).toEqual({ code: 0, cost: 640 });
    expect(stdout).toContain(CHANGE);
  });

  it.each([
    ['n', 640],
    ['y', 680],
  ])('only tells a person at a terminal, who answers %s', async (answer, expected) => {
    const { run, cost } = await openShop();
    await run(['sync'], FIRST);
    const { stderr } = await run(['sync'], SECOND, { isTTY: true, stdin: `${answer}\n` });
    expect(cost()).toBe(expected);
    expect(stderr).toContain('Send 1 update');
    const preview = stderr.slice(0, stderr.indexOf('Send 1 update'));
    expect(preview.replaceAll(/\s+/g, ' ')).toContain(CHANGE);
  });

  it('knows the sheet of another day by its name without the date', async () => {
    const { run } = await openShop();
    await run(['sync'], FIRST, { file: 'costs-2026-11-19.csv' });
    expect((await run(['sync'], SECOND, { file: 'costs-2026-11-20.csv' })).code).toBe(2);
  });

  it.each([
    ['the sheet has another name', [], 'prices.csv'],
    ['the job has another name', ['--job', 'other'], 'costs.csv'],
  ])('goes on where %s', async (_name, flags, file) => {
    const { run, cost } = await openShop();
    await run(['sync'], FIRST);
    expect((await run(['sync', ...flags], SECOND, { file })).code).toBe(0);
    expect(cost()).toBe(680);
  });

  it('goes on where the columns stand in another order, or others that mean nothing are new', async () => {
    const { run, cost } = await openShop();
    await run(['sync'], FIRST);
    expect((await run(['sync'], 'Titel,LAST_PURCHASE_PRICE,sku\nx,6.60,SKU-1\n')).code).toBe(0);
    expect(cost()).toBe(660);
  });

  it('compares with the last run that could send, not with a dry run', async () => {
    const { run } = await openShop();
    await run(['sync'], FIRST);
    await run(['diff'], SECOND);
    expect((await run(['sync'], SECOND)).code).toBe(2);
    expect((await run(['sync'], FIRST)).code).toBe(0);
  });

  it('remembers nothing of standard input', async () => {
    const { cwd, cost } = await openShop();
    const sandbox = await testSandbox({ catalogue: anAccount([{}]) });
    for (const stdin of [FIRST, SECOND]) {
      expect((await runMain(['sync', '-'], { cwd, env: envOf(sandbox), stdin })).code).toBe(0);
    }
    expect(cost()).toBe(600);
    expect(sandbox.snapshot().listings[0]?.cost).toBe(680);
  });

  it('compares with a diff that was applied, which somebody has looked at', async () => {
    const { run, apply, cost } = await openShop();
    await run(['diff', '--out', 'runs/looked-at'], FIRST);
    expect((await apply('runs/looked-at')).code).toBe(0);
    expect(cost()).toBe(640);
    const { code, stderr } = await run(['sync'], SECOND);
    expect({ code, cost: cost() }).toEqual({ code: 2, cost: 640 });
    expect(stderr).toContain(CHANGE);
  });

  it('takes a retry file for one of its sheet: by the job’s own settings, and with the decimal signs of the run', async () => {
    const { run, cost } = await openShop();
    await run(['sync', '--out', 'runs/first'], 'SKU;Cost;Min\nSKU-1;12,50;1,5\n');
    const retry = join('runs', 'first', 'retry.csv');
    expect((await run(['sync'], 'SKU;Cost;Min\nSKU-1;6,40;\n', { file: retry })).code).toBe(0);
    expect(cost()).toBe(640);
    const changed = await run(['sync'], 'SKU;Average Cost;Min\nSKU-1;6,50;\n', { file: retry });
    expect([changed.code, cost()]).toEqual([2, 640]);
  });

  it('reads ambiguous amounts of a retry file with the decimal sign that the whole sheet showed', async () => {
    const { run, cwd } = await openShop();
    await run(['sync', '--out', 'runs/first'], 'SKU;Cost;Min\nSKU-1;6,40;\nNOPE;1.250;1,5\n');
    const file = join('runs', 'first', 'retry.csv');
    await run(['sync', '--out', 'runs/again'], readFileSync(join(cwd, file), 'utf8'), { file });
    const plan = readFileSync(join(cwd, 'runs', 'again', 'plan.ndjson'), 'utf8');
    expect(JSON.parse(plan.split('\n')[0] ?? '').sheet.decimal_signs).toEqual({
      cost: ',',
      minimum_price: ',',
    });
  });
});
