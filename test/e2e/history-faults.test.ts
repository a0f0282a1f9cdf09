import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdRequests } from '../support/gate.ts';
import { openStage, type StageOptions } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { linesIn, onlyLedger } from '../support/some-history.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SKUS = Array.from({ length: 12 }, (_, index) => `SKU-${index + 1}`);

async function onStage(options: StageOptions = {}) {
  const stage = await openStage(
    SKUS.map(() => ({})),
    undefined,
    options,
  );
  const { cwd, env } = stage;
  const runIn = (folder: string, ...argv: readonly string[]) => runInProcess(argv, { cwd: folder, env });
  const night = (cost: string, folder = cwd) => {
    writeFileSync(join(folder, 'costs.csv'), `sku,cost\n${SKUS.map((sku) => `${sku},${cost}\n`).join('')}`);
    return runIn(folder, 'sync', 'costs.csv', '--drift', 'hold');
  };
  const pathOf = (file: string, folder = cwd) => join(onlyLedger(join(folder, 'runs/.history')), file);
  return { ...stage, runIn, night, pathOf, costs: () => [...new Set(stage.costs())] };
}

const inWords = (text: string): string => text.replaceAll(/\s+/g, ' ');

afterEach(() => {
  vi.useRealTimers();
});

describe('a history with a fault', () => {
  it.each([
    ['runs.ndjson', /1 line of "[^"]*runs\.ndjson" can't be read, from line 2 on/],
    ['agreed.ndjson', /agreed\.ndjson" is damaged, incomplete or of another version/],
  ])('is said, and the run goes on, if a line of %s is damaged', async (file, words) => {
    const { night, pathOf, costs, sandbox } = await onStage();
    await night('6.10');
    const path = pathOf(file);
    const [first = '', second = '', ...others] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [first, second.replace('":', '"='), ...others].join('\n'));
    const before = sandbox.requests.filter(({ method }) => method === 'POST').length;
    const { code, stdout } = await night('6.20');
    expect([code, costs(), inWords(stdout)]).toEqual([0, [620], expect.stringMatching(words)]);
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(before + SKUS.length);
    // The run after it knows again what was agreed on.
    const { id = '' } = sandbox.snapshot().listings[0] ?? {};
    sandbox.changeListing(id, { cost: 777 });
    expect((await night('6.30')).code).toBe(0);
    expect(costs()).toEqual([777, 630]);
  });

  it.each(['runs.ndjson', 'changes.ndjson', 'agreed.ndjson'])(
    'forgives a last line of %s that was torn',
    async (file) => {
      const { night, pathOf, costs, cwd, runIn } = await onStage();
      await night('6.10');
      if (file === 'agreed.ndjson') {
        // It gets its name once it is whole: only its draft can be torn.
        writeFileSync(`${pathOf(file)}.0.unfinished`, '{"kind":"agr');
      } else appendFileSync(pathOf(file), readFileSync(pathOf(file), 'utf8').slice(0, 70));
      const { code, stdout } = await night('6.20');
      expect([code, costs()]).toEqual([0, [620]]);
      expect(stdout).not.toMatch(/can't be read|damaged/);
      const { runs } = JSON.parse((await runIn(cwd, 'history', '--json')).stdout);
      expect(runs).toHaveLength(2);
      expect((await runIn(cwd, 'undo', '--since', '1h')).code).toBe(0);
      expect(costs()).toEqual([600]);
    },
  );

  it('keeps its order where a clock was ahead one night, and says so', async () => {
    const { night, costs, cwd, runIn } = await onStage();
    await night('6.10');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 3_600_000 });
    expect((await night('6.20')).code).toBe(0);
    vi.useRealTimers();
    const refused = async () => {
      const { code, stderr } = await runIn(cwd, 'undo', '--since', '1h');
      return [code, costs(), inWords(stderr).includes('a clock was wrong')];
    };
    expect(await refused()).toEqual([2, [620], true]);
    const { code, stdout } = await night('6.30');
    expect([code, costs()]).toEqual([0, [630]]);
    expect(inWords(stdout)).toMatch(/began later than this one: a clock was wrong/);
    expect(await refused()).toEqual([2, [630], true]);
  });

  it('goes on where a copy of the runs is used elsewhere', async () => {
    const { night, costs, cwd, pathOf, sandbox } = await onStage();
    await night('6.10');
    const elsewhere = tempFolder();
    cpSync(join(cwd, 'runs'), join(elsewhere, 'runs'), { recursive: true });
    expect((await night('6.20', elsewhere)).code).toBe(0);
    expect(costs()).toEqual([620]);
    expect(
      linesIn(join(pathOf('runs.ndjson', elsewhere), '..'), 'runs').filter(({ kind }) => kind === 'run'),
    ).toHaveLength(2);
    // The first place does not know of that night: what it set is somebody else's there, and waits for a person.
    const { code, stdout } = await night('6.30');
    expect([code, costs(), inWords(stdout)]).toEqual([
      0,
      [620],
      expect.stringContaining('12 rows wait for a person'),
    ]);
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(24);
  });

  it('has a dry run and a sync beside it, each once, and the dry run takes nothing for what others did', async () => {
    const { wait, held, letGo } = holdRequests();
    const { night, runIn, cwd, pathOf, costs } = await onStage({
      faults: { rules: [{ match: { method: 'POST' }, delayMs: 1 }] },
      wait,
    });
    const first = night('6.10');
    await held;
    const { code, stdout } = await runIn(cwd, 'diff', 'costs.csv', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).drift ?? { drifted: 0 }).toMatchObject({ drifted: 0 });
    letGo();
    expect([(await first).code, costs()]).toEqual([0, [610]]);
    const kinds = linesIn(join(pathOf('runs.ndjson'), '..'), 'runs').map(
      ({ kind, command }) => `${kind} ${command}`,
    );
    expect(kinds).toEqual(['begun sync', 'run diff', 'run sync']);
    expect(linesIn(join(pathOf('runs.ndjson'), '..'), 'changes')).toHaveLength(SKUS.length);
  });
});
