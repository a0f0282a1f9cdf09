import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { goOn, openStage, type Stage, type StageOptions } from '../support/open-stage.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';
import { listRuns } from '../support/temp-folder.ts';
import { anAccount } from '../support/test-sandbox.ts';

const SHEET = 'sku,cost\nSKU-1,6.40\nSKU-2,6.40\nSKU-3,6.40\n';
const FOUND =
  'he run was made with another key; 3 of the 3 listings that were looked up are found with this one';

/** An account whose key is replaced by another one at the same address. */
function onStage(options: StageOptions = {}) {
  return openStage([{}, {}, {}], SHEET, { apiKey: 'key-a', ...options });
}

/** Types a command as a screen has it. */
function typeCommand({ run }: Stage, stdout: string, what: string): ReturnType<Stage['run']> {
  const [, command = ''] = stdout.split(`${what}: pricesheet `);
  return run(...(command.split('\n')[0] ?? '').split(' '));
}

describe('once the key was rotated', () => {
  it.each([[[]], [['--yes']]])('undo without a person stops before the first update (%j)', async (flags) => {
    let stage = await onStage();
    await stage.run('sync', 'costs.csv', '--out', 'made');
    stage = await goOn(stage, { apiKey: 'key-b' });
    const { code, stdout } = await stage.run('undo', 'made', '--out', 'undone', ...flags);
    expect([code, stage.sent().length, stage.costs()]).toEqual([4, 0, [640, 640, 640]]);
    expect(stdout.replaceAll('\n', ' ')).toContain(FOUND);
    const { summary, results } = stage.readRun('undone');
    expect(summary.stopped).toMatchObject({ code: 'guard', rules: ['other_key'] });
    expect(results.every(({ status, reason }) => `${status} ${reason}` === 'skipped other_key')).toBe(true);
    const again = await typeCommand(stage, stdout, 'if this is intended');
    expect([again.code, stage.costs()]).toEqual([0, [600, 600, 600]]);
    expect(again.stdout.replaceAll('\n', ' ')).toContain(FOUND);
  });

  it.each(['undo', 'apply'])('%s whose key is refused names what works with the next', async (command) => {
    let stage = await onStage();
    await stage.run(command === 'undo' ? 'sync' : 'diff', 'costs.csv', '--out', 'made');
    const { place: old } = stage;
    stage = await goOn(stage, { apiKey: 'key-b' });
    const { code, stdout } = await runInProcess([command, 'made', '--out', 'refused'], old);
    expect(code).toBe(5);
    expect(stdout.replaceAll('\n', ' ')).toContain('apply and undo of that run take --allow other_key');
    const again = await typeCommand(stage, stdout, 'once the key is fixed, run it again');
    expect([again.code, stage.sent().length]).toEqual([0, 3]);
  });

  it('apply of a diff asks for the same, and a plan that it stopped for goes on stopping', async () => {
    let stage = await onStage();
    await stage.run('diff', 'costs.csv', '--out', 'looked-at');
    stage = await goOn(stage, { apiKey: 'key-b' });
    const refused = await stage.run('apply', 'looked-at', '--out', 'refused');
    expect([refused.code, stage.sent().length]).toEqual([4, 0]);
    const still = await stage.run('apply', 'refused', '--out', 'still');
    expect([still.code, stage.sent().length]).toEqual([4, 0]);
    expect(stage.readRun('still').summary.stopped?.rules).toEqual(['other_key']);
    const applied = await stage.run('apply', 'refused', '--allow', 'other_key');
    expect([applied.code, stage.costs()]).toEqual([0, [640, 640, 640]]);
  });

  it.each([
    ['none', 0],
    ['fewer than most', 1],
  ])('nothing allows an account where %s of the listings is found', async (_name, same) => {
    let stage = await onStage();
    await stage.run('sync', 'costs.csv', '--out', 'made');
    const strangers = anAccount([{}, {}, {}]).listings.map((listing, index) =>
      index < same ? listing : { ...listing, id: listing.id.replace('00000000-', '11111111-') },
    );
    stage = await goOn(stage, {
      apiKey: 'key-of-another',
      catalogue: { ...anAccount([]), listings: strangers },
    });
    const allowed = ['--allow', 'other_key', '--yes'];
    for (const command of ['undo', 'apply']) {
      const out = `${command}-there`;
      const { code, stdout } = await stage.run(command, 'made', '--out', out, ...allowed);
      expect([code, stage.sent().length]).toEqual([2, 0]);
      expect(stdout.replaceAll('\n', ' ')).toContain(
        `Cannot ${command} the run: it was made with another key, and with this one ${same} of the 3 listings`,
      );
      expect(stage.readRun(out).summary.stopped?.code).toBe('other_account');
    }
    expect(stage.costs()).toEqual([600, 600, 600]);
  });

  it.each([
    ['undo this run', [600, 600, 600]],
    ['send the rest of this plan', [640, 640, 640]],
  ])('the run whose key was refused in the middle: “%s”, typed as it is printed', async (what, costs) => {
    const refused = { status: 401, body: { message: 'unknown key' } };
    let stage = await onStage({
      faults: { rules: [{ match: { method: 'POST' }, skip: 1, times: 99, answer: refused }] },
    });
    const ended = await stage.run('sync', 'costs.csv', 'PRICESHEET_CONCURRENCY=1', '--out', 'cut');
    expect([ended.code, stage.costs()]).toEqual([5, [640, 600, 600]]);
    stage = await goOn(stage, { apiKey: 'key-b' });
    const next = await typeCommand(stage, ended.stdout, `once the key is fixed, ${what}`);
    expect([next.code, stage.costs()]).toEqual([0, costs]);
    expect(next.stdout.replaceAll('\n', ' ')).toContain('he run was made with another key');
  });

  it.runIf(HAS_TERMINAL).each([
    ['y', [600, 600, 600]],
    ['n', [640, 640, 640]],
  ])('at a terminal the question says it: %s', async (answer, costs) => {
    let stage = await onStage();
    await stage.run('sync', 'costs.csv', '--out', 'made');
    stage = await goOn(stage, { apiKey: 'key-b' });
    const running = startAtTerminal(['undo', 'made'], stage.place);
    await running.said('[y/N] ');
    expect(stage.sent().length).toBe(0);
    await running.write(`${answer}\n`);
    const ended = await running.ended;
    expect(stage.costs()).toEqual(costs);
    if (answer === 'n') expect((await stage.run('apply', `runs/${listRuns(stage.cwd).at(-1)}`)).code).toBe(4);
    const [question = ''] = stripVTControlCharacters(ended.stdout).split('[y/N]');
    expect(question).toContain(`T${FOUND}`);
  });
});
