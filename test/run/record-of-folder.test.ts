import * as fs from 'node:fs';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHistoryFile } from '../../src/run/history/read-history-file.ts';
import { recordOfFolder } from '../../src/run/history/record-of-folder.ts';
import { anAccount, idOf } from '../support/an-account.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testSandbox } from '../support/test-sandbox.ts';

/** The folder of a run that has updated two listings, and the file that it added to the history. */
async function aRunFolder() {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}]) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\nGONE,1.00\n');
  await runInProcess(['sync', 'costs.csv', '--out', 'run'], { cwd, env: envOf(sandbox) });
  const history = join(cwd, 'runs/.history');
  const [name = ''] = (readdirSync(history, { recursive: true }) as string[]).filter((each) =>
    /\d\/.*\.ndjson$/.test(each),
  );
  return { folder: join(cwd, 'run'), path: join(history, name) };
}

function read(folder: string) {
  const found = recordOfFolder(folder, fs);
  if (!found) throw new Error('There is a plan');
  return { draft: found.draft, lines: [...found.lines([])] };
}

const UNKNOWN = { kind: 'agreed', ids: [idOf(1), idOf(2)], cost: ['?', '?'] };

describe('recordOfFolder', () => {
  it('says of a run what the run says of itself', async () => {
    const { folder, path } = await aRunFolder();
    const { draft, lines } = read(folder);
    const { id: _, previous: __, ...own } = JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '');
    // Who ran it, and what it compared with the past, is not in the folder.
    expect({ ...draft, by: own.by, drift: own.drift, news: own.news }).toEqual(own);
    expect(lines).toEqual([...readHistoryFile(path, fs)]);
  });

  it('knows nothing of what a run sent that was killed before it had a journal', async () => {
    const { folder } = await aRunFolder();
    for (const name of ['outcomes.ndjson', 'summary.json']) rmSync(join(folder, name));
    const { draft, lines } = read(folder);
    expect([draft.verdict, draft.exit_code, draft.changes]).toEqual(['killed', null, {}]);
    expect(lines.filter(({ kind }) => kind !== 'attention')).toEqual([UNKNOWN]);
  });

  it('has what the journal of a killed run has, and knows nothing of the rest', async () => {
    const { folder } = await aRunFolder();
    rmSync(join(folder, 'summary.json'));
    const journal = join(folder, 'outcomes.ndjson');
    writeFileSync(journal, readFileSync(journal, 'utf8').split('\n').slice(0, 1).join('\n').concat('\n'));
    const { draft, lines } = read(folder);
    expect(draft.changes).toEqual({ cost: { up: 1 } });
    const changed = lines.filter((line) => line.kind === 'change').map(({ listing_id }) => listing_id);
    expect(changed).toHaveLength(1);
    const [agreed] = lines.filter((line) => line.kind === 'agreed');
    expect([...(agreed?.cost ?? [])].filter((cost) => cost === '?')).toHaveLength(1);
  });

  it('has no record of a folder without a plan', () => {
    expect(recordOfFolder(tempFolder(), fs)).toBeUndefined();
  });
});
