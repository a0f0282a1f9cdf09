import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const KEY = 'sk_live/4f9QxZr8+wT2mBhN7=cK3"vJ6';
const BASIC = Buffer.from(`${KEY}:`).toString('base64');

async function onStage(sheet: string) {
  const state = tempFolder();
  const options = { apiKey: KEY, env: { XDG_STATE_HOME: state } };
  return { state, ...(await openStage([{}, {}, {}, {}, {}, {}], sheet, options)) };
}

/** All that is in files of a folder. */
function filesIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'costs.csv')
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]);
}

function forms(text: string): readonly string[] {
  const unquoted = text.replaceAll('""', '"').replaceAll('\\"', '"');
  return [KEY, BASIC.replace(/=+$/, ''), encodeURIComponent(KEY)].filter((form) => unquoted.includes(form));
}

describe('the API key in a sheet', () => {
  it('is masked in whatever a run writes, and nothing of such a row is sent', async () => {
    const quoted = `"${KEY.replaceAll('"', '""')}"`;
    const { sandbox, cwd, state, run } = await onStage(
      [
        'sku,cost,notes',
        `SKU-1,6.50,${quoted}`,
        `SKU-2,6.50,Basic ${BASIC}`,
        `SKU-3,6.50,https://api.example.com/?key=${encodeURIComponent(KEY)}`,
        `SKU-4,${quoted},`,
        `${quoted},6.50,`,
        'SKU-5,6.50,fine',
        `Total,,${quoted}`,
        '',
      ].join('\n'),
    );
    const flags = '--max-invalid 100% --verbose --allow unsettled'.split(' ');
    const { code, stdout, stderr } = await run('sync', 'costs.csv', ...flags);
    expect(code).toBe(3);
    const told = [['stdout', stdout], ['stderr', stderr], ...filesIn(cwd), ...filesIn(state)] as const;
    expect(told.map(([name]) => name)).toEqual(
      expect.arrayContaining(['plan.ndjson', 'retry.csv', 'results.csv', 'report.html', 'log.ndjson']),
    );
    expect(told.filter(([, text]) => forms(text ?? '').length > 0).map(([name]) => name)).toEqual([]);
    const { summary, results, retry } = readOnlyRun(cwd);
    expect(summary.counts.by_status).toMatchObject({ updated: 1, invalid: 5 });
    expect(summary.counts.by_reason).toMatchObject({ key_in_cell: 5 });
    expect(results.find(({ line }) => line === '2')?.['message']).toBe(
      'Cell "notes" holds the API key: remove it, and create a new key if anyone else has this sheet',
    );
    expect(retry.map(({ sku, notes }) => [sku, notes])).toContainEqual(['SKU-2', 'Basic [key]']);
    const updated = sandbox.requests.filter(({ method }) => method === 'POST');
    expect(updated).toHaveLength(1);
  });

  it('is masked in files and in their names where a flag has it', async () => {
    const { cwd, state, run } = await onStage('sku,cost,note\nSKU-1,6.50,a\n');
    const flags = ['--job', `job ${KEY}`, '--leave-out', `note,x ${KEY}`, '--notes', `n ${KEY}`];
    const sync = ['sync', 'costs.csv', '--allow', 'unsettled', 'PRICESHEET_METRICS=night.prom'];
    const { code, stdout, stderr } = await run(...sync, ...flags);
    expect(code).toBe(0);
    const { stdout: refused } = await run(...sync, '--channel', KEY, '--out', 'refused');
    expect(refused).toContain('[key]');
    const shown = [stdout, stderr, refused].map((text) => ['screen', text] as const);
    const said = [...shown, ...filesIn(cwd), ...filesIn(state)];
    expect(said.filter(([, text]) => forms(text ?? '').length > 0).map(([name]) => name)).toEqual([]);
    const names = readdirSync(cwd, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes('4f9QxZr8'))).toEqual([]);
    for (const file of ['runs.ndjson', 'night.prom', 'refused/results.csv'])
      expect(names.some((name) => name.endsWith(file))).toBe(true);
  });

  it('stops the run where it is in the header', async () => {
    const { cwd, run } = await onStage(`sku,cost,"${KEY.replaceAll('"', '""')}"\nSKU-1,6.50,\n`);
    const { code, stderr } = await run('sync', 'costs.csv');
    expect(code).toBe(2);
    expect(stderr).toContain('the header of column 3 holds the API key');
    expect(
      [stderr, ...filesIn(cwd).map(([, text]) => text)].filter((text) => forms(text).length > 0),
    ).toEqual([]);
  });
});

describe('the API key that only .env has', () => {
  const PLAIN = 'sk_live_9f8e7d6c5b4a';

  function inFolder(files: Readonly<Record<string, string>>, key = PLAIN) {
    const cwd = tempFolder();
    const all = { '.env': `PRICESHEET_API_KEY=${key}\n`, ...files };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(cwd, name), text, { mode: 0o600 });
    const env = { XDG_STATE_HOME: tempFolder() };
    return { cwd, run: (...argv: readonly string[]) => runInProcess(argv, { cwd, env }) };
  }

  it.each([
    ['in a cell', `sku,cost,notes\nA,6.30,${PLAIN}\nB,6.40,\n`, 3, 'Cell "notes" holds the API key'],
    ['in a header', `sku,cost,${PLAIN}\nA,6.30,x\n`, 2, 'the header of column 3 holds the API key'],
  ])('is masked by check as by diff: %s', async (_where, sheet, code, said) => {
    const { run } = inFolder({ 'costs.csv': sheet });
    for (const flags of [[], ['--json']]) {
      const checked = await run('check', 'costs.csv', ...flags);
      const shown = checked.stdout + checked.stderr;
      expect(checked.code).toBe(code);
      expect(shown.replaceAll('\\"', '"')).toContain(said);
      expect(shown).not.toContain(PLAIN);
    }
  });

  it.each([
    ['check', `${PLAIN}.csv`],
    ['diff', `${PLAIN}.csv`, '--base-url', 'http://127.0.0.1:9'],
    ['apply', PLAIN, '--base-url', 'http://127.0.0.1:9'],
    ['explain', PLAIN, 'A'],
    ['check', `${PLAIN}.csv`, '--json'],
  ])('is masked where there is no such file or run: %s', async (...argv) => {
    const { code, stdout, stderr } = await inFolder({}).run(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining('[key]')]);
    expect(stdout + stderr).not.toContain(PLAIN);
  });

  it('is no name for a sheet: no run folder is called after it', async () => {
    const name = `${PLAIN}.csv`;
    const { cwd, run } = inFolder({ [name]: 'sku,cost\nA,6.30\n' });
    for (const argv of [
      ['diff', name, '--base-url', 'http://127.0.0.1:9'],
      ['check', name],
    ]) {
      const { code, stdout, stderr } = await run(...argv);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^pricesheet: \S+\/\[key\]: /);
      expect(reasonIn(stderr)).toMatch(
        /^Cannot use the sheet "\[key\].csv": its path holds the API key\. Rename it, .* has seen it$/,
      );
      expect(existsSync(join(cwd, 'runs'))).toBe(false);
    }
  });
});
