import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { holdRequests } from '../support/gate.ts';
import { readPage } from '../support/pages.ts';
import { readRun } from '../support/read-run.ts';
import { PROGRAM, startProgram } from '../support/run-program.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

interface Container {
  /** Without one the image starts the program, with the arguments. */
  readonly command?: readonly [shell: string, flag: string];
  readonly args: readonly string[];
}

/** The job that sends, and the one that merges. */
const [SYNC, MERGE] = parseAllDocuments(readPage('examples/kubernetes/shards.yaml').text).map((document) => {
  const { spec } = document.toJS().spec.jobTemplate;
  const [container] = spec.template.spec.containers;
  return { spec, container: container as Container };
});

const SKUS = Array.from({ length: 400 }, (_, index) => `SKU-${index + 1}`);
/** One row of ten changes something, which is within the limit of each shard, and one needs attention. */
const ROWS = SKUS.map((sku, index) => `${sku},${index % 10 === 7 ? '6.50' : '6.00'}`);
const SHEET = ['sku,cost', ...ROWS, 'GONE,1'];

/** A folder in which the commands of the example can be run as its containers run them. */
async function openNight({ answersAll = false } = {}) {
  const { wait, held } = holdRequests();
  const sandbox = await testSandbox({
    catalogue: anAccount(SKUS.map((sku) => ({ sku }))),
    // The first update of all is never answered.
    faults: { rules: answersAll ? [] : [{ match: { method: 'POST' }, times: 1, delayMs: 1 }] },
    wait,
  });
  const cwd = tempFolder();
  const bin = join(cwd, 'bin');
  mkdirSync(bin);
  symlinkSync(PROGRAM, join(bin, 'pricesheet'));
  writeFileSync(join(cwd, 'costs.csv'), `${SHEET.join('\n')}\n`);
  // One request at a time, so that the one that dies has sent nothing but what is never answered.
  writeFileSync(join(cwd, 'pricesheet.json'), '{ "concurrency": 1 }', { mode: 0o600 });
  const state = tempFolder();
  const start = ({ command, args }: Container, env: Readonly<Record<string, string>> = {}) => {
    const path = [bin, process.env['PATH']].join(delimiter);
    const [shell, ...flags] = command ?? [];
    const running = startProgram([...flags, ...args], {
      cwd,
      ...(shell && { command: shell }),
      env: { ...envOf(sandbox), XDG_STATE_HOME: state, PATH: path, ...env },
    });
    onTestFinished(() => running.kill('SIGKILL'));
    return running;
  };
  return { sandbox, cwd, bin, held, start };
}

/** What a run did, but for when and in how many tries. */
function summarize(folder: string) {
  const { results, summary } = readRun(folder);
  return {
    rows: results.map(({ line, sku, status, reason, listing_id, cost_before, cost_after }) =>
      [line, sku, status, reason, listing_id, cost_before, cost_after].join(),
    ),
    statuses: summary.counts.by_status,
    changes: summary.changes,
  };
}

describe.skipIf(process.platform === 'win32')('the Indexed Job of examples/kubernetes/shards.yaml', () => {
  it('does what one run does, though the node of one index dies and Kubernetes starts it again', async () => {
    const { sandbox, cwd, bin, held, start } = await openNight();
    const { completions, backoffLimitPerIndex, template } = SYNC?.spec ?? {};
    expect([completions, backoffLimitPerIndex > 0]).toEqual([4, true]);
    const container = template.spec.containers[0];
    const startIndex = (index: number) => start(container, { JOB_COMPLETION_INDEX: `${index}` });
    const killed = startIndex(2);
    await held;
    const others = [0, 1, 3].map((index) => startIndex(index).ended);
    const codes = (await Promise.all(others)).map(({ code }) => code);
    killed.kill('SIGKILL');
    expect((await killed.ended).code).toBe('SIGKILL');
    codes.push((await startIndex(2).ended).code);
    // One row needs attention, in whichever part it is.
    expect(new Set(codes)).toEqual(new Set([0, 3]));
    const runs = readdirSync(join(cwd, 'runs')).filter((name) => name.endsWith('of4'));
    expect(runs).toHaveLength(5);
    // Midnight may come between them.
    writeFileSync(join(bin, 'date'), `#!/bin/sh\necho ${runs[0]?.slice(0, 10)}\n`);
    chmodSync(join(bin, 'date'), 0o755);
    const merged = await start(MERGE?.container as Container).ended;
    expect([merged.code, merged.stderr]).toEqual([3, '']);
    const [folder = ''] = readdirSync(join(cwd, 'runs')).filter((name) => name.includes('merged'));

    const whole = await openNight({ answersAll: true });
    const args = container.args.map((word: string) =>
      word === '--shard=auto/4' ? '--out=runs/whole' : word,
    );
    const { code } = await whole.start({ args }).ended;
    expect(code).toBe(3);
    expect(summarize(join(cwd, 'runs', folder))).toEqual(summarize(join(whole.cwd, 'runs/whole')));
    expect(costsOf(sandbox)).toEqual(costsOf(whole.sandbox));
    expect(new Set(costsOf(sandbox))).toEqual(new Set([600, 650]));
  });
});

function costsOf(sandbox: Sandbox): readonly (number | null)[] {
  return sandbox.snapshot().listings.map(({ cost }) => cost);
}
