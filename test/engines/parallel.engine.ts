import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdRequests, whenThere } from '../support/gate.ts';
import { blocksOf, readPage } from '../support/pages.ts';
import { collectOutput, type Ended } from '../support/run-program.ts';
import { listRuns, tempFolder } from '../support/temp-folder.ts';
import { binFolder, makeAccount, SKUS } from './accounts.ts';

/** What the page says to run, over the accounts of a test. */
function readCommands(accounts: string): string {
  const [block = '', ...more] = blocksOf(readPage('docs/many-accounts.md'), 'sh').filter((text) =>
    text.includes('parallel '),
  );
  expect(more).toEqual([]);
  expect(block).toContain('/srv/prices/');
  return block.replaceAll('/srv/prices/', `${accounts}/`);
}

/** A folder for accounts, and the commands of the page over it. Their pauses are noted instead of waited for. */
function makeNight() {
  const cwd = tempFolder();
  const accounts = join(cwd, 'prices');
  mkdirSync(accounts);
  const bin = binFolder();
  const paused = join(cwd, 'paused');
  const script = `sleep() { echo "$1" >> '${paused}'; }\n${readCommands(accounts)}`;
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: cwd, XDG_STATE_HOME: tempFolder() };
  return {
    accounts,
    start: () => {
      // As the group of processes that a scheduler starts and stops.
      const child = spawn('bash', ['-c', script], { cwd, env, detached: true });
      const stop = (signal: NodeJS.Signals): void => {
        if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
          process.kill(-child.pid, signal);
      };
      onTestFinished(() => stop('SIGKILL'));
      return { ended: collectOutput(child), stop };
    },
    pauses: () => readFileSync(paused, 'utf8').split('\n').slice(0, -1).map(Number),
    /** The last exit code of each account. */
    codes: () => {
      const [, ...lines] = readFileSync(join(cwd, 'night.log'), 'utf8').split('\n').slice(0, -1);
      const all = lines.map((line) => {
        const cells = line.split('\t');
        const name = /prices\/([\w-]+)/.exec(cells[8] ?? '')?.[1];
        return [name, Number(cells[6])] as const;
      });
      return Object.fromEntries(all);
    },
  };
}

/** Which of the lines are of each account: `--tag` begins them with its folder. */
function linesOf({ stdout, stderr }: Ended, name: string): readonly string[] {
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes(`/${name}/\t`));
}

describe('the commands for GNU parallel', () => {
  it('run every account, try again what failed for a time, and name each account and its exit code', async () => {
    const night = makeNight();
    const at = (name: string) => join(night.accounts, name);
    const down = { match: { method: 'GET' }, answer: { status: 503 } };
    const well = [await makeAccount(at('shop-a')), await makeAccount(at('shop-b'))];
    const once = await makeAccount(at('shop-c'), { rules: [{ ...down, times: 1 }] });
    const twice = await makeAccount(at('shop-d'), { rules: [{ ...down, times: 2 }] });
    const refused = await makeAccount(at('shop-e'), { key: 'another-key' });

    const ended = await night.start().ended;

    expect(night.codes()).toEqual({ 'shop-a': 0, 'shop-b': 0, 'shop-c': 0, 'shop-d': 0, 'shop-e': 5 });
    expect(night.pauses()).toEqual([0, 900, 3600]);
    for (const account of [...well, once, twice]) {
      expect(account.updates()).toEqual(SKUS);
      expect(account.costs()).toEqual(new Set([650]));
    }
    const codesOf = [...well, once, twice, refused].map(({ runs }) =>
      runs().map(({ summary }) => summary.exit_code),
    );
    expect(codesOf).toEqual([[0], [0], [1, 0], [1, 1, 0], [5, 5, 5]]);
    expect(refused.updates()).toEqual([]);
    expect(['shop-a', 'shop-b'].flatMap((name) => linesOf(ended, name))).toEqual([]);
    for (const name of ['shop-c', 'shop-d', 'shop-e']) expect(linesOf(ended, name)).not.toEqual([]);
    // In the first line of each try, and in full below it.
    const reasons = linesOf(ended, 'shop-e').filter((line) => line.includes('answered 401'));
    expect(reasons).toHaveLength(6);
  });

  it('are stopped in order, and go on with what is missing when they are run again', async () => {
    const night = makeNight();
    const { wait, held, letGo } = holdRequests();
    const done = await makeAccount(join(night.accounts, 'shop-a'));
    const cut = await makeAccount(join(night.accounts, 'shop-b'), {
      rules: [{ match: { method: 'POST' }, skip: 3, times: 1, delayMs: 1 }],
      wait,
    });
    const first = night.start();
    await held;
    const [run = ''] = listRuns(cut.folder);
    const heard = whenThere(join(cut.folder, 'runs', run), 'log.ndjson', 'asked to stop');
    first.stop('SIGTERM');
    await heard;
    letGo();
    await first.ended;
    // Parallel sent SIGTERM as well, and the run still wrote its files.
    expect(cut.runs().map(({ summary }) => summary.exit_code)).toEqual([143]);
    expect(cut.updates()).toEqual(SKUS.slice(0, 4));

    await night.start().ended;

    expect(night.codes()).toEqual({ 'shop-a': 0, 'shop-b': 0 });
    for (const account of [done, cut]) {
      expect([...account.updates()].sort()).toEqual(SKUS);
      expect(account.costs()).toEqual(new Set([650]));
    }
  });
});
