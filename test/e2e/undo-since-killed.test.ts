import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAY_ARRIVE_MS } from '../../src/domain/effects.ts';
import { asKilled, historyFiles } from '../support/as-killed.ts';
import { tableOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { onlyLedger } from '../support/some-history.ts';
import { BUY_BOX, idOf } from '../support/test-sandbox.ts';

const LISTINGS = 4;

/** An account of listings with a cost of 6.00, and nights that send a cost to each of them. */
async function onStage(listing: Readonly<Record<string, unknown>> = {}) {
  let out = '';
  /** What was agreed on before each night sent anything. */
  const agreed = new Map<string, string>();
  const onRequest = ({ method }: { readonly method: string }): void => {
    if (method !== 'POST' || agreed.has(out)) return;
    const [state] = existsSync(history) ? historyFiles(history) : [];
    agreed.set(out, state?.endsWith('agreed.ndjson') ? readFileSync(state, 'utf8') : '');
  };
  const listings = Array.from({ length: LISTINGS }, () => ({ cost: 600, ...listing }));
  const stage = await openStage(listings, '', { onRequest });
  const { cwd, run, sandbox } = stage;
  const history = join(cwd, 'runs/.history');
  /** Its folder is called after the cost, unless it has a name. */
  const night = async (cost: string, name = cost) => {
    out = name;
    const rows = Array.from({ length: LISTINGS }, (_, index) => `SKU-${index + 1},${cost}\n`);
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost\n${rows.join('')}`);
    const { code } = await run('sync', 'costs.csv', '--out', out, 'PRICESHEET_CONCURRENCY=1');
    expect(code).toBe(0);
  };
  /**
   * As if the last night had been killed: the first update is in its journal, the second took effect and its answer was never noted, and
   * the others were not sent. That was long ago, unless it is said to be recent.
   */
  const kill = (before: number, { isRecent = false } = {}) => {
    asKilled(join(cwd, out), { history, noted: 1, agreed: agreed.get(out) });
    if (!isRecent) vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MAY_ARRIVE_MS });
    for (let number = 3; number <= LISTINGS; number++) sandbox.changeListing(idOf(number), { cost: before });
  };
  /** As if it had been killed once its changes were in the history. */
  const killWhileAdding = () => asKilled(join(cwd, out), { history, agreed: agreed.get(out) });
  const move = (name: string) => renameSync(join(cwd, name), join(cwd, 'moved'));
  const undo = async (...argv: readonly string[]) => {
    const { code, stdout } = await run('undo', '--since', '3h', '--out', 'back', ...argv);
    return { code, stdout, messages: readRun(join(cwd, 'back')).results.map(({ message }) => message) };
  };
  return { ...stage, history, night, kill, killWhileAdding, move, undo };
}

afterEach(() => {
  vi.useRealTimers();
});

const all = (cost: number) => Array(LISTINGS).fill(cost);

describe('undo of the run after one that was killed', () => {
  it('names the killed run, which sent a part of the same sheet, and the command for both', async () => {
    const { night, kill, run, costs, cwd } = await onStage();
    await night('6.60', 'first');
    kill(600);
    await night('6.60', 'second');
    const { code } = await run('undo', 'second', '--out', 'back');
    expect([code, costs()]).toEqual([0, [660, 660, 600, 600]]);
    const { notices } = readRun(join(cwd, 'back')).summary;
    const notice = notices.find((each: string) => each.startsWith('A part'));
    expect(notice).toMatch(
      /^A part of the same sheet was sent by the sync at .* UTC, in "first" \(killed after at least \d updates?\), and stays as it is; to take back all since then: pricesheet undo --since [-\dT:]+Z --job costs$/,
    );
    const [, since = ''] = /--since (\S+)/.exec(notice ?? '') ?? [];
    await run('undo', '--since', since, '--job', 'costs', '--out', 'all');
    expect(costs()).toEqual(all(600));
  });
});

describe('undo --since over runs that were killed', () => {
  it.each(
    tableOf(`
takes what it may have set for its own doing, and never for somebody else’s | night 6.30, night 6.60, kill 630, night 6.90
knows it without the folder once the next run has added it | night 6.30, night 6.60, kill 630, night 6.90, move 6.60
gives back what it found, if it is the first | night 6.60, kill 600, night 6.90
takes back what a later run saw of it, and none noted | night 6.60, kill 600, night 6.60 again
still gives back what somebody else set after it | night 6.60, kill 600, set 777, night 6.90
gives back what was there before the first of two in a row | night 6.30, kill 600, night 6.60, kill 600, night 6.90
gives back as much by a ledger that was made again from the run folders
    | night 6.30, kill 600, night 6.60, kill 600, night 6.90, rebuild 6.30 6.60 6.90`),
  )('%s', async (_what, steps = '') => {
    const expected = steps.includes('set 777') ? [600, 777, 600, 600] : all(600);
    const { night, kill, move, run, undo, costs, sandbox, history } = await onStage();
    for (const step of steps.split(', ')) {
      const [what, ...words] = step.split(' ');
      const [first = '', second] = words;
      if (what === 'night') await night(first, second);
      else if (what === 'kill') kill(Number(first));
      else if (what === 'set') sandbox.changeListing(idOf(2), { cost: Number(first) });
      else if (what === 'move') move(first);
      else {
        rmSync(history, { recursive: true });
        expect((await run('history', 'rebuild', ...words)).stdout).toContain(`${words.length} runs added`);
      }
    }
    const { code, messages } = await undo();
    expect([code, costs()]).toEqual([0, expected]);
    if (!expected.includes(777)) expect(messages).toEqual(Array(LISTINGS).fill(''));
  });

  it('refuses once the state and the folder of such a run are gone, also after a rebuild', async () => {
    const { night, kill, move, run, costs, history } = await onStage();
    await night('6.30');
    kill(600);
    await night('6.60');
    move('6.30');
    rmSync(join(onlyLedger(history), 'agreed.ndjson'));
    await run('history', 'rebuild', '6.60');
    expect([(await run('undo', '--since', '3h')).code, costs()]).toEqual([2, all(660)]);
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
    kill(630);
    take(cwd);
    const before = costs();
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, costs(), stderr]).toEqual([2, before, expect.stringMatching(/-third" .* is not known/)]);
    await night('6.90', 'fourth');
    const again = await run('undo', '--since', '1h');
    expect([again.code, costs(), again.stderr.includes('-third"')]).toEqual([2, all(690), true]);
  });

  it('sends nothing over what the last run may have set: that is a conflict', async () => {
    const { night, kill, undo, costs } = await onStage();
    await night('6.30', 'first');
    await night('6.60', 'second');
    kill(630, { isRecent: true });
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
    kill(600);
    sandbox.changeListing(idOf(4), { cost: 777 });
    const { code, messages } = await undo();
    expect([code, costs()]).toEqual([3, [600, 600, 600, 777]]);
    expect(messages).toEqual(['', '', '', 'cost is 7.77, expected 6.60 to become 6.00']);
  });

  it('takes back the bounds that a strategy computed for it, too', async () => {
    const { night, kill, undo, sandbox } = await onStage({ strategy: BUY_BOX, minimum_price: 1000 });
    await night('6.60', 'first');
    kill(600);
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
    kill(before, { isRecent: true });
    await undo();
    sandbox.changeListing(idOf(3), { cost: 660 });
    const { code, stdout } = await run('undo', '--since', '1h', '--out', 'again');
    expect([code, costs()[2], costs()[3]]).toEqual([3, 600, 600]);
    const rest = readRun(join(cwd, 'again')).results.slice(-2);
    const late = { status: 'unconfirmed', reason: 'may_arrive' };
    expect(rest).toMatchObject(['SKU-3', 'SKU-4'].map((sku) => ({ sku, ...late })));
    // An undo of the undo is not what is offered.
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /not every update .* undo \S+at-660 looks at each listing/,
    );
    expect(stdout).not.toMatch(/undo \S+back looks/);
    const [, minute] = /once more after \S+ (\S+) UTC/.exec(rest[0]?.['message'] ?? '') ?? [];
    expect(stdout).toContain(`Next      after ${minute} UTC, undo again: pricesheet undo`);
  });

  it('takes no bound that a strategy may have computed for it for somebody else’s', async () => {
    const { night, kill, undo, sandbox } = await onStage({ strategy: BUY_BOX });
    const bounds = () => sandbox.snapshot().listings.map(({ minimum_price }) => minimum_price);
    const before = bounds();
    await night('6.30', 'first');
    await night('6.60', 'second');
    kill(630);
    await night('6.90', 'third');
    const { code, messages } = await undo();
    expect([code, bounds()]).toEqual([0, before]);
    expect(messages.join()).not.toContain('somebody else');
  });
});
