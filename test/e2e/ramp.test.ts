import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findMismatches } from '../support/json-schema.ts';
import { openStage } from '../support/open-stage.ts';
import { readPage } from '../support/read-page.ts';
import { readRun } from '../support/read-run.ts';
import { approveRows } from '../support/review-file.ts';
import { startProgram } from '../support/run-program.ts';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';
import { tempFolder } from '../support/temp-folder.ts';

const COUNT = 20;
const SHEET = `sku,cost\n${Array.from({ length: COUNT }, (_, n) => `SKU-${n + 1},6.50\n`).join('')}`;
const RAMP = ['--ramp', '5,100%'];
const sync = (...flags: readonly string[]) => ['sync', 'costs.csv', '--out', 'run', ...RAMP, ...flags];

async function onStage(options: Parameters<typeof openStage>[2] = {}) {
  const stage = await openStage(Array(COUNT).fill({}), SHEET, options);
  const { sandbox, cwd } = stage;
  const env = { ...stage.env, XDG_STATE_HOME: tempFolder() };
  return {
    ...stage,
    locks: join(env.XDG_STATE_HOME, 'pricesheet', 'locks'),
    start: (...argv: readonly string[]) => {
      const running = startProgram(argv, { cwd, env });
      onTestFinished(() => running.kill('SIGKILL'));
      return running;
    },
    posts: () => sandbox.requests.filter(({ method }) => method === 'POST').map(({ sku }) => sku),
    costs: () => sandbox.snapshot().listings.map(({ cost }) => cost),
    statuses: (folder: string) => {
      const counts: Record<string, number> = {};
      for (const { status = '' } of readRun(join(cwd, folder)).results)
        counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    },
  };
}

type Stage = Awaited<ReturnType<typeof onStage>>;

const ALL_SENT = Array(COUNT).fill(650);

/** Somebody else changes that many of the listings that were sent. */
function overwrite({ sandbox, posts }: Stage, count: number): void {
  const hit = new Set(posts().slice(0, count));
  for (const { id, sku } of sandbox.snapshot().listings)
    if (hit.has(sku)) sandbox.changeListing(id, { cost: 777 });
}

/** Somebody else deletes that many of the listings that were sent. */
function remove({ sandbox, posts }: Stage, count: number): void {
  const hit = new Set(posts().slice(0, count));
  for (const { id, sku } of sandbox.snapshot().listings) if (hit.has(sku)) sandbox.removeListing(id);
}

/** The words of the command that a screen names after these words, as a shell would give them to the program. */
function commandAfter(words: string, screen: string): readonly string[] {
  const [, line = ''] = new RegExp(`${words}: pricesheet (.+)`).exec(screen) ?? [];
  return line.split(' ');
}

describe('--ramp', () => {
  it('sends in steps, and shows them on the screen, in the summary and on the page', async () => {
    const { run, cwd, costs } = await onStage();
    const { code, stdout } = await run(...sync('--pause', '0s'));
    expect([code, costs()]).toEqual([0, ALL_SENT]);
    const words = 'Steps     5 and 15 updates, without a pause; 1 step read back: all as sent';
    expect(stdout).toContain(`${words}\n`);
    const { summary } = readRun(join(cwd, 'run'));
    expect(findMismatches('summary', summary)).toEqual([]);
    expect(summary).toMatchObject({
      ramp: {
        pause_seconds: 0,
        steps: [
          { updates: 5, sent: 5 },
          { updates: 15, sent: 15, checked_at: null },
        ],
      },
      settings: { ramp: { value: '5,100%', from: '--ramp' }, pause: { value: '0s', from: '--pause' } },
    });
    const page = readFileSync(join(cwd, 'run', 'report.html'), 'utf8');
    expect(page).toContain('5 and 15 updates, without a pause; 1 step read back: all as sent');
    expect(readPage(page).rows).toHaveLength(COUNT);
  });

  it('is in the Markdown and in JSON, and in the settings of the history', async () => {
    const { run } = await onStage();
    const { stdout } = await run(...sync('--pause', '0s', '--format', 'markdown'));
    expect(stdout).toContain('\nSteps: 5 and 15 updates, without a pause; ');
    const shown = await run('history', 'show', 'latest', '--json');
    expect(JSON.parse(shown.stdout).run.settings).toMatchObject({ ramp: '5,100%', pause: '0s' });
  });

  it('is shown by diff, whose plan apply sends in these steps', async () => {
    const stage = await onStage();
    const diff = await stage.run('diff', 'costs.csv', '--out', 'plan', ...RAMP, '--pause', '0s');
    expect(diff.stdout).toContain('Steps     5 and 15 updates, without a pause\n');
    const applied = await stage.run('apply', 'plan', '--out', 'run');
    expect([applied.code, stage.costs()]).toEqual([0, ALL_SENT]);
    expect(readRun(join(stage.cwd, 'run')).summary).toMatchObject({
      ramp: { steps: [{ sent: 5 }, { sent: 15 }] },
    });
  });

  it('stops with exit code 6 if listings were changed in the pause, and names what to do', async () => {
    const stage = await onStage({
      onRequest: ({ method }) => {
        // With the answer to the fifth.
        if (method === 'POST' && stage.posts().length === 5) setImmediate(() => overwrite(stage, 3));
      },
    });
    const { code, stdout } = await stage.run(...sync('--pause', '0s', '--max-overwritten', '3'));
    expect([code, stage.posts().length]).toEqual([6, 5]);
    expect(stage.statuses('run')).toEqual({ updated: 2, unconfirmed: 3, skipped: 15 });
    const words = stdout.replace(/\s+/g, ' ');
    expect(words).toContain(
      'after step 1 of 2: 3 listings no longer hold what was sent, and --max-overwritten is 3',
    );
    expect(words).toContain('unconfirmed 3 needs attention');
    expect(words).toContain('send the rest at once: pricesheet apply run --ramp 100%');
    expect(words).not.toContain('apply run --ramp 5');
    // Nothing has changed since, so that apply stops before it sends anything.
    const again = await stage.run('apply', 'run', '--pause', '0s', '--max-overwritten', '3');
    expect([again.code, stage.posts().length]).toEqual([6, 5]);
    const rest = await stage.run('apply', 'run', '--ramp', '100%');
    expect([rest.code, stage.posts().length]).toEqual([3, COUNT]);
  });

  it('stays stopped through a chain of applies, until it is said how many listings may change', async () => {
    const stage = await onStage({
      onRequest: ({ method }) => {
        if (method === 'POST' && stage.posts().length === 5) setImmediate(() => overwrite(stage, 2));
      },
    });
    const limit = ['--pause', '0s', '--max-overwritten', '2'];
    await stage.run(...sync(...limit));
    let folder = 'run';
    for (const out of ['once', 'twice', 'thrice']) {
      const { code, stdout } = await stage.run('apply', folder, ...limit, '--out', out);
      expect([code, stage.posts().length]).toEqual([6, 5]);
      const words = stdout.replace(/\s+/g, ' ');
      expect(words).toContain('2 listings no longer hold what was sent, and --max-overwritten is 2');
      expect(words).toContain(`send the rest at once: pricesheet apply ${out} --ramp 100%`);
      expect(words).not.toContain('run it again: ');
      folder = out;
    }
    const raised = await stage.run('apply', folder, '--pause', '0s', '--max-overwritten', '3');
    expect([raised.code, stage.posts().length]).toEqual([3, COUNT]);
  });

  it('goes on with the apply that was stopped, once the listings are as they were sent', async () => {
    const stage = await onStage({
      onRequest: ({ method }) => {
        if (method === 'POST' && stage.posts().length === 5) setImmediate(() => overwrite(stage, 3));
      },
    });
    await stage.run(...sync('--pause', '0s', '--max-overwritten', '3'));
    const limit = ['--pause', '0s', '--max-overwritten', '3'];
    expect((await stage.run('apply', 'run', ...limit, '--out', 'stopped')).code).toBe(6);
    for (const { id, cost } of stage.sandbox.snapshot().listings)
      if (cost === 777) stage.sandbox.changeListing(id, { cost: 650 });
    const { code } = await stage.run('apply', 'stopped', ...limit, '--out', 'rest');
    expect([code, stage.costs(), stage.posts().length]).toEqual([0, ALL_SENT, COUNT]);
    expect(stage.statuses('rest')).toEqual({ updated: COUNT });
  });

  it('counts listings that are gone through a chain of applies, too', async () => {
    const stage = await onStage({
      onRequest: ({ method }) => {
        if (method === 'POST' && stage.posts().length === 5) setImmediate(() => remove(stage, 3));
      },
    });
    const limit = ['--pause', '0s', '--max-overwritten', '3'];
    await stage.run(...sync(...limit));
    await stage.run('apply', 'run', ...limit, '--out', 'once');
    const { code } = await stage.run('apply', 'once', ...limit, '--out', 'twice');
    expect([code, stage.posts().length]).toEqual([6, 5]);
  });

  it('sends what a review file approves in steps of its own', async () => {
    const stage = await onStage();
    await stage.run('diff', 'costs.csv', '--out', 'plan', '--ramp', '2,100%', '--pause', '0s');
    approveRows(join(stage.cwd, 'plan', 'review.csv'), ({ line }) => Number(line) <= 9);
    const { code } = await stage.run('apply', 'plan', '--only', 'plan/review.csv', '--out', 'run');
    expect([code, stage.posts().length]).toEqual([0, 8]);
    expect(readRun(join(stage.cwd, 'run')).summary).toMatchObject({
      ramp: { steps: [{ sent: 2 }, { sent: 6 }] },
    });
  });

  it('stops, and apply --only still says which listings were overwritten', async () => {
    const stage = await onStage({
      onRequest: ({ method }) => {
        if (method === 'POST' && stage.posts().length === 5) setImmediate(() => overwrite(stage, 3));
      },
    });
    writeFileSync(join(stage.cwd, 'costs.csv'), SHEET.replace('SKU-20,6.50', 'SKU-20,8.00'));
    const flags = ['--pause', '0s', '--hold-over', '10%', '--max-overwritten', '3'];
    expect((await stage.run(...sync(...flags))).code).toBe(6);
    const hit = stage.posts().slice(0, 3).sort();
    approveRows(join(stage.cwd, 'run', 'review.csv'), () => true);
    const { code, stdout } = await stage.run('apply', 'run', '--only', 'run/review.csv', '--out', 'part');
    expect(code).toBe(3);
    expect(stdout).toMatch(/unconfirmed +3 +needs attention/);
    const { results, retry } = readRun(join(stage.cwd, 'part'));
    const changed = results.filter(({ status }) => status === 'unconfirmed');
    expect(changed.map(({ sku }) => sku).sort()).toEqual(hit);
    expect(changed[0]).toMatchObject({ message: expect.stringContaining('7.77') });
    expect(retry.map(({ sku }) => sku)).toEqual(expect.arrayContaining(hit));
  });

  it('leaves large moves out, and sends the rest in steps', async () => {
    const stage = await onStage();
    writeFileSync(join(stage.cwd, 'costs.csv'), SHEET.replace('SKU-3,6.50', 'SKU-3,8.00'));
    const { code } = await stage.run(...sync('--pause', '0s', '--hold-over', '10%'));
    expect([code, stage.statuses('run')]).toEqual([0, { updated: 19, held: 1 }]);
    expect(readRun(join(stage.cwd, 'run')).summary).toMatchObject({
      ramp: { steps: [{ sent: 5 }, { sent: 14 }] },
    });
  });

  it.each([
    [['--ramp', '1%,10%'], '--ramp: "1%,10%" does not end with 100%'],
    [['--ramp', '10%,1%,100%'], '--ramp: "10%,1%,100%" has 1% after a step that is as large or larger'],
    [['--pause', '10m'], '--pause needs --ramp'],
    [['--ramp', '1%,100%', '--pause', '10'], '--pause: "10" is not a time such as 10s, 5m'],
    [['--ramp', '1%,100%', '--pause', '25h'], '--pause: "25h" is not a time'],
    [['--ramp', '1%,100%', '--max-overwritten', '0'], '--max-overwritten: "0" is not a whole number from 1'],
    [['--ramp', '1%,100%', '--max-failures', '10%'], '--max-failures 10%: with --ramp it has to be a number'],
  ])('refuses %j', async (flags, message) => {
    const { run, posts } = await onStage();
    const { code, stderr } = await run('sync', 'costs.csv', ...flags);
    expect([code, stderr.replace(/\s+/g, ' '), posts()]).toEqual([2, expect.stringContaining(message), []]);
  });

  it('is no flag of undo', async () => {
    const { run } = await onStage();
    expect((await run('undo', 'run', ...RAMP)).code).toBe(2);
  });

  it('takes the settings of the config file, for apply too', async () => {
    const stage = await onStage();
    const settings = { ramp: '5,100%', pause: '0s', 'max-overwritten': 1 };
    writeFileSync(join(stage.cwd, 'pricesheet.json'), JSON.stringify(settings));
    await stage.run('sync', 'costs.csv', '--out', 'run');
    expect(readRun(join(stage.cwd, 'run')).summary).toMatchObject({
      ramp: { steps: [{ sent: 5 }, { sent: 15 }] },
    });
    expect((await stage.run('undo', 'run', '--out', 'undone')).code).toBe(0);
    // What takes a run back is sent at once, by apply too.
    await stage.run('undo', 'undone', '--dry-run', '--out', 'plan');
    await stage.run('apply', 'plan', '--out', 'applied');
    for (const folder of ['undone', 'applied'])
      expect(readRun(join(stage.cwd, folder)).summary).toMatchObject({ ramp: null });
    expect(stage.costs()).toEqual(ALL_SENT);
  });

  it.runIf(HAS_TERMINAL)('says before the question in which steps it would send', async () => {
    const { cwd, env } = await onStage();
    const running = startAtTerminal(sync(), { cwd, env });
    await running.said('Send 20 updates to this account?');
    await running.write('n\n');
    const { code, stdout } = await running.ended;
    expect([code, stdout]).toEqual([8, expect.stringContaining('5 and 15 updates, with 1 pause of 10 min')]);
  });
});

describe.skipIf(process.platform === 'win32')('a pause', () => {
  const PAUSING = 'Step 1 of 2: 5 of 20 updates sent; pausing until ';

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends at once upon %s, with all files and the way to go on', async (signal, code) => {
    const stage = await onStage();
    const running = stage.start(...sync());
    await running.said(PAUSING);
    expect(readdirSync(stage.locks).filter((name) => name.endsWith('.lock'))).toHaveLength(1);
    running.kill(signal);
    const ended = await running.ended;
    expect([ended.code, stage.posts().length]).toEqual([code, 5]);
    expect(stage.statuses('run')).toEqual({ updated: 5, skipped: 15 });
    expect(readdirSync(stage.locks)).toEqual([]);
    for (const file of ['retry.csv', 'undo.csv', 'report.html', 'summary.json'])
      expect(existsSync(join(stage.cwd, 'run', file)), file).toBe(true);
    const rest = commandAfter('send the rest of this plan', ended.stdout);
    expect(rest.slice(0, 2)).toEqual(['apply', 'run']);
    const applied = await stage.run(...rest, '--pause', '0s');
    expect([applied.code, stage.costs(), stage.posts().length]).toEqual([0, ALL_SENT, COUNT]);
  });

  it('is killed: apply goes on with the next step, and sends nothing twice', async () => {
    const stage = await onStage();
    const running = stage.start(...sync());
    await running.said(PAUSING);
    running.kill('SIGKILL');
    await running.ended;
    expect(existsSync(join(stage.cwd, 'run', 'summary.json'))).toBe(false);
    for (const folder of ['once', 'twice']) {
      const applied = await stage.run('apply', 'run', '--pause', '0s', '--out', folder);
      expect([applied.code, stage.costs(), stage.posts().length]).toEqual([0, ALL_SENT, COUNT]);
    }
    expect(new Set(stage.posts()).size).toBe(COUNT);
    expect(stage.statuses('once')).toEqual({ updated: COUNT });
  });

  it('is killed: apply waits for the rest of it', async () => {
    const stage = await onStage();
    const running = stage.start(...sync());
    await running.said(PAUSING);
    running.kill('SIGKILL');
    await running.ended;
    const applying = stage.start('apply', 'run', '--out', 'applied');
    await applying.said('Step 1 of 2: 0 of 15 updates sent; pausing until ');
    applying.kill('SIGTERM');
    const { code } = await applying.ended;
    expect([code, stage.posts().length]).toEqual([143, 5]);
  });

  it('is killed: the same command goes on with the next step', async () => {
    const stage = await onStage();
    const running = stage.start(...sync());
    await running.said(PAUSING);
    running.kill('SIGKILL');
    await running.ended;
    const again = await stage.run('sync', 'costs.csv', '--out', 'again', ...RAMP, '--pause', '0s');
    expect([again.code, stage.costs(), stage.posts().length]).toEqual([0, ALL_SENT, COUNT]);
    expect(readRun(join(stage.cwd, 'again')).summary).toMatchObject({
      ramp: { steps: [{ updates: 0 }, { updates: 15, sent: 15 }] },
    });
    expect(again.stdout.replace(/\s+/g, ' ')).toContain(
      'Goes on with step 1 of 2, where the run of the same sheet in "run" was cut short',
    );
  });

  it('is killed: undo takes back what was sent', async () => {
    const stage = await onStage();
    const running = stage.start(...sync());
    await running.said(PAUSING);
    running.kill('SIGKILL');
    await running.ended;
    // Of updates that are not in its journal a killed run may have sent some.
    expect((await stage.run('undo', 'run', '--out', 'undone')).code).toBe(3);
    expect(stage.statuses('undone')).toEqual({ updated: 5, unconfirmed: 15 });
    expect(stage.costs()).toEqual(Array(COUNT).fill(600));
  });

  it('keeps the lock, so that no other run begins', async () => {
    const stage = await onStage();
    const running = stage.start(...sync());
    await running.said(PAUSING);
    const other = await stage.start('sync', 'costs.csv', '--out', 'other').ended;
    expect([other.code, stage.posts().length]).toEqual([7, 5]);
    running.kill('SIGTERM');
    await running.ended;
  });

  it('says nothing with --quiet, and is in the log', async () => {
    const stage = await onStage();
    const { code, stdout, stderr } = await stage.start(...sync('--pause', '1s', '--quiet')).ended;
    expect([code, stdout, stderr]).toEqual([0, '', '']);
    const log = readFileSync(join(stage.cwd, 'run', 'log.ndjson'), 'utf8');
    expect(log).toMatch(/"step":1,"ms":1000,"msg":"pausing"/);
    expect(log).toMatch(/"step":1,"read":5,.*"msg":"step read back"/);
  });
});
