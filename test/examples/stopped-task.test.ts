import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdRequests } from '../support/gate.ts';
import { WAITING } from '../support/interrupt.ts';
import { ROOT } from '../support/pages.ts';
import { readRun } from '../support/read-run.ts';
import { PROGRAM, startProgram } from '../support/run-program.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

/** In the Debian package util-linux, which every image of Debian has. */
const HAS_PROGRAMS = ['python3', 'setpriv'].every((name) => spawnSync(name, ['--version']).status === 0);

const SKUS = Array.from({ length: 60 }, (_, index) => `SKU-${index + 1}`);
/** Twelve rows change something: as many as the limit of the examples allows, which is 20 %. */
const SHEET = `sku,cost\n${SKUS.map((sku, index) => `${sku},${index < 12 ? '6.50' : '6.00'}`).join('\n')}\n`;

const SCRIPT = `import sys
sys.dont_write_bytecode = True
engines, engine, example, folder = sys.argv[1:]
sys.path.insert(0, engines)
__import__(f"like_{engine}").work(example, folder)
`;

/** The process in which an engine runs the example, whose program waits for the answer to its first update. */
async function startTask(engine: string) {
  const { wait, held, letGo } = holdRequests();
  const sandbox = await testSandbox({
    catalogue: anAccount(SKUS.map((sku) => ({ sku }))),
    faults: { rules: [{ match: { method: 'POST' }, times: 1, delayMs: 1 }] },
    wait,
  });
  const folder = tempFolder();
  writeFileSync(join(folder, 'costs.csv'), SHEET);
  // One request at a time: eleven would follow.
  writeFileSync(join(folder, 'pricesheet.json'), '{ "concurrency": 1 }', { mode: 0o600 });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const values = { ...envOf(sandbox), XDG_STATE_HOME: tempFolder() };
  const lines = Object.entries(values).map(([name, value]) => `export ${name}='${value}'`);
  const start = `unset PRICESHEET_API_KEY_FILE\nexec '${process.execPath}' '${PROGRAM}' "$@"`;
  writeFileSync(join(bin, 'pricesheet'), `#!/bin/sh\n${lines.join('\n')}\n${start}\n`);
  chmodSync(join(bin, 'pricesheet'), 0o755);
  const example = join(ROOT, `examples/${engine}/prices.py`);
  const engines = join(import.meta.dirname, 'engines');
  const task = startProgram(['-c', SCRIPT, engines, engine, example, folder], {
    cwd: folder,
    command: 'python3',
    env: { PATH: [bin, process.env['PATH']].join(delimiter) },
  });
  onTestFinished(() => task.kill('SIGKILL'));
  await Promise.race([held, task.ended]);
  return {
    task,
    letGo,
    /** How the run ended, once it and the task have ended; and how many updates it sent. */
    async end() {
      await task.ended;
      const [run = ''] = readdirSync(join(folder, 'runs')).filter((name) => name.includes('costs'));
      const { summary } = readRun(join(folder, 'runs', run));
      const posts = sandbox.requests.filter(({ method }) => method === 'POST');
      return { code: summary.exit_code, posts: posts.length, statuses: summary.counts.by_status };
    },
  };
}

const STATUSES = { updated: 1, skipped: 11 };

describe.skipIf(!HAS_PROGRAMS)('a task that its engine stops', () => {
  it.each([
    ['airflow', 143],
    ['dagster', 129],
    ['temporal', 143],
  ])('%s ends its run in order, which sends nothing more', async (engine, code) => {
    const { task, letGo, end } = await startTask(engine);
    task.kill('SIGTERM');
    await task.said(WAITING);
    letGo();
    expect(await end()).toEqual({ code, posts: 1, statuses: expect.objectContaining(STATUSES) });
  });

  it('Airflow kills it before its run has ended, which ends in order and sends nothing more', async () => {
    const { task, letGo, end } = await startTask('airflow');
    task.kill('SIGTERM');
    await task.said(WAITING);
    task.kill('SIGKILL');
    letGo();
    expect(await end()).toEqual({ code: 143, posts: 1, statuses: expect.objectContaining(STATUSES) });
  });

  it.each(['airflow', 'dagster', 'temporal'])(
    '%s kills it without a word, and its run ends in order',
    async (engine) => {
      const { task, letGo, end } = await startTask(engine);
      task.kill('SIGKILL');
      await task.said(WAITING);
      letGo();
      expect(await end()).toEqual({ code: 129, posts: 1, statuses: expect.objectContaining(STATUSES) });
    },
  );
});
