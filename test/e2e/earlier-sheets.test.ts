import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asKilled } from '../support/as-killed.ts';
import { goOn, openStage, type StageOptions } from '../support/open-stage.ts';
import { approveRows } from '../support/review-file.ts';
import { filesOf } from '../support/temp-folder.ts';
import { idOf } from '../support/test-sandbox.ts';

const LISTINGS = 40;

interface Sheet {
  readonly path?: string;
  /** Of all SKUs. */
  readonly cost?: string;
  readonly rows?: number;
  /** The day of November 2020 on which the file was modified. */
  readonly day?: number;
}

async function onStage(options: StageOptions = {}) {
  const listings = Array.from({ length: LISTINGS }, () => ({ cost: 600 }));
  const stage = await openStage(listings, undefined, options);
  const { cwd, run } = stage;
  const judge = async (
    command: 'sync' | 'diff',
    { path = 'costs.csv', cost = '6.00', rows = LISTINGS, day }: Sheet,
    ...flags: readonly string[]
  ) => {
    const lines = Array.from({ length: rows }, (_, index) => `SKU-${index + 1},${cost}\n`);
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), `sku,cost\n${lines.join('')}`);
    const modified = new Date(Date.UTC(2020, 10, day ?? 1, 1, 30));
    if (day !== undefined) utimesSync(join(cwd, path), modified, modified);
    const { code, stdout } = await run(command, path, '--max-updates', '100%', '--json', ...flags);
    const { stopped, notices } = JSON.parse(stdout);
    const found: readonly string[] = notices;
    return { code, rules: stopped?.rules ?? [], message: stopped?.message, notices: found };
  };
  /** Sends a sheet, and returns the rules that stopped it. */
  const night = (sheet: Sheet, ...flags: readonly string[]) => judge('sync', sheet, ...flags);
  const diff = (sheet: Sheet, ...flags: readonly string[]) => judge('diff', sheet, ...flags);
  return { ...stage, night, diff, sent: () => stage.sent().length, history: join(cwd, 'runs/.history') };
}

const CORRECT = 'Correct the sheet before the next sync, or it sends again what was taken back';
const REFUSED = { match: { method: 'POST' }, answer: { status: 400, body: {} } };
const REFUSED_TWICE = { ...REFUSED, match: { method: 'POST', sku: 'SKU-1' }, times: 2 };
const QUARTER = { rows: 10, cost: '6.40', day: 2 };

describe('the sheet of a run that was taken back', () => {
  it('is no example: the sheet before it may come again', async () => {
    const { run, night } = await onStage();
    await night({ cost: '6.10', day: 1 });
    await night({ cost: '6.20', day: 2 }, '--out', 'bad');
    expect((await night({ cost: '6.10', day: 1 })).rules).toEqual(['older_sheet']);
    expect((await run('undo', 'bad')).code).toBe(0);
    expect((await night({ cost: '6.10', day: 1 })).rules).toEqual([]);
  });

  it('is that of one run: not of each whose folder has the same name, before or after it', async () => {
    const { run, night } = await onStage();
    for (const day of [3, 4, 5])
      expect(
        (await night({ cost: `6.${day}0`, day }, '--out', `nights/day${day}/run`)).rules,
        `day ${day}`,
      ).toEqual([]);
    expect((await run('undo', 'nights/day5/run', '--out', 'undone/day5/run')).code).toBe(0);
    expect((await night(QUARTER, '--out', 'nights/day6/run')).rules).toEqual(['rows_dropped', 'older_sheet']);
    expect((await night({ cost: '6.50', day: 6 }, '--out', 'nights/day7/run')).rules).toEqual([]);
    expect((await night({ ...QUARTER, day: 5 }, '--out', 'nights/day8/run')).rules).toEqual([
      'rows_dropped',
      'older_sheet',
    ]);
  });

  it('has to be corrected before the next run, which every undo but that of an undo says', async () => {
    const { run, night } = await onStage();
    await night({ cost: '6.30' }, '--out', 'one');
    const said = async (...argv: readonly string[]) => (await run('undo', ...argv)).stdout.includes(CORRECT);
    expect(await said('one', '--dry-run', '--out', 'look')).toBe(false);
    expect(await said('one', '--out', 'back')).toBe(true);
    await night({ cost: '6.30' }, '--out', 'two');
    const { stdout } = await run('sync', 'two/undo.csv', '--out', 'by-file');
    expect(stdout).toContain(CORRECT);
    expect((await run('diff', 'costs.csv')).stdout).toContain('40 updates set again what');
    expect(await said('by-file', '--out', 'restored')).toBe(false);
    expect((await run('undo', 'restored')).code).toBe(0);
    expect(await said('one', '--out', 'nothing')).toBe(false);
    expect(await said('back', '--out', 'again')).toBe(false);
    expect((await run('undo', '--since', '1h', '--quiet')).stdout).toMatch(
      new RegExp(`^pricesheet: \\S+: ${CORRECT}\n$`),
    );
  });

  it('is sent again with a word of that, once, with --quiet too, and only if it was not corrected', async () => {
    const { run, night, cwd } = await onStage();
    await night({ cost: '6.10' });
    const again = '40 updates set again what';
    for (const back of ['one', 'two']) {
      await night({ cost: '6.30' }, '--out', back);
      expect((await run('undo', back)).code).toBe(0);
      expect((await night({ cost: '6.10' })).notices.join()).not.toContain(again);
    }
    await night({ cost: '6.30' }, '--out', 'three');
    await run('undo', 'three');
    // It finds nothing to take back, and so took nothing back.
    await run('undo', 'three');
    const diff = await run('diff', 'costs.csv', '--max-updates', '100%', '--out', 'look');
    expect(diff.stdout).toContain(`${again} the undo of `);
    approveRows(join(cwd, 'look/review.csv'), ({ line }) => Number(line) % 4 === 2);
    const part = await run('apply', 'look', '--only', 'look/review.csv');
    expect(part.stdout).toContain('10 updates set again what the undo of ');
    const left = '30 updates set again what';
    expect((await run('apply', 'look', '--dry-run')).stdout).toContain(left);
    const quiet = () => run('sync', 'costs.csv', '--max-updates', '100%', '--quiet');
    expect((await quiet()).stdout).toMatch(
      new RegExp(
        `^pricesheet: \\S+/costs: ${left} the undo of .* UTC took back; correct the sheet if that is not meant\n$`,
      ),
    );
    expect((await quiet()).stdout).toBe('');
  });
});

describe('the sheet of a run that was killed', () => {
  const OLD = { cost: '6.10', day: 1 };
  const NEW = { cost: '6.20', day: 2 };

  /** The first 7 updates of a run arrived, and nothing has followed it. */
  async function onKilled({ before = [] }: { readonly before?: readonly Sheet[] } = {}) {
    const skip = before.length * LISTINGS + 7;
    const rule = { match: { method: 'POST' }, skip, times: 1, answer: { status: 400, body: {} } };
    const stage = await onStage({ faults: { rules: [rule] } });
    for (const sheet of before) expect((await stage.night(sheet)).code).toBe(0);
    const flags = ['PRICESHEET_MAX_FAILURES=1', 'PRICESHEET_CONCURRENCY=1', '--out', 'killed'];
    expect((await stage.night(NEW, ...flags)).code).toBe(6);
    asKilled(join(stage.cwd, 'killed'), { history: stage.history, noted: 7 });
    return { ...stage, before: stage.sent() };
  }

  it.each([
    ['the first run of its job', []],
    ['a night after another one', [{ cost: '6.05', day: 1 }]],
  ])('is newer in a dry run as well, if that was %s: no older plan is sent', async (_what, nights) => {
    const { diff, night, run, sent, ...stage } = await onKilled({ before: nights });
    const before = filesOf(stage.history);
    const { code, rules, message, notices } = await diff(OLD, '--out', 'plan');
    expect([code, rules]).toEqual([4, ['older_sheet']]);
    expect(message).toMatch(
      /^the sheet is older than that of the run of .* UTC \(not ended, at least 7 updates so far\), whose file is of 2020-11-02/,
    );
    const unfinished =
      /^The run in "killed" began at .* UTC and has not ended: it counts as the run before this one, with what it has changed so far; if it is still running, wait for its end$/;
    expect(notices.filter((each) => unfinished.test(each))).toHaveLength(1);
    // All that a dry run adds is a line that says what it did.
    const after = filesOf(stage.history);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed).toEqual([expect.stringMatching(/^[^/]+\/runs\.ndjson$/)]);
    expect(after[changed[0] ?? '']?.startsWith(before[changed[0] ?? ''] ?? '-')).toBe(true);
    expect((await run('apply', 'plan')).code).toBe(4);
    const again = await night(OLD);
    expect([again.rules, sent()]).toEqual([['older_sheet'], stage.before]);
    expect(again.message).toBe(
      message?.replace('not ended, at least 7 updates so far', 'killed after at least 7 updates'),
    );
  });

  it('has the next run say once what became of it, with --quiet too', async () => {
    const { run } = await onKilled({ before: [{ cost: '6.05', day: 1 }] });
    const quiet = () => run('sync', 'costs.csv', '--max-updates', '100%', '--quiet');
    expect((await quiet()).stdout).toMatch(
      /^pricesheet: \S+\/costs: The run of .* UTC was killed after at least 7 updates; this run plans the rest\n$/,
    );
    expect((await quiet()).stdout).toBe('');
  });

  it('may come again, and lets a newer one pass, in a dry run as in the run', async () => {
    const { diff, night } = await onKilled();
    expect((await diff(NEW)).rules).toEqual([]);
    expect((await diff({ cost: '6.30', day: 3 })).rules).toEqual([]);
    expect((await night(NEW)).rules).toEqual([]);
  });
});

describe('a plan that is applied after another sheet was sent', () => {
  const CUT = [{ ...REFUSED, skip: 7, times: 1 }];
  const FLAGS = ['PRICESHEET_MAX_FAILURES=1', 'PRICESHEET_CONCURRENCY=1', '--out', 'newer'];

  /** The plan of an older sheet, and the run of a newer one, of which seven updates arrived. */
  async function onOlderPlan() {
    const stage = await onStage({ faults: { rules: CUT } });
    await stage.diff({ cost: '6.10', day: 1 }, '--out', 'plan');
    expect((await stage.night({ cost: '6.20', day: 2 }, ...FLAGS)).code).toBe(6);
    const before = stage.sent();
    const apply = async (...flags: readonly string[]) => {
      const { code, stdout } = await stage.run('apply', 'plan', '--json', ...flags);
      const { stopped } = JSON.parse(stdout);
      return { code, rules: stopped?.rules, message: stopped?.message, sent: stage.sent() - before };
    };
    return { ...stage, apply };
  }

  it.each([
    ['was cut short', 'exit code 6 after 7 updates', false],
    ['was killed', 'not ended, at least 7 updates so far', true],
  ])('is an older sheet, if the newer run %s', async (_what, end, isKilled) => {
    const { apply, cwd, history } = await onOlderPlan();
    if (isKilled) asKilled(join(cwd, 'newer'), { history, noted: 7 });
    const { message, ...judged } = await apply();
    expect(judged).toEqual({ code: 4, rules: ['older_sheet'], sent: 0 });
    expect(message).toMatch(
      /^the plan is older than that of another sheet of the job "costs", of the sync at .* UTC, in "newer" \(/,
    );
    expect(message).toContain(`(${end}): make a new plan with diff`);
    expect((await apply('--history', 'off')).sent).toBe(LISTINGS - 7);
  });

  it('is sent if a person allows it, or the newer run was taken back', async () => {
    const { apply, run } = await onOlderPlan();
    expect(await apply('--dry-run', '--allow', 'older_sheet')).toMatchObject({ rules: undefined });
    expect((await run('undo', 'newer')).code).toBe(0);
    expect((await apply()).rules).toBe(undefined);
  });

  it('is an older sheet, too, if the newer run had the key that took the place of its own', async () => {
    const first = await openStage([{}], 'sku,cost\nSKU-1,6.10\n', { apiKey: 'key-a' });
    await first.run('diff', 'costs.csv', '--out', 'plan');
    const { run, write, sandbox, costs } = await goOn(first, { apiKey: 'key-b' });
    write('sku,cost\nSKU-1,6.20\n');
    expect((await run('sync', 'costs.csv', '--out', 'newer')).code).toBe(0);
    sandbox.changeListing(idOf(1), { cost: 600 });
    const { code, stdout } = await run('apply', 'plan', '--allow', 'other_key', '--json');
    expect([code, JSON.parse(stdout).stopped.rules, costs()]).toEqual([4, ['older_sheet'], [600]]);
  });

  it('is none if the plan is the newer one, whichever was applied first', async () => {
    const { diff, run } = await onStage();
    await diff({ cost: '6.10', day: 1 }, '--out', 'one');
    await diff({ cost: '6.20', day: 2 }, '--out', 'two');
    expect((await run('apply', 'one')).code).toBe(0);
    expect((await run('apply', 'two')).code).toBe(3);
    expect((await run('apply', 'one')).code).toBe(4);
  });
});

describe.each(['retry.csv', 'undo.csv'])(
  'the %s of an older sheet than the one that was sent last',
  (file) => {
    it('is not sent unless a person allows it', async () => {
      const { night, run, costs } = await onStage({ faults: { rules: [REFUSED_TWICE] } });
      expect((await night({ cost: '6.10', day: 1 }, '--out', 'first')).code).toBe(3);
      expect((await run('diff', `first/${file}`)).code).toBe(0);
      expect((await run('sync', 'first/retry.csv', '--out', 'again')).code).toBe(3);
      await night({ cost: '6.20', day: 2 }, '--out', 'newer');
      // A run of such a file has no sheet of its own, and its files are as old as those.
      expect((await run('sync', 'again/retry.csv')).code).toBe(4);
      const { code, stdout } = await run('sync', `first/${file}`, '--json');
      const { rules, message } = JSON.parse(stdout).stopped;
      expect([code, rules, new Set(costs())]).toEqual([4, ['older_sheet'], new Set([620])]);
      expect(message).toMatch(
        /^the file was written before .* "costs" was sent, by the sync at .*, in "newer": take/,
      );
      expect((await run('sync', `first/${file}`, '--allow', 'older_sheet')).code).toBe(0);
      expect(costs()).toContain(file === 'retry.csv' ? 610 : 600);
    });
  },
);

describe('the sheet of a job', () => {
  it('is compared whether its name is given or that of its file', async () => {
    const { night } = await onStage();
    await night({ cost: '6.30', day: 3 });
    expect((await night(QUARTER, '--job', 'costs')).rules).toEqual(['rows_dropped', 'older_sheet']);
    expect((await night({ cost: '6.40', day: 4 }, '--job', 'costs')).rules).toEqual([]);
    expect((await night({ ...QUARTER, day: 3 })).rules).toEqual(['rows_dropped', 'older_sheet']);
  });
});

describe('nights that failed', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The first night sends ten updates, and the service refuses the first one of each of the three that follow. */
  async function onFailed() {
    const refused = { match: { method: 'POST' }, skip: 10, times: 3, answer: { status: 400, body: {} } };
    const { write, run } = await onStage({ faults: { rules: [refused] } });
    vi.useFakeTimers({ toFake: ['Date'] });
    const night = async (number: number, changed: number, ...flags: readonly string[]) => {
      vi.setSystemTime(Date.UTC(2030, 0, number, 2));
      const costs = Array.from({ length: LISTINGS }, (_, at) => (at < changed ? '6.10' : '6.00'));
      write(`sku,cost\n${costs.map((cost, at) => `SKU-${at + 1},${cost}\n`).join('')}`);
      const cut = ['PRICESHEET_MAX_FAILURES=1', 'PRICESHEET_CONCURRENCY=1'];
      const { code, stdout } = await run('sync', 'costs.csv', '--json', ...cut, ...flags);
      const { stopped, notices } = JSON.parse(stdout);
      return { code, message: stopped?.message, notices: notices.join('\n') };
    };
    expect((await night(1, 10, '--max-updates', '10')).code).toBe(0);
    for (const [number, changed] of [
      [2, 15],
      [3, 20],
      [4, 25],
    ] as const)
      expect((await night(number, changed)).code).toBe(6);
    return night;
  }

  it.each(['8', '20%'])('leave their updates to the next: --max-updates %s is for each', async (limit) => {
    const night = await onFailed();
    const { code, notices } = await night(5, 40, '--max-updates', limit);
    expect(code).toBe(0);
    expect(notices).toContain('30 updates, since 3 nights failed; a usual night has 10');
    // What failed once is no reason for the night after.
    expect((await night(6, 0, '--max-updates', limit)).message).toMatch(/^40 listings would be updated/);
  });
});

describe('the same sheet, night after night', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is said once with --quiet, and in the report each time, since when', async () => {
    const { cwd, run } = await onStage();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,6.10\n');
    vi.useFakeTimers({ toFake: ['Date'] });
    const said: unknown[] = [];
    for (let number = 1; number <= 10; number++) {
      vi.setSystemTime(Date.UTC(2030, 0, number, 2));
      const { code, stdout } = await run('sync', 'costs.csv', '--quiet', '--out', `night${number}`);
      const { notices } = JSON.parse(readFileSync(join(cwd, `night${number}/summary.json`), 'utf8'));
      said.push([code, stdout !== '', notices.filter((each: string) => each === SAME).length]);
    }
    expect(said).toEqual([[0, false, 0], [0, true, 1], ...Array.from({ length: 8 }, () => [0, false, 1])]);
  });

  const SAME = 'The sheet is the same as in the run of 2030-01-01 02:00 UTC: nothing in it has changed since';
});
