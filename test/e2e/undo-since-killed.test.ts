import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAY_ARRIVE_MS } from '../../src/domain/effects.ts';
import { asKilled } from '../support/as-killed.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { onlyLedger } from '../support/some-history.ts';
import { BUY_BOX, idOf } from '../support/test-sandbox.ts';

const LISTINGS = 4;

/** An account of listings with a cost of 6.00, and nights that send a cost to each of them. */
async function onStage(listing: Readonly<Record<string, unknown>> = {}) {
  const stage = await openStage(
    Array.from({ length: LISTINGS }, () => ({ cost: 600, ...listing })),
    '',
  );
  const { cwd, run, sandbox } = stage;
  const history = join(cwd, 'runs/.history');
  /** What was agreed on before each night. */
  const agreed = new Map<string, string>();
  const costs = () => sandbox.snapshot().listings.map(({ cost }) => cost);
  const night = async (cost: string, out: string) => {
    const rows = Array.from({ length: LISTINGS }, (_, index) => `SKU-${index + 1},${cost}\n`);
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\n${rows.join('')}`);
    agreed.set(
      out,
      existsSync(history) ? readFileSync(join(onlyLedger(history), 'agreed.ndjson'), 'utf8') : '',
    );
    const { code } = await run('sync', 'costs.csv', '--out', out, 'PRICESHEET_CONCURRENCY=1');
    expect(code).toBe(0);
  };
  /**
   * As if the last night had been killed: the first update is in its journal, the second took effect and its answer was never noted, and
   * the others were not sent. That was long ago, unless it is said to be recent.
   */
  const kill = (out: string, before: number, { isRecent = false } = {}) => {
    const folder = join(cwd, out);
    asKilled(folder, { history, noted: 1, agreed: agreed.get(out) });
    if (!isRecent) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MAY_ARRIVE_MS });
    for (let number = 3; number <= LISTINGS; number++) sandbox.changeListing(idOf(number), { cost: before });
  };
  const undo = async (...argv: readonly string[]) => {
    const { code, stdout } = await run('undo', '--since', '1h', '--out', 'back', ...argv);
    return { code, stdout, messages: readRun(join(cwd, 'back')).results.map(({ message }) => message) };
  };
  return { ...stage, costs, night, kill, undo };
}

afterEach(() => {
  vi.useRealTimers();
});

const all = (cost: number) => Array(LISTINGS).fill(cost);

describe('undo of the run after one that was killed', () => {
  it('names the killed run, which sent a part of the same sheet, and the command for both', async () => {
    const { night, kill, run, costs, cwd } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    await night('6.60', 'second');
    const { code } = await run('undo', 'second', '--out', 'back');
    expect([code, costs()]).toEqual([0, [660, 660, 600, 600]]);
    const notice = readRun(join(cwd, 'back')).summary.notices.find((each: string) =>
      each.startsWith('A part'),
    );
    expect(notice).toMatch(
      /^A part of the same sheet was sent by the sync at .* UTC, in "first" \(killed after at least \d updates?\), and stays as it is; to take back all since then: pricesheet undo --since [-\dT:]+Z --job costs$/,
    );
    const [, since = ''] = /--since (\S+)/.exec(notice ?? '') ?? [];
    await run('undo', '--since', since, '--job', 'costs', '--out', 'all');
    expect(costs()).toEqual(all(600));
  });

  it('names no run that came to its end, one of another sheet, or one that was taken back', async () => {
    const { night, kill, run, cwd } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    await run('undo', 'first', '--out', 'taken');
    await night('6.60', 'second');
    await night('6.90', 'third');
    await night('6.90', 'fourth');
    for (const out of ['second', 'third', 'fourth']) {
      await run('undo', out, '--dry-run', '--out', `back-${out}`);
      expect(JSON.stringify(readRun(join(cwd, `back-${out}`)).summary.notices)).not.toContain('A part');
    }
  });
});

describe('undo --since over a run that was killed', () => {
  it('takes what it may have set for its own doing, and never for somebody else’s', async () => {
    const { night, kill, undo, costs } = await onStage();
    await night('6.30', 'second');
    await night('6.60', 'third');
    kill('third', 630);
    expect(costs()).toEqual([660, 660, 630, 630]);
    await night('6.90', 'fourth');
    const { code, messages } = await undo();
    expect([code, costs(), messages]).toEqual([0, all(600), Array(LISTINGS).fill('')]);
  });

  it('gives back what the killed run found, if it is the first', async () => {
    const { night, kill, undo, costs } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    await night('6.90', 'second');
    const { code, messages } = await undo();
    expect([code, costs(), messages]).toEqual([0, all(600), Array(LISTINGS).fill('')]);
  });

  it('takes back what a later run saw of it, though no run noted it as a change', async () => {
    const { night, kill, undo, costs } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    await night('6.60', 'second');
    expect([(await undo()).code, costs()]).toEqual([0, all(600)]);
  });

  it('leaves alone what came back to what it was before the killed run', async () => {
    const { night, kill, undo, costs, cwd } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    await night('6.60', 'second');
    await night('6.00', 'third');
    const { code, stdout } = await undo();
    expect([code, costs()]).toEqual([0, all(600)]);
    expect(stdout).toContain('Nothing is left to take back');
    expect(readRun(join(cwd, 'back')).results).toEqual([]);
  });

  it('still gives back what somebody else set after the killed run', async () => {
    const { night, kill, undo, costs, sandbox } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    sandbox.changeListing(idOf(2), { cost: 777 });
    await night('6.90', 'second');
    expect([(await undo()).code, costs()]).toEqual([0, [600, 777, 600, 600]]);
  });

  it.each([
    ['is gone', (cwd: string) => renameSync(join(cwd, 'third'), join(cwd, 'moved'))],
    [
      'has the plan of another run',
      (cwd: string) => {
        renameSync(join(cwd, 'third'), join(cwd, 'moved'));
        renameSync(join(cwd, 'second'), join(cwd, 'third'));
      },
    ],
  ])('refuses what cannot be known if the folder %s before the next run', async (_how, take) => {
    const { night, kill, run, costs, cwd } = await onStage();
    await night('6.30', 'second');
    await night('6.60', 'third');
    kill('third', 630);
    take(cwd);
    const before = costs();
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs(), stderr]).toEqual([2, before, expect.stringMatching(/-third" .* is not known/)]);
    await night('6.90', 'fourth');
    const again = await run('undo', '--since', '1h');
    expect([again.code, costs(), again.stderr.includes('-third"')]).toEqual([2, all(690), true]);
  });

  it('knows it without the folder once the next run has added it', async () => {
    const { night, kill, undo, costs, cwd } = await onStage();
    await night('6.30', 'second');
    await night('6.60', 'third');
    kill('third', 630);
    await night('6.90', 'fourth');
    renameSync(join(cwd, 'third'), join(cwd, 'moved'));
    expect([(await undo()).code, costs()]).toEqual([0, all(600)]);
  });

  it('sends nothing over what the last run may have set: that is a conflict', async () => {
    const { night, kill, undo, costs } = await onStage();
    await night('6.30', 'first');
    await night('6.60', 'second');
    kill('second', 630, { isRecent: true });
    const { code, stdout, messages } = await undo();
    expect([code, costs()]).toEqual([3, [600, 660, 600, 600]]);
    const late =
      /^An update that the run sent may still arrive and change the listing again; undo the run once more after/;
    expect(messages.map((message = '') => late.test(message))).toEqual([false, false, true, true]);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /Of the run \S+ not every update .* looks at each listing/,
    );
  });

  it('takes back what only it may have set, and leaves what somebody else set', async () => {
    const { night, kill, undo, costs, sandbox } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    sandbox.changeListing(idOf(4), { cost: 777 });
    const { code, messages } = await undo();
    expect([code, costs()]).toEqual([3, [600, 600, 600, 777]]);
    expect(messages).toEqual(['', '', '', 'cost is 7.77, expected 6.60 to become 6.00']);
  });

  it('takes back the bounds that a strategy computed for it, too', async () => {
    const { night, kill, undo, sandbox } = await onStage({ strategy: BUY_BOX, minimum_price: 1000 });
    await night('6.60', 'first');
    kill('first', 600);
    sandbox.changeListing(idOf(2), { minimum_price: 1100 });
    expect((await undo()).code).toBe(0);
    expect(sandbox.snapshot().listings[1]).toMatchObject({ cost: 600, minimum_price: 1000 });
  });

  it.each([
    ['and by nothing else', ['6.60'], 600],
    ['after another run', ['6.30', '6.60'], 630],
  ])('takes back what it set %s and arrives after the undo', async (_how, nights, before) => {
    const { night, kill, undo, run, costs, sandbox, cwd } = await onStage({});
    for (const cost of nights) await night(cost, `at-${cost.replace('.', '')}`);
    kill('at-660', before, { isRecent: true });
    await undo();
    sandbox.changeListing(idOf(3), { cost: 660 });
    const { code, stdout } = await run('undo', '--since', '1h', '--out', 'again');
    expect([code, costs()[2], costs()[3]]).toEqual([3, 600, 600]);
    const rest = readRun(join(cwd, 'again')).results.slice(-2);
    expect(rest).toMatchObject([
      { sku: 'SKU-3', status: 'unconfirmed', reason: 'may_arrive' },
      { sku: 'SKU-4', status: 'unconfirmed', reason: 'may_arrive' },
    ]);
    // An undo of the undo is not what is offered.
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /not every update .* undo \S+at-660 looks at each listing/,
    );
    expect(stdout).not.toMatch(/undo \S+back looks/);
    const [, minute] = /once more after \S+ (\S+) UTC/.exec(rest[0]?.['message'] ?? '') ?? [];
    expect(stdout).toContain(`Next      after ${minute} UTC, undo again: pricesheet undo`);
  });

  it('reads nothing that a run saw when nothing could arrive any more', async () => {
    const { night, kill, undo, run, sandbox } = await onStage();
    await night('6.60', 'first');
    kill('first', 600);
    await night('6.00', 'second');
    const before = sandbox.requests.length;
    const { stdout } = await undo();
    expect(stdout).toContain('Nothing is left to take back of what 2 runs changed');
    expect((await run('undo', '--since', '1h')).code).toBe(0);
    expect(sandbox.requests).toHaveLength(before);
  });

  it('says that its update may still arrive, also where a later run has set another value since', async () => {
    const { night, kill, undo, costs } = await onStage();
    await night('6.30', 'first');
    kill('first', 600, { isRecent: true });
    await night('6.60', 'second');
    const { code, messages } = await undo();
    expect([code, costs()]).toEqual([3, all(600)]);
    const isLate = messages.map((message = '') =>
      message.includes('may still arrive and change the listing again'),
    );
    // The first one had its answer, and the second run saw what the next one did.
    expect(isLate).toEqual([false, false, true, true]);
  });

  it('takes no bound that a strategy may have computed for it for somebody else’s', async () => {
    const { night, kill, undo, sandbox } = await onStage({ strategy: BUY_BOX });
    const bounds = () => sandbox.snapshot().listings.map(({ minimum_price }) => minimum_price);
    const before = bounds();
    await night('6.30', 'first');
    await night('6.60', 'second');
    kill('second', 630);
    await night('6.90', 'third');
    const { code, messages } = await undo();
    expect([code, bounds()]).toEqual([0, before]);
    expect(messages.join()).not.toContain('somebody else');
  });
});

describe('history sku of a run that was killed', () => {
  it('has what a later run found of it, and nothing of what it did not do', async () => {
    const { night, kill, run } = await onStage();
    await night('6.30', 'second');
    await night('6.60', 'third');
    kill('third', 630);
    await night('6.60', 'fourth');
    const changesOf = async (sku: string) => {
      const { changes } = JSON.parse((await run('history', 'sku', sku, '--json')).stdout);
      return changes.map((each: Readonly<Record<string, unknown>>) => [
        String(each['run']).replace(/.*-/, ''),
        each['was'],
        each['is'],
        each['at'] === null,
      ]);
    };
    const second = ['second', 600, 630, false];
    expect(await changesOf('SKU-1')).toEqual([second, ['third', 630, 660, false]]);
    expect(await changesOf('SKU-2')).toEqual([second, ['third', 630, 660, true]]);
    expect(await changesOf('SKU-3')).toEqual([second, ['fourth', 630, 660, false]]);
  });
});
