import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  apply,
  check,
  diff,
  explain,
  exportListings,
  history,
  RunError,
  type SyncOptions,
  skuHistory,
  sync,
  undo,
} from '../../../src/index.ts';
import { findMismatches } from '../../support/json-schema.ts';
import { openStage } from '../../support/open-stage.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../../support/test-sandbox.ts';

const SKUS = ['SKU-1', 'SKU-2', 'SKU-3'];
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\nMISSING,1.00\n`;

/** An account, a sheet, and the options that lead there. */
async function onStage() {
  const env = { XDG_STATE_HOME: tempFolder() };
  const stage = await openStage(
    SKUS.map((sku) => ({ sku })),
    SHEET,
    { env },
  );
  const { cwd, sandbox } = stage;
  const options = { cwd, baseUrl: sandbox.url, apiKey: sandbox.apiKey, rate: 100_000, env };
  const run = (...argv: readonly string[]) => stage.run(...argv, '--json');
  return { ...stage, options, run };
}

function errorOf(promise: Promise<unknown>): Promise<RunError> {
  return promise.then(
    () => Promise.reject(new Error('It went well')),
    (error) => error,
  );
}

describe('what programs import', () => {
  it('plans, sends, takes back and lists, and resolves with summaries', async () => {
    const { cwd, options, costs } = await onStage();
    const planned = await diff('costs.csv', { ...options, out: 'diff' });
    expect(planned).toMatchObject({
      command: 'diff',
      dry_run: true,
      exit_code: 3,
      headline: '3 listings would change',
      folder: join(cwd, 'diff'),
    });
    expect(planned.counts.by_status).toMatchObject({ planned: 3, not_found: 1 });
    expect(costs()).toEqual([600, 600, 600]);
    const applied = await apply(planned.folder, { ...options, missing: 'ok', out: 'apply' });
    expect([applied.exit_code, applied.counts.by_status.updated, costs()]).toEqual([0, 3, [650, 650, 650]]);
    const again = await sync('costs.csv', { ...options, missing: 'ok', out: 'sync' });
    expect([again.exit_code, again.counts.by_status.unchanged, again.requests.writes]).toEqual([0, 3, 0]);
    expect([applied.headline, again.headline]).toEqual(['3 listings updated', 'nothing updated']);
    const reversed = await undo('apply', { ...options, out: 'undo' });
    expect([reversed.command, reversed.exit_code, costs()]).toEqual(['undo', 0, [600, 600, 600]]);
    const { runs } = await history({ cwd });
    expect(runs.map(({ command }) => command)).toEqual(['diff', 'apply', 'sync', 'undo']);
    for (const summary of [planned, applied, again, reversed])
      expect(findMismatches('summary', summary)).toEqual([]);
  });

  it('gives what the commands print with --json', async () => {
    const { cwd, options, run } = await onStage();
    const { env: _env, ...account } = options;
    await sync('costs.csv', { ...options, out: 'run' });
    const printed = async (...argv: readonly string[]) => JSON.parse((await run(...argv)).stdout);
    const { env } = options;
    const explained = await explain('run', 'SKU-2', { cwd });
    expect(explained).toEqual(await printed('explain', 'run', 'SKU-2'));
    expect(explained.rows).toMatchObject([{ outcome: { status: 'updated' } }]);
    expect(await explain('latest', 'SKU-2', { cwd })).toMatchObject({ rows: explained.rows });
    const exported = await exportListings({ ...account, env });
    expect(exported).toEqual(await printed('export'));
    expect(exported.listings?.map(({ sku, cost }) => [sku, cost])).toEqual(SKUS.map((sku) => [sku, 650]));
    const ofSku = await skuHistory('SKU-2', { cwd, field: 'cost' });
    expect(ofSku).toEqual(await printed('history', 'sku', 'SKU-2', '--field', 'cost'));
    expect(ofSku.changes.map(({ was, is, by }) => [was, is, by])).toEqual([[600, 650, 'run']]);
    expect(await history({ cwd })).toEqual(await printed('history'));
    for (const [name, document] of [
      ['explain', explained],
      ['history-sku', ofSku],
      ['export', exported],
    ] as const)
      expect(findMismatches(name, document)).toEqual([]);
  });

  it('exports to a file that sync reads back, and overwrites none unasked', async () => {
    const { cwd, options, run } = await onStage();
    const query = { ...options, out: 'account.csv', fields: ['cost'], sku: 'SKU-1' };
    expect(await exportListings(query)).toEqual({
      version: 1,
      exit_code: 0,
      notices: [],
      file: 'account.csv',
      exported: 1,
      left_out: [],
    });
    const error = await errorOf(exportListings(query));
    expect([error.code, error.message]).toEqual(['usage', expect.stringContaining('it is there already')]);
    const argv = ['export', '--out', 'account.csv', '--fields', 'cost', '--sku', 'SKU-1', '--force'];
    expect(await exportListings({ ...query, force: true })).toEqual(JSON.parse((await run(...argv)).stdout));
    const { counts } = await sync('account.csv', { ...options, out: 'run' });
    expect([counts.outcomes, counts.by_status.unchanged]).toEqual([1, 1]);
    const aborted = exportListings({ ...query, out: 'other.csv', signal: AbortSignal.abort() });
    expect(await errorOf(aborted)).toMatchObject({ code: 'interrupted', exitCode: 130 });
    expect(existsSync(join(cwd, 'other.csv'))).toBe(false);
  });

  it('holds no key in what it exports', async () => {
    const apiKey = 'a-key-that-is-long';
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: `OLD-${apiKey}` }]), apiKey });
    const { listings } = await exportListings({ cwd: tempFolder(), baseUrl: sandbox.url, apiKey });
    expect(listings?.map(({ sku }) => sku)).toEqual(['OLD-[key]']);
  });

  it('reads the sheet - from what it is given', async () => {
    const { options, costs } = await onStage();
    async function* input() {
      yield Buffer.from('sku,cost\nSKU-2,');
      yield '6.60\n';
    }
    const summary = await sync('-', { ...options, input: input(), currency: 'usd', maxUpdates: 1 });
    expect([summary.exit_code, costs()]).toEqual([0, [600, 660, 600]]);
  });

  it('ends if it is aborted while what it reads from stalls, and is in nobody’s way then', async () => {
    const { options } = await onStage();
    const stalled = { ...options, input: new PassThrough(), signal: AbortSignal.timeout(100) };
    stalled.input.write('sku,cost\nSKU-2,6.60\n');
    expect(await errorOf(sync('-', stalled))).toMatchObject({ code: 'interrupted', exitCode: 130 });
    expect(await sync('costs.csv', options)).toMatchObject({ exit_code: 3, stopped: null });
    stalled.input.end();
  });

  it('takes an empty list or map for none, whatever a file says', async () => {
    const { cwd, options } = await onStage();
    writeFileSync(join(cwd, 'shop.json'), '{"where": ["cost!=6.50"], "leave-out": ["cost"]}');
    const empty = { allow: [], where: [], map: {}, leaveOut: [], notes: {}, units: {} };
    const { counts, settings } = await diff('costs.csv', { ...options, ...empty, config: 'shop.json' });
    expect(counts.by_status).toMatchObject({ planned: 3, not_found: 1 });
    expect(settings['where']).toEqual({ value: 'all', from: 'where' });
  });

  it('reads no environment, no .env and no config file that it was not given', async () => {
    const { cwd, options, costs } = await onStage();
    writeFileSync(join(cwd, '.env'), 'PRICESHEET_RATE=nonsense\n');
    writeFileSync(join(cwd, 'pricesheet.json'), '{"max-updates": 1}');
    process.env['PRICESHEET_CURRENCY'] = 'nonsense';
    try {
      const { rate: _rate, ...others } = options;
      expect(await sync('costs.csv', others)).toMatchObject({
        exit_code: 3,
        settings: { rate: { value: '10' } },
      });
      expect(costs()).toEqual([650, 650, 650]);
      const error = await errorOf(sync('costs.csv', { ...others, envFile: '.env' }));
      expect(error.message).toContain('PRICESHEET_RATE in .env: "nonsense"');
    } finally {
      delete process.env['PRICESHEET_CURRENCY'];
    }
  });

  it('takes the environment and the config file that it is given', async () => {
    const { cwd, sandbox, options } = await onStage();
    writeFileSync(join(cwd, 'shop.json'), '{"max-updates": 2}');
    const env = { ...options.env, ...envOf(sandbox) };
    expect(await sync('costs.csv', { cwd, env, config: 'shop.json' })).toMatchObject({ exit_code: 4 });
  });

  /** A sync with these options, which no type allows. */
  const wrong = (fields: object) => (options: SyncOptions) =>
    sync('costs.csv', { ...options, ...fields } as SyncOptions);

  type Said = string | RegExp;
  type Rejected = readonly [string, (options: SyncOptions) => Promise<unknown>, Said | readonly Said[]];
  /** What is wrong with the options is said as the message, or as problems if there are several. */
  it.each<Rejected>([
    [
      'no options',
      () => diff('costs.csv'),
      [/^Pass baseUrl, the address of /, /^Pass apiKey, the key of .*, or apiKeyFile/],
    ],
    ['no SKU to explain', ({ cwd = '' }) => explain('none', 1 as never, { cwd }), /^Pass the SKU as text, /],
    [
      'another call’s',
      ({ cwd }) => check('costs.csv', { cwd, dryRun: true } as object),
      'dryRun is not an option',
    ],
    ['null for options', () => diff('costs.csv', null as never), /^The options are not an object such as /],
    ['the options alone', (options) => diff(options as never), /^Pass the sheet as text: a path, with /],
    ['no folder', wrong({ cwd: 5 }), 'cwd is not a folder that exists'],
    ['no environment', wrong({ env: { PRICESHEET_RATE: 5 } }), 'env is not an object of texts'],
    [
      'options for the call itself that are something else',
      wrong({ signal: {}, input: 'sku,cost', onEvent: [] }),
      ['signal is not an AbortSignal', /^input is not an async iterable/, 'onEvent is not a function'],
    ],
    ['a wrong value', wrong({ maxUpdates: 'many' }), /^maxUpdates: "many" is neither a number such as 20/],
    [
      'all that is wrong at once',
      wrong({ apiKey: undefined, rate: -1, maxUpdate: 5 }),
      [/^maxUpdate is not an option/, /^rate: "-1" /, /^Pass apiKey/],
    ],
    [
      'all that is wrong, where no key is needed',
      ({ cwd }) => check('costs.csv', { cwd, delimiter: 'none', nosuch: 1 } as object),
      [/^nosuch is not an option/, /^delimiter: "none" /],
    ],
    ['a switch that is a text', wrong({ dryRun: 'no' }), 'dryRun is neither true nor false'],
    ['no text for a header', wrong({ map: { cost: ['B'] } }), /^map: .* for "cost" that is not a single /],
    ['no input', (options) => sync('-', options), 'Pass input, what the sheet - is read from'],
    ['an input beside a path', wrong({ input: Readable.from([]) }), 'input goes with the sheet "-"'],
    ['an empty list', wrong({ maxUpdates: [], map: new Map() }), [/^maxUpdates is neither /, /^map: /]],
    ['no name of a run', (options) => undo('', options as object), /^Pass the run as text: a run folder, /],
    ['two keys', wrong({ apiKeyFile: 'key.txt' }), 'apiKey and apiKeyFile are both set; set one of them'],
  ])('rejects: %s', async (_name, call, said) => {
    const { options, sent } = await onStage();
    const error = await errorOf(call(options));
    const problems = [said]
      .flat()
      .map((each) => (typeof each === 'string' ? each : expect.stringMatching(each)));
    expect(error).toBeInstanceOf(RunError);
    expect(error).toMatchObject({ code: 'usage', exitCode: 2, problems });
    expect([sent(), error.cause]).toEqual([[], undefined]);
  });

  it('says what to pass to a call that was given no options, and what is wrong with a run', async () => {
    expect((await errorOf(diff('costs.csv'))).hint).toContain(
      "{ env: process.env, envFile: '.env', config: 'pricesheet.json' }",
    );
    expect(await errorOf(explain('none', 'SKU-1', { cwd: tempFolder() }))).toMatchObject({
      code: 'run_folder',
    });
  });

  it('lets no two runs on one account go side by side, in one process either', async () => {
    const { options, sent } = await onStage();
    const both = await Promise.allSettled(
      ['one', 'other'].map((out) => sync('costs.csv', { ...options, out })),
    );
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ code: 'locked', exitCode: 7 })]);
    expect(sent()).toHaveLength(3);
  });

  it('makes no run if its signal was aborted before', async () => {
    const { cwd, sandbox, options } = await onStage();
    await diff('costs.csv', { ...options, out: 'plan' });
    const asked = sandbox.requests.length;
    const aborted = { ...options, out: 'run', signal: AbortSignal.abort() };
    for (const each of [sync, diff].map((call) => call('costs.csv', aborted)).concat(apply('plan', aborted)))
      expect(await errorOf(each)).toMatchObject({ code: 'interrupted', exitCode: 130 });
    expect([existsSync(join(cwd, 'run')), sandbox.requests.length]).toEqual([false, asked]);
  });
});
