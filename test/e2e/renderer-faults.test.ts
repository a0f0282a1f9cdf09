import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startServer } from '../service/support.ts';
import { openStage } from '../support/open-stage.ts';
import type { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The modules that render a run. */
const MODULES = ['screen/render-run-screen', 'page/render-page', 'notify/build-message'].map(
  (name) => `../../src/report/${name}.ts`,
);

/** The program with a function of these modules that throws. */
async function programWith(fault: string): Promise<typeof runInProcess> {
  vi.resetModules();
  for (const module of MODULES) vi.doMock(module, (load) => withFault(load, fault));
  onTestFinished(() => {
    for (const module of MODULES) vi.doUnmock(module);
    vi.resetModules();
  });
  return (await import('../support/run-in-process.ts')).runInProcess;
}

async function withFault(load: () => Promise<object>, fault: string): Promise<object> {
  const wrapped = Object.entries(await load()).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const faulty = (...given: readonly unknown[]): unknown => {
      if (name === fault) throw new Error(`${name} is broken`);
      return value(...given);
    };
    return [name, faulty];
  });
  return Object.fromEntries(wrapped);
}

/** A night with a row that needs attention, and everything that says so. */
async function play(fault: string) {
  const { url, seen } = await startServer(() => ({ status: 200 }));
  const env = { XDG_STATE_HOME: tempFolder(), PRICESHEET_WEBHOOK: url, PRICESHEET_METRICS: 'night.prom' };
  const stage = await openStage([{ cost: 600 }], 'sku,cost\nSKU-1,6.50\nSKU-9,6.50\n', { env });
  const { cwd, place } = stage;
  const runFaulty = await programWith(fault);
  const ended = await runFaulty(['sync', 'costs.csv', '--out', 'r'], place);
  return {
    ...ended,
    cost: stage.costs()[0],
    said: {
      screen: ended.stdout.includes('1 listing updated'),
      page: existsSync(join(cwd, 'r', 'report.html')),
      message: seen.some(({ body }) => body.includes('needs attention')),
      metrics: existsSync(join(cwd, 'night.prom')),
      files: ['results.csv', 'retry.csv', 'undo.csv', 'summary.json'].every((file) =>
        existsSync(join(cwd, 'r', file)),
      ),
      history: readdirSync(join(cwd, 'runs/.history'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('runs.ndjson'))
        .some((name) => readFileSync(join(cwd, 'runs/.history', name), 'utf8').includes('"updated":1')),
    },
  };
}

const ALL = { screen: true, page: true, message: true, metrics: true, files: true, history: true };

describe('a renderer that fails', () => {
  it('is none, so that everything is said', async () => {
    expect(await play('')).toMatchObject({ code: 3, cost: 650, said: ALL });
  });

  it.each([
    ['renderPage', { page: false }],
    ['renderRunScreen', { screen: false }],
    ['buildMessage', { message: false }],
  ])('costs no other: %s', async (fault, lost) => {
    const { said, stdout, stderr, cost } = await play(fault);
    expect(cost).toBe(650);
    expect(said).toEqual({ ...ALL, ...lost });
    expect(stdout + stderr).toContain(`${fault} is broken`);
  });
});
