import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOnlyRun } from '../support/read-run.ts';
import { runProgram } from '../support/run-program.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const KEY = 'sk_live/4f9QxZr8+wT2mBhN7=cK3"vJ6';
const BASIC = Buffer.from(`${KEY}:`).toString('base64');

async function onStage(sheet: string) {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}, {}, {}, {}, {}]), apiKey: KEY });
  const cwd = tempFolder();
  const state = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), sheet);
  const env = { ...envOf(sandbox), XDG_STATE_HOME: state };
  return { sandbox, cwd, state, run: (...argv: readonly string[]) => runProgram(argv, { cwd, env }) };
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
    const { code, stdout, stderr } = await run('sync', 'costs.csv', '--max-invalid', '100%', '--verbose');
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
      'Cell "notes" holds the API key: take it out, and make a new key if others have this sheet',
    );
    expect(retry.map(({ sku, notes }) => [sku, notes])).toContainEqual(['SKU-2', 'Basic [key]']);
    const updated = sandbox.requests.filter(({ method }) => method === 'POST');
    expect(updated).toHaveLength(1);
  });

  it('stops the run where it stands in the header', async () => {
    const { cwd, run } = await onStage(`sku,cost,"${KEY.replaceAll('"', '""')}"\nSKU-1,6.50,\n`);
    const { code, stderr } = await run('sync', 'costs.csv');
    expect(code).toBe(2);
    expect(stderr).toContain('the header of column 3 holds the API key');
    expect(
      [stderr, ...filesIn(cwd).map(([, text]) => text)].filter((text) => forms(text).length > 0),
    ).toEqual([]);
  });
});
